import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as api from "./api";
import { readRetryAfter } from "./patience";

let asked: string[] = [];
let answers: Response[] = [];
let stored: Map<string, string>;
let server: typeof api;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const tooFast = (seconds: number) => json({ code: "too_fast", message: "" }, 429, { "retry-after": String(seconds) });
const busy = (seconds: number) => json({ code: "unavailable", message: "" }, 503, { "retry-after": String(seconds) });

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  [asked, answers, stored] = [[], [], new Map([["openkub.introduced", "true"]])];
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return Promise.resolve(answers.shift() ?? json({}));
  });
  server = await import("./api");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a door's names are filled in, whatever somebody has typed", async () => {
  await server.ask("GET /api/games/{game}", { game: "a/b" });
  await server.ask("POST /api/games/{game}/seats", { game: "x" }, { name: "Ann" });
  expect(asked).toEqual(["GET /api/games/a%2Fb", "POST /api/games/x/seats"]);
});

test("what was asked ahead is asked once, and its answer is given once", async () => {
  answers = [json({ phase: "playing" }), json({ phase: "over" })];
  server.askAhead("GET /api/games/{game}", { game: "x" });
  const question = () => server.ask("GET /api/games/{game}", { game: "x" });
  expect([await question(), await question()]).toEqual([{ phase: "playing" }, { phase: "over" }]);
  expect(asked.length).toBe(2);
});

test("who wants something done is introduced first, and again where the server does not know the cookie", async () => {
  stored.clear();
  answers = [json({}), json({ code: "unauthorised", message: "" }, 401)];
  await server.ask("POST /api/games/{game}/hint", { game: "x" }, { strength: 1 });
  expect(asked).toEqual(["POST /api/players", "POST /api/games/x/hint", "POST /api/players", "POST /api/games/x/hint"]);
});

test("a stranger looks back without being introduced: the record comes as text, and is sent to be told", async () => {
  stored.clear();
  answers = [new Response("openkub 2\n", { headers: { "content-type": "text/plain; charset=utf-8" } })];
  const record = await server.ask("GET /api/games/{game}/record.kub", { game: "x" });
  expect(record).toBe("openkub 2\n");
  await server.ask("POST /api/review", { record });
  expect(asked).toEqual(["GET /api/games/x/record.kub", "POST /api/review"]);
});

test.each([tooFast, busy])("a refusal that says when to come again is asked again then, and not before", async (refusal) => {
  answers = [refusal(3), json({ games: [] })];
  const answer = server.ask("GET /api/games");
  await vi.advanceTimersByTimeAsync(2900);
  expect(asked.length).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await answer).toEqual({ games: [] });
});

test("a door that was knocked at too often stays closed alone, a busy server is left alone everywhere", async () => {
  answers = [tooFast(60)];
  await expect(server.ask("GET /api/games")).rejects.toThrow(server.Refused);
  await expect(server.ask("GET /api/games")).rejects.toThrow(server.Unreachable);
  await server.ask("GET /api/rules");
  answers = [busy(60)];
  await expect(server.ask("GET /api/my/games")).rejects.toThrow(server.Refused);
  expect(await server.isUp()).toBe(false);
  expect(await server.askedToWait()).toBe(60_000);
  expect(asked).toEqual(["GET /api/games", "GET /api/rules", "GET /api/my/games"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await server.isUp()).toBe(true);
});

test("who got no line asks once how the server is", async () => {
  answers = [busy(20)];
  expect(await server.askedToWait()).toBe(20_000);
  expect(await server.askedToWait()).toBe(20_000);
  expect(asked).toEqual(["GET /healthz"]);
});

test("it gives up after three tries", async () => {
  answers = [busy(1), busy(1), busy(1), busy(1)];
  const answer = expect(server.ask("GET /api/games")).rejects.toThrow(server.Refused);
  await vi.advanceTimersByTimeAsync(5000);
  await answer;
  expect(asked.length).toBe(3);
});

test("Retry-After is a number of seconds or a date", () => {
  const now = Date.parse("2026-05-01T12:00:00Z");
  expect(readRetryAfter("120", now)).toBe(120_000);
  expect(readRetryAfter("Fri, 01 May 2026 12:00:30 GMT", now)).toBe(30_000);
  expect([readRetryAfter(null, now), readRetryAfter("", now), readRetryAfter("soon", now)]).toEqual([null, null, null]);
});

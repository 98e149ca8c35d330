/** The server's door over HTTP: an answer, a refusal with its code, or nobody there. */
import { connection } from "./connection.svelte";
import { Patience } from "./patience";
import { recall, remember } from "./storage";
import type { Endpoints, Trouble } from "./wire";

/** The server said no. */
export class Refused extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/** Nobody answered: no network, or no server. */
export class Unreachable extends Error {}

/** A method and a path, as the server declares it. */
export type Door = keyof Endpoints;
type Named<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
type Places<D extends Door> = [Named<D>] extends [never] ? [] : [places: Record<Named<D>, string>];
type Body<D extends Door> = Endpoints[D]["takes"] extends undefined ? [] : [body: Endpoints[D]["takes"]];
/** What is said at a door: what stands for the names in its path, then the body, each where it has one. */
export type Said<D extends Door> = [...Places<D>, ...Body<D>];
export type Answer<D extends Door> = Endpoints[D]["gives"];

/** A person waits so long for an answer; who is asked to wait for longer is told that there is none. */
const LONGEST_WAIT_MS = 8_000;
const MOST_TRIES = 3;
const HEALTH = "GET /healthz";
const patience = new Patience();

async function knock(door: string, path: string, body: unknown): Promise<Response> {
  const json = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await fetch(path, { method: door.split(" ")[0]!, credentials: "same-origin", ...json });
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** Nobody knocks before the time that the server has named; a refusal that names one soon is asked again then. */
async function send(door: string, path: string, body: unknown): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const left = patience.left(door);
    if (left > LONGEST_WAIT_MS) throw new Unreachable(`not before ${Math.ceil(left / 1000)} s`);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    const answer = await knock(door, path, body);
    const wait = patience.heard(door, answer);
    if (wait === null || wait > LONGEST_WAIT_MS || tries === MOST_TRIES) return answer;
  }
}

/** Records are text, all else is JSON. */
const isText = (response: Response): boolean => response.ok && (response.headers.get("content-type")?.startsWith("text/plain") ?? false);

/** A proxy in front of a server that is down answers with these, and not in our words. */
function isNobody(response: Response): boolean {
  const ours = isText(response) || (response.headers.get("content-type")?.includes("json") ?? false);
  return !ours && (response.status >= 500 || response.ok);
}

async function read(response: Response): Promise<unknown> {
  if (isNobody(response)) throw new Unreachable(`status ${response.status}`);
  if (isText(response)) return response.text();
  const body = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return body;
  const trouble = body as Partial<Trouble> | null;
  throw new Refused({
    code: trouble?.code ?? "bad_message",
    message: trouble?.message ?? "",
    where: trouble?.where ?? null,
    problem: trouble?.problem ?? null,
  });
}

async function exchange(door: string, path: string, body?: unknown): Promise<unknown> {
  try {
    const result = await read(await send(door, path, body));
    connection.reached();
    return result;
  } catch (error) {
    if (error instanceof Unreachable) connection.missed();
    else connection.reached();
    throw error;
  }
}

/** The server gives this browser a token of its own, in a cookie that no script can read. */
async function introduce(): Promise<void> {
  await exchange("POST /api/players", "/api/players", {});
  remember("introduced", true);
}

/** A path with its names filled in. */
export function pathOf(door: string, places: Readonly<Record<string, string>>): string {
  return door.slice(door.indexOf("/")).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? ""));
}

/** What was asked before anybody wanted to know it, by its path. */
const ahead = new Map<string, Promise<unknown>>();

/** Ask already now what the page will ask first: the next one who asks the same gets this answer. */
export function askAhead<D extends Door & `GET ${string}`>(door: D, ...said: Said<D>): void {
  const answer = ask(door, ...said);
  answer.catch(() => undefined); // whoever wanted to know it is told
  ahead.set(pathOf(door, said[0] ?? {}), answer);
}

function askedBefore(path: string): Promise<unknown> | undefined {
  const answer = ahead.get(path);
  ahead.delete(path);
  return answer;
}

/** Whether no player has to be known: a stranger with a link looks back, too, and gets no cookie for that. */
const isOpen = (door: Door): boolean => door.startsWith("GET") || door === "POST /api/review";

/** Ask the server; whoever wants something done, and is not known yet or has lost the cookie, is introduced first. */
export async function ask<D extends Door>(door: D, ...said: Said<D>): Promise<Answer<D>> {
  const rest: unknown[] = [...said];
  const path = pathOf(door, door.includes("{") ? (rest.shift() as Record<string, string>) : {});
  const once = () => exchange(door, path, rest[0]) as Promise<Answer<D>>;
  if (isOpen(door)) return (askedBefore(path) as Promise<Answer<D>> | undefined) ?? once();
  if (!recall("introduced", false)) await introduce();
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof Refused) || error.trouble.code !== "unauthorised") throw error;
    await introduce();
    return once();
  }
}

export const isUp = (): Promise<boolean> =>
  exchange(HEALTH, "/healthz").then(
    () => true,
    () => false,
  );

/** Milliseconds for which a busy server wants to be left alone; it is asked once how it is, unless that is known. */
export async function askedToWait(): Promise<number> {
  const answer = patience.left(HEALTH) > 0 ? null : await knock(HEALTH, "/healthz", undefined).catch(() => null);
  if (answer) patience.heard(HEALTH, answer);
  return patience.left(HEALTH);
}

/** The server's door over HTTP: an answer, a refusal with its code, or nobody there. */
import { connection } from "./connection.svelte";
import { recall, remember } from "./storage";
import type { Trouble } from "./wire";

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

type Method = "GET" | "POST";

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  const json = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    return await fetch(path, { method, credentials: "same-origin", ...json });
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** A proxy in front of a server that is down answers with these, and not in our words. */
function isNobody(response: Response): boolean {
  const ours = response.headers.get("content-type")?.includes("json") ?? false;
  return !ours && (response.status >= 500 || response.ok);
}

async function answer<T>(response: Response): Promise<T> {
  if (isNobody(response)) throw new Unreachable(`status ${response.status}`);
  const body = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return body as T;
  const trouble = body as Partial<Trouble> | null;
  throw new Refused({
    code: trouble?.code ?? "bad_message",
    message: trouble?.message ?? "",
    where: trouble?.where ?? null,
    problem: trouble?.problem ?? null,
  });
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  try {
    const result = await answer<T>(await send(method, path, body));
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
  await ask("POST", "/api/players", {});
  remember("introduced", true);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", `/api${path}`);

/** A request of a player; who is not known yet, or has lost the cookie, is introduced first. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  if (!recall("introduced", false)) await introduce();
  try {
    return await ask<T>("POST", `/api${path}`, body);
  } catch (error) {
    if (!(error instanceof Refused) || error.trouble.code !== "unauthorised") throw error;
    await introduce();
    return ask<T>("POST", `/api${path}`, body);
  }
}

export const isUp = (): Promise<boolean> =>
  ask("GET", "/healthz").then(
    () => true,
    () => false,
  );

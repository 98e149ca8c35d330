/** Under which address others reach a table: the page itself may have been opened as localhost, which is another machine for everybody. */
import type { Addresses } from "./wire";

/** Whether only this machine answers to that name. */
export const isThisMachine = (hostname: string): boolean => hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);

/** The addresses to choose from, the likeliest first; none if others cannot reach this server. */
export function reachable(here: { origin: string; hostname: string }, known: Addresses | null): readonly string[] {
  if (known?.public) return [known.public];
  return isThisMachine(here.hostname) ? (known?.network ?? []) : [here.origin];
}

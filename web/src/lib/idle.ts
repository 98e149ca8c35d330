/** A page that has just been opened is left alone so long. */
const FIRST_MS = 1200;

/** Do what nobody waits for, once the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  setTimeout(() => (typeof requestIdleCallback === "function" ? requestIdleCallback(act) : act()), FIRST_MS);
}

import { whenIdle } from "./idle";

/** The service worker keeps the page at hand for when there is no network. Only the built page has one. */
export function keepAtHand(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // without it the page works as long as there is a network; it fetches everything, so nobody shall wait for it
  whenIdle(() => void navigator.serviceWorker.register("/worker.js").catch(() => undefined));
}

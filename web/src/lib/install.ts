/** The service worker keeps the page at hand for when there is no network. Only the built page has one. */
export function keepAtHand(): void {
  if (import.meta.env.PROD && "serviceWorker" in navigator) {
    // without it the page works as long as there is a network
    navigator.serviceWorker.register("/worker.js").catch(() => undefined);
  }
}

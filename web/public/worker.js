// Keeps the page itself at hand, so that it opens without a network. Games live on the server: /api is never kept.
const NAME = "openkub-" + "BUILD";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The page's address may be any of its places; all of them are one document.
async function document(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await caches.match("/")) ?? answer ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(document(request));
  else event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.address ?? "/", location.origin);
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((tabs) => {
      const open = tabs.find((tab) => new URL(tab.url).pathname === address.pathname);
      return open ? open.focus() : self.clients.openWindow(address.href);
    }),
  );
});

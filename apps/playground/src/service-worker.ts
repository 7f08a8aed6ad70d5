// The service worker: stores all files of the page, and answers from the store. The build fills in the version and the names of the files.

declare const self: ServiceWorkerGlobalScope;

const cacheName = `helve-playground-${"VERSION"}`;
const files: readonly string[] = "FILES".split(" ");

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});

/** The page is fetched, so that a new version is seen; its files have new names in each version. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const stored = await cache.match(request, { ignoreSearch: true });
  if (stored !== undefined && request.mode !== "navigate") return stored;
  try {
    return await fetch(request);
  } catch (error) {
    const page = stored ?? (request.mode === "navigate" ? await cache.match("./") : undefined);
    if (page === undefined) throw error;
    return page;
  }
}

async function removeOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("helve-playground-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export type {};

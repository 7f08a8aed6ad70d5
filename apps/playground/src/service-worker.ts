/**
 * The service worker: stores all files of the page, and answers from the store. The build fills in the version and the names of the files.
 */

declare const self: ServiceWorkerGlobalScope;

/** The prefix of this page's caches. Pages at other paths of the same origin have their own. */
const prefix = `helve-playground ${self.registration.scope} `;
const cacheName = `${prefix}${"VERSION"}`;
const files: readonly string[] = "FILES".split(" ");

// A new version waits until no page of the old one is open, because such a page may still load more of its files.
self.addEventListener("install", (event) => {
  event.waitUntil(storeFiles());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});

/** Stores all files of the page, bypassing the browser's cache where names are not versioned. */
async function storeFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(
    files.map((file) => (file.startsWith("./assets/") ? file : new Request(file, { cache: "no-cache" }))),
  );
}

/** Answers a request for the page from the network, and for its files from the store. */
async function answer(request: Request): Promise<Response> {
  const stored = await storedAnswer(request).catch(() => undefined);
  if (stored !== undefined && request.mode !== "navigate") return stored;
  try {
    const response = await fetch(request);
    // A server that fails is as good as none.
    return response.status >= 500 ? (stored ?? response) : response;
  } catch (error) {
    if (stored === undefined) throw error;
    return stored;
  }
}

/** Answers a request from the store of this version, or of a newer one that is waiting. */
async function storedAnswer(request: Request): Promise<Response | undefined> {
  const options = { ignoreSearch: true };
  const own = await caches.match(request, { ...options, cacheName });
  if (own !== undefined || request.mode === "navigate") return own ?? caches.match("./", { cacheName });
  return caches.match(request, options);
}

/** Deletes the files that older versions of the page stored in the browser. */
async function removeOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export type {};

/** Registers the service worker, which stores the page so that it works offline. */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
  // The page works without it, for example in a window that stores nothing.
  navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
}

/** Registers the service worker, which stores the page so that it works offline. */
export async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.DEV) return;
  try {
    await navigator.serviceWorker?.register("./service-worker.js");
  } catch {
    // The page works without it, for example in a window that stores nothing.
  }
}

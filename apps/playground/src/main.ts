/** The page: connects the editors, the worker and the view of the verdict. */
import { createPlayground } from "./playground.ts";
import { createThemeButton } from "./theme.ts";
import { byId } from "./view/dom.ts";

createThemeButton(byId("theme"));
await createPlayground();
await registerServiceWorker();

/** Registers the service worker, which stores the page so that it works offline. */
async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.DEV) return;
  try {
    await navigator.serviceWorker?.register("./service-worker.js");
  } catch {
    // The page works without it, for example in a window that stores nothing.
  }
}

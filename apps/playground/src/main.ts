// The page: connects the editors, the worker and the view of the verdict.

import { createPlayground } from "./playground.ts";
import { registerServiceWorker } from "./register-service-worker.ts";
import { createThemeButton } from "./theme.ts";
import { byId } from "./view/dom.ts";

createThemeButton(byId("theme"));
await createPlayground();
await registerServiceWorker();

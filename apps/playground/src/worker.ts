/** The web worker of the playground: evaluates rules, or serves the editors, depending on its name. */
import type { WorkerResponse } from "./evaluation.ts";

const unloaded: WorkerResponse = { id: 0, type: "unloaded" };
try {
  if (self.name === "language-server") await import("./worker/language-server.ts");
  else await import("./worker/evaluate-messages.ts");
} catch {
  postMessage(unloaded);
}

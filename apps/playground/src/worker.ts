/** The worker. Its name says what it does, so that both workers share the chunks of their code. */
import type { WorkerResponse } from "./evaluation.ts";

const unloaded: WorkerResponse = { id: 0, type: "unloaded" };
try {
  if (self.name === "language-server") await import("./worker/language-server.ts");
  else await import("./worker/evaluate-messages.ts");
} catch {
  postMessage(unloaded);
}

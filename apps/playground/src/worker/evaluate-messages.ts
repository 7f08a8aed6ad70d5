/** Answers the page's requests for evaluations, one after the other. */
import { errorJson } from "@helve/core";
import type { WorkerRequest, WorkerResponse } from "../evaluation.ts";
import { evaluate } from "./evaluate.ts";
import { LoadError, lazy, onLoading } from "./load.ts";

const details = lazy(() => import("./evaluate-details.ts"));

let last: Promise<void> = Promise.resolve();
addEventListener("message", (event: MessageEvent<WorkerRequest>) => {
  last = last.then(() => answer(event.data));
});
// The page sends its first message when the code has loaded.
respond({ id: 0, type: "loading" });

/** Answers one request of the page. */
async function answer({ id, request, wants }: WorkerRequest): Promise<void> {
  onLoading(() => respond({ id, type: "loading" }));
  try {
    if (wants === "verdict") respond({ id, type: "verdict", evaluation: await evaluate(request) });
    else respond({ id, type: "details", details: await (await details()).evaluateDetails(request) });
  } catch (error) {
    if (error instanceof LoadError) respond({ id, type: "unloaded" });
    else respond({ id, type: "error", message: errorJson(error).message });
  }
}

/** Sends a message to the page. */
function respond(response: WorkerResponse): void {
  postMessage(response);
}

/** A thread that runs samples for a pool. */
import { parentPort, workerData } from "node:worker_threads";
import { runSample } from "../evaluate/run-sample.ts";
import { loadModel, loadTask } from "./load-task.ts";
import type { FromWorker, ToWorker, WorkerOptions } from "./worker-messages.ts";

const options: WorkerOptions = workerData;
const port = parentPort;
if (port === null) throw new Error("this module is a worker: start it with a pool");

const task = await loadTask(options.task, options);
const model = options.model === undefined ? task.model : await loadModel(options.model, options);
const byId = new Map(task.samples.map((sample) => [sample.id, sample]));
const controllers = new Map<number, AbortController>();

port.on("message", (message: ToWorker) => {
  if (message.type === "cancel") controllers.get(message.job)?.abort(new Error("the run was cancelled"));
  else void run(message);
});

/** Runs a sample in this thread. */
async function run({ job, id, epoch, limits, retries }: ToWorker & { readonly type: "run" }): Promise<void> {
  const sample = byId.get(id);
  if (sample === undefined || model === undefined) {
    throw new Error(`the task ${options.task} has no sample ${JSON.stringify(id)} or no model in this thread`);
  }
  const controller = new AbortController();
  controllers.set(job, controller);
  const end = await runSample({
    id,
    epoch,
    sample,
    model,
    signal: controller.signal,
    task: { ...task, limits, retries },
    emit: (notice) => post({ type: "notice", job, notice }),
  });
  controllers.delete(job);
  post({ type: "end", job, end });
}

/** Sends log entries to the main thread. */
function post(message: FromWorker): void {
  port?.postMessage(JSON.parse(JSON.stringify(message)));
}

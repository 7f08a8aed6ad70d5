/** Runs samples in a pool of threads. */
import { Worker } from "node:worker_threads";
import { errorJson } from "@helve/core";
import { onAbort } from "@helve/core/internal";
import type { SampleEnd } from "../eval-event.ts";
import type { SampleJob } from "../evaluate/run-sample.ts";
import type { SampleRunner } from "../evaluate.ts";
import { lostEnd } from "./lost-end.ts";
import type { FromWorker, ToWorker, WorkerOptions } from "./worker-messages.ts";

/** Threads that run samples. */
export interface WorkerPool {
  readonly run: SampleRunner;
  readonly close: () => Promise<void>;
}

/**
 * Creates a pool of threads. Each thread loads the task itself, and starts with its first sample. If a thread ends unexpectedly, its samples
 * fail, and it starts again.
 */
export function workerPool(options: WorkerOptions, count: number): WorkerPool {
  const threads: Thread[] = Array.from({ length: count }, () => ({ jobs: new Map(), worker: undefined }));
  let nextJob = 0;
  const run: SampleRunner = async (job) => {
    const thread = threads.reduce((least, other) => (other.jobs.size < least.jobs.size ? other : least));
    const worker = thread.worker ?? startWorker(options, thread);
    thread.worker = worker;
    const id = nextJob++;
    const { promise, resolve } = Promise.withResolvers<SampleEnd>();
    thread.jobs.set(id, { job, resolve });
    const { epoch, task, signal } = job;
    const { limits, retries } = task;
    post(worker, { type: "run", job: id, id: job.id, epoch, limits, retries });
    const cancel = (): void => cancelJob(thread, worker, id);
    const stopListening = signal.aborted ? undefined : onAbort(signal, cancel);
    if (signal.aborted) cancel();
    return promise.finally(() => stopListening?.());
  };
  const close = async (): Promise<void> => {
    await Promise.all(threads.map(({ worker }) => worker?.terminate()));
  };
  return { run, close };
}

interface Thread {
  worker: Worker | undefined;
  readonly jobs: Map<number, { readonly job: SampleJob; readonly resolve: (end: SampleEnd) => void }>;
}

function startWorker(options: WorkerOptions, thread: Thread): Worker {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? new URL("./worker.ts", import.meta.url) : new URL("./worker.js", import.meta.url);
  const worker = new Worker(file, {
    workerData: options,
    execArgv: isSource ? ["--conditions=@helve/source"] : undefined,
  });
  const end = (reason: string): void => {
    if (thread.worker === worker) thread.worker = undefined;
    for (const { job, resolve } of thread.jobs.values()) {
      resolve(lostEnd(job, job.signal.aborted ? undefined : { code: "worker", message: reason }));
    }
    thread.jobs.clear();
  };
  worker.on("message", (message: FromWorker) => {
    const entry = thread.jobs.get(message.job);
    if (message.type === "notice") entry?.job.emit(message.notice);
    else {
      thread.jobs.delete(message.job);
      entry?.resolve(message.end);
    }
  });
  worker.on("error", (error) => end(`the worker failed: ${errorJson(error).message}`));
  worker.on("exit", (code) => end(`the worker ended with the exit code ${code}`));
  return worker;
}

/** Asks a thread to cancel a sample. A thread that is too busy to answer is ended. */
function cancelJob(thread: Thread, worker: Worker, id: number): void {
  post(worker, { type: "cancel", job: id });
  const timer = setTimeout(() => {
    if (thread.worker === worker && thread.jobs.has(id)) void worker.terminate();
  }, 5000);
  timer.unref();
}

/** Sends a message to a worker. */
function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

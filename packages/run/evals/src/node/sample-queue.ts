import { canonicalJson, type ErrorJson, errorJson } from "@helve/core";
import { onAbort, sha256Now } from "@helve/core/internal";
import type { SampleEnd } from "../eval-event.ts";
import { runSample, type SampleJob, type SampleNotice } from "../evaluate/run-sample.ts";
import type { SampleRunner } from "../evaluate.ts";
import type { IdentifiedSample, SampleId } from "../sample.ts";
import type { SampleLimits } from "../task.ts";
import { loadModel, loadTask } from "./load-task.ts";
import { lostEnd } from "./lost-end.ts";

/** A queue from which workers in other processes take samples: a `WorkQueue` of `@helve/durable`. */
export interface SampleQueue {
  submit(run: string, items: readonly { readonly id: string; readonly value: QueuedSample }[]): Promise<void>;
  outcome(run: string, id: string, signal?: AbortSignal): Promise<SampleOutcome>;
  cancel(run: string, ids: readonly string[]): Promise<void>;
}

/** How a sample of a queue ended. */
export type SampleOutcome =
  | { readonly status: "done"; readonly result: FinishedSample }
  | { readonly status: "failed"; readonly error: ErrorJson }
  | { readonly status: "cancelled" };

/** A sample in a queue. Plain JSON. */
export interface QueuedSample {
  readonly id: SampleId;
  readonly epoch: number;
  /** The hash of the sample, so that a worker with another dataset does not run another sample. */
  readonly sample: string;
  /** `null` is no limit: JSON has no `Infinity`. */
  readonly limits: { readonly [Name in keyof SampleLimits]: number | null };
  readonly retries: number;
  /** When the sample last ended in the run, in milliseconds since 1970; 0 if it has not. It then runs again. */
  readonly after: number;
}

/** What a worker returns: the entries of the log. Plain JSON. */
export interface FinishedSample {
  readonly notices: readonly SampleNotice[];
  readonly end: SampleEnd;
}

/** Runs samples in the workers of a queue. A sample that a run submits again, because its process ended, is not run again. */
export function queueRunner(queue: SampleQueue): SampleRunner {
  return async (job, { run, after }) => {
    const { id, epoch, sample, task, signal } = job;
    const limits = { ...task.limits };
    const value: QueuedSample = { id, epoch, sample: hashOf(sample), limits, retries: task.retries, after };
    const item = sha256Now(JSON.stringify(value));
    const waiting = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = (): void => {
      void queue.cancel(run, [item]).catch(() => undefined);
      timer = setTimeout(() => waiting.abort(signal.reason), longestCancel);
    };
    let stopListening: (() => void) | undefined;
    try {
      signal.throwIfAborted();
      await queue.submit(run, [{ id: item, value }]);
      if (signal.aborted) cancel();
      else stopListening = onAbort(signal, cancel);
      const outcome = await queue.outcome(run, item, waiting.signal);
      if (outcome.status !== "done") {
        return lost(job, outcome.status === "failed" ? outcome.error : errorJson("the sample was cancelled"));
      }
      for (const notice of outcome.result.notices) job.emit(notice);
      return outcome.result.end;
    } catch (error) {
      return lost(job, errorJson(error));
    } finally {
      clearTimeout(timer);
      stopListening?.();
    }
  };
}

/** How long a worker may take to cancel a sample, in milliseconds. */
const longestCancel = 5000;

/** Creates the end of a sample without log entries. */
function lost(job: SampleJob, error: ErrorJson): SampleEnd {
  const { id, epoch, sample, signal } = job;
  job.emit({ type: "sample_start", id, epoch, attempt: 1, at: Date.now(), sample });
  return lostEnd(job, signal.aborted ? undefined : error);
}

/**
 * Creates the handler of a worker, which runs the samples of a queue. The worker must have the same task as the run.
 *
 * @param source - the source of the task for `loadTask`
 * @throws TaskError if the task or the model can't be loaded
 *
 * @example
 * const handler = await sampleHandler("evals/math.ts#sums", { model: "openai:gpt-5" });
 * bullmqWorker({ name: "evals", connection: { url }, handler });
 */
export async function sampleHandler(source: string, options: SampleHandlerOptions = {}): Promise<SampleHandler> {
  const task = await loadTask(source, options);
  const model = options.model === undefined ? task.model : await loadModel(options.model, options);
  const byId = new Map(task.samples.map((sample) => [sample.id, sample]));
  return async ({ id, epoch, sample: hash, limits: queued, retries }, { signal }) => {
    const sample = byId.get(id);
    if (sample === undefined || hashOf(sample) !== hash || model === undefined) {
      const missing = model === undefined ? "model" : `such sample ${JSON.stringify(id)}`;
      throw new Error(`the task ${source} of this worker has no ${missing}: start it with the task of the run`);
    }
    const notices: SampleNotice[] = [];
    const entries = Object.entries(queued).map(([name, limit]) => [name, limit ?? Infinity] as const);
    const limits: SampleLimits = Object.fromEntries(entries);
    const emit = (notice: SampleNotice): void => void notices.push(notice);
    const end = await runSample({ id, epoch, sample, model, signal, emit, task: { ...task, limits, retries } });
    return { notices, end };
  };
}

/** Options of {@link sampleHandler}. */
export interface SampleHandlerOptions {
  /** The source of the model for `loadModel`; by default the model of the task. */
  readonly model?: string | undefined;
  /** The folder of relative paths; the working directory by default. */
  readonly cwd?: string | undefined;
}

/** Runs a sample of a queue: an `ItemHandler` of `@helve/durable`. */
export type SampleHandler = (value: QueuedSample, context: { readonly signal: AbortSignal }) => Promise<FinishedSample>;

/** Returns the SHA-256 of a sample, by which equal samples are found. */
function hashOf(sample: IdentifiedSample): string {
  return sha256Now(canonicalJson(sample));
}

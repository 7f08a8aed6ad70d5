import { addUsage, noUsage, type Usage } from "@helve/agent";
import type { ErrorJson } from "@helve/core";
import { EventQueue, onAbort } from "@helve/core/internal";
import type { EvalEvent, LogEntry, Progress, SampleEnd } from "./eval-event.ts";
import { type EvalLog, logOfEntries } from "./eval-log.ts";
import type { EvalOptions } from "./eval-options.ts";
import { type EvalPlan, planOf } from "./evaluate/plan.ts";
import { runSample, type SampleJob, type SampleNotice } from "./evaluate/run-sample.ts";
import { resultsOf } from "./results.ts";
import { type IdentifiedSample, keyOf, type SampleKey } from "./sample.ts";
import type { Task } from "./task.ts";

/**
 * Evaluates a task: runs its samples, several at the same time, and computes the results.
 *
 * @throws TaskError if an option is invalid; LogError if the log to resume belongs to another task
 *
 * @example
 * for await (const event of evaluate(arithmetic, { model })) {
 *   if (event.type === "end") console.log(event.results.scores);
 * }
 */
export function evaluate(task: Task, options: EvalOptions = {}): EvalRun {
  return evaluateWith(runSample, task, options);
}

/** The events of a run, which begins when the first one is read. Leaving the loop over them cancels it. */
export type EvalRun = AsyncGenerator<EvalEvent, void, undefined>;

/** Runs one sample, in this thread or elsewhere. It never throws. */
export type SampleRunner = (job: SampleJob, turn: SampleTurn) => Promise<SampleEnd>;

/** The place of a sample in a run that may be resumed. */
interface SampleTurn {
  /** The id of the run. */
  readonly run: string;
  /** When the sample last ended in the run that is resumed, in milliseconds since 1970; 0 if it did not. */
  readonly after: number;
}

/** Like {@link evaluate}, with a runner of samples. */
export function evaluateWith(runner: SampleRunner, task: Task, options: EvalOptions): EvalRun {
  return events(planOf(task, options), runner, options.signal);
}

/**
 * Waits for the end of a run.
 *
 * @returns its log, without the events of a run that it resumes
 *
 * @example
 * const { results, samples } = await logOf(evaluate(arithmetic, { model }));
 */
export async function logOf(run: AsyncIterable<EvalEvent>): Promise<EvalLog> {
  const entries: LogEntry[] = [];
  for await (const event of run) if (event.type !== "progress") entries.push(event);
  const log = logOfEntries(entries);
  if (log === undefined) throw new TypeError("the run has no events");
  return log;
}

/** Yields the events of an evaluation. */
async function* events(plan: EvalPlan, runner: SampleRunner, signal: AbortSignal | undefined): EvalRun {
  const run = new Run(plan, runner, signal);
  const working = run.work();
  working.catch(() => undefined); // thrown below, after the events
  try {
    yield* run.queue.read();
    await working;
  } finally {
    run.cancel();
    await working.catch(() => undefined);
  }
}

/** The run of a plan. */
class Run {
  readonly queue: EventQueue<EvalEvent> = new EventQueue<EvalEvent>();
  readonly #plan: EvalPlan;
  readonly #runner: SampleRunner;
  readonly #host: AbortSignal | undefined;
  readonly #end: AbortController = new AbortController();
  readonly #ends: Map<string, SampleEnd>;
  readonly #started: number = performance.now();
  #usage: Usage = noUsage;
  #cost = 0;
  #running = 0;
  #done = 0;
  #errors = 0;
  #failure: ErrorJson | undefined;

  constructor(plan: EvalPlan, runner: SampleRunner, host: AbortSignal | undefined) {
    this.#plan = plan;
    this.#runner = runner;
    this.#host = host;
    this.#ends = new Map(plan.ended);
    for (const { usage, cost } of plan.ended.values()) this.#count(usage, cost);
  }

  /** Ends the samples that are running. */
  cancel(reason: unknown = new Error("the run was cancelled")): void {
    this.#end.abort(reason);
  }

  async work(): Promise<void> {
    const { start, missing, maxSamples, task, samples } = this.#plan;
    this.queue.push({ ...start, at: Date.now() });
    this.#progress();
    const host = this.#host;
    const stopListening =
      host === undefined || host.aborted ? undefined : onAbort(host, () => this.cancel(host.reason));
    if (host?.aborted) this.cancel(host.reason);
    try {
      const jobs = missing.values();
      const next = async (): Promise<void> => {
        for (const key of jobs) {
          if (this.#end.signal.aborted) return;
          await this.#runOne(key);
        }
      };
      await Promise.all(Array.from({ length: Math.min(maxSamples, missing.length) }, next));
      const status = this.#failure !== undefined ? "error" : this.#end.signal.aborted ? "cancelled" : "success";
      const results = resultsOf(task, samples, this.#ends);
      const error = this.#failure;
      this.queue.push({ type: "end", at: Date.now(), status, results, error });
    } finally {
      stopListening?.();
      this.queue.close();
    }
  }

  async #runOne(key: SampleKey): Promise<void> {
    const { task, model, byId, start, endedAt } = this.#plan;
    const sample = byId.get(key.id) as IdentifiedSample;
    this.#running++;
    const emit = (notice: SampleNotice): void => {
      if (notice.type === "usage") {
        this.#count(notice.usage, notice.cost);
        this.#progress();
      } else this.queue.push(notice);
    };
    const turn: SampleTurn = { run: start.run, after: endedAt.get(keyOf(key)) ?? 0 };
    const end = await this.#runner({ ...key, task, sample, model, emit, signal: this.#end.signal }, turn);
    this.#running--;
    this.#ends.set(keyOf(key), end);
    this.queue.push(end);
    if (end.status !== "cancelled") this.#done++;
    if (end.status === "error") this.#fail(end);
    this.#progress();
  }

  #fail({ id, epoch, error }: SampleEnd): void {
    this.#errors++;
    const { failOnError, total } = this.#plan;
    if (this.#failure !== undefined || !isTooMany(this.#errors, total, failOnError)) return;
    const count = this.#errors === 1 ? "a sample" : `${this.#errors} of ${total} samples`;
    const message = `${count} failed; the last one is ${JSON.stringify(id)} in epoch ${epoch}: ${error?.message ?? ""}`;
    this.#failure = { code: "sample_errors", message };
    this.cancel(new Error(message));
  }

  #count(usage: Usage, cost: number): void {
    this.#usage = addUsage(this.#usage, usage);
    this.#cost += cost;
  }

  #progress(): void {
    const { total, ended } = this.#plan;
    const elapsed = Math.round(performance.now() - this.#started);
    const done = ended.size + this.#done;
    const left = this.#done === 0 ? undefined : Math.round((elapsed / this.#done) * (total - done));
    const progress: Progress = {
      type: "progress",
      done,
      total,
      running: this.#running,
      errors: this.#errors,
      usage: this.#usage,
      cost: this.#cost,
      elapsed,
      left,
    };
    this.queue.push(progress);
  }
}

/** Whether errors end the run (Inspect `fail_on_error`). */
function isTooMany(errors: number, total: number, failOnError: boolean | number): boolean {
  if (typeof failOnError === "boolean") return failOnError && errors > 0;
  return errors >= (failOnError < 1 ? failOnError * total : failOnError);
}

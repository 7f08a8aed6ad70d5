/** `runEval` and `resumeEval`: run a task and write its log to a file. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Model } from "@helve/agent";
import { TaskError } from "../errors.ts";
import type { EvalEvent } from "../eval-event.ts";
import type { EvalLog } from "../eval-log.ts";
import type { EvalOptions } from "../eval-options.ts";
import { runSample } from "../evaluate/run-sample.ts";
import { type EvalRun, evaluateWith } from "../evaluate.ts";
import { issue, type Task } from "../task.ts";
import { loadModel, loadTask } from "./load-task.ts";
import { openLogWriter, readLog } from "./log-file.ts";
import { inUse, lockLog } from "./log-lock.ts";
import { queueRunner, type SampleQueue } from "./sample-queue.ts";
import { workerPool } from "./worker-pool.ts";

/** Options of {@link runEval}. */
export interface RunEvalOptions extends Omit<EvalOptions, "model" | "resume" | "source"> {
  /** A model, or the source of one for `loadModel`. */
  readonly model?: Model | string | undefined;
  /** The folder of the log, or its file, whose name ends with `.jsonl`; `logs` by default. */
  readonly log?: string | undefined;
  /**
   * How many threads run the samples, for tools that need the processor; none by default: the samples run in this thread. The task and the
   * model must then be sources.
   */
  readonly workers?: number | undefined;
  /**
   * Runs the samples in the workers of a queue, in other processes and on other machines: a `WorkQueue` of `@helve/durable`, whose workers have
   * a `sampleHandler`. At most `maxSamples` are in the queue at the same time.
   */
  readonly queue?: SampleQueue | undefined;
  /** The folder of relative paths of sources; the working directory by default. */
  readonly cwd?: string | undefined;
}

/** Options of {@link resumeEval}. The others are the options of the run. */
export interface ResumeEvalOptions
  extends Pick<
    RunEvalOptions,
    "model" | "maxSamples" | "failOnError" | "retries" | "signal" | "workers" | "queue" | "cwd"
  > {
  /** By default the source in the log. */
  readonly task?: Task | string | undefined;
}

/** A run with a log. */
export interface LoggedRun {
  /** The path of the log. */
  readonly file: string;
  /** The events of the run, which begins when the first one is read. An event is in the log before it is here. */
  readonly events: EvalRun;
}

/**
 * Evaluates a task, and writes the log while it runs.
 *
 * @param task - a task, or the source of one for `loadTask`
 * @throws TaskError if the task, the model or an option is invalid; what loading them throws
 *
 * @example
 * const { file, events } = await runEval("evals/math.ts#arithmetic", { model: "gpt-5", workers: 2 });
 * for await (const event of events) if (event.type === "progress") console.log(event.done, "of", event.total);
 */
export async function runEval(task: Task | string, options: RunEvalOptions = {}): Promise<LoggedRun> {
  const { log = "logs", ...more } = options;
  const loaded = await load(task, more);
  const name = loaded.task.name.replaceAll(/[^\w-]+/g, "-").slice(0, 60);
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, "-");
  const file = log.endsWith(".jsonl") ? log : join(log, `${time}_${name}_${crypto.randomUUID().slice(0, 8)}.jsonl`);
  return { file, events: logged(loaded, file, { append: false }) };
}

/**
 * Goes on with a run that was interrupted: runs the samples that have not succeeded, and appends to its log. The log is then the one of
 * an uninterrupted run.
 *
 * @throws LogError if the log can't be read, or belongs to another task; TaskError as {@link runEval}
 *
 * @example
 * const { events } = await resumeEval("logs/2026-11-26-15-09-00_math_4f2a91c3.jsonl");
 */
export async function resumeEval(file: string, options: ResumeEvalOptions = {}): Promise<LoggedRun> {
  const { size } = await stat(file);
  const resume = await readLog(file);
  const { task = resume.start.task.source, model = resume.start.modelSource, ...more } = options;
  if (task === undefined) {
    throw new TaskError([issue("task", "is missing: the log does not say from which module it was loaded")]);
  }
  const loaded = await load(task, { ...more, model }, resume);
  return { file, events: logged(loaded, file, { append: true, size }) };
}

interface Loaded {
  readonly task: Task;
  /** Starts the run. */
  readonly start: (signal: AbortSignal) => EvalRun;
  /** Ends the workers. */
  readonly close: () => Promise<void>;
}

/** Loads the task and the workers of a run. */
async function load(task: Task | string, options: Omit<RunEvalOptions, "log">, resume?: EvalLog): Promise<Loaded> {
  const { workers = 0, queue, cwd, model: namedModel, signal: host, ...more } = options;
  const issues = [
    ...(Number.isInteger(workers) && workers >= 0
      ? []
      : [issue("workers", `must be a whole number, 0 or more (got ${String(workers)})`)]),
    ...(workers > 0 && typeof task !== "string" ? [issue("workers", "need the source of the task, not the task")] : []),
    ...(workers > 0 && queue !== undefined
      ? [issue("workers", "are threads, and a queue has workers of its own")]
      : []),
    ...(workers > 0 && typeof namedModel === "object"
      ? [issue("workers", "need the source of the model, not the model")]
      : []),
  ];
  if (issues.length > 0) throw new TaskError(issues);
  const loaded = typeof task === "string" ? await loadTask(task, { cwd }) : task;
  const model = typeof namedModel === "string" ? await loadModel(namedModel, { cwd }) : namedModel;
  const source = {
    task: typeof task === "string" ? task : undefined,
    model: typeof namedModel === "string" ? namedModel : undefined,
  };
  const evalOptions: EvalOptions = {
    ...more,
    model,
    resume,
    source,
  };
  const signals = (signal: AbortSignal) => AbortSignal.any([signal, ...(host === undefined ? [] : [host])]);
  const pool =
    workers > 0 && typeof task === "string" ? workerPool({ task, model: source.model, cwd }, workers) : undefined;
  const runner = queue === undefined ? (pool?.run ?? runSample) : queueRunner(queue);
  const start = (signal: AbortSignal) => evaluateWith(runner, loaded, { ...evalOptions, signal: signals(signal) });
  start(new AbortController().signal); // throws for an invalid option; a run begins when its first event is read
  return { task: loaded, start, close: async () => pool?.close() };
}

/** Writes the entries of a run to its log. Who leaves the loop cancels the run, whose end is then still written. */
async function* logged(loaded: Loaded, file: string, options: LogOptions): EvalRun {
  const left = new AbortController();
  const run = loaded.start(left.signal);
  const { unlock, log } = await openLocked(file, options).catch(async (error: unknown) => {
    await loaded.close();
    throw error;
  });
  let hasEnded = false;
  const next = async (): Promise<EvalEvent | undefined> => {
    const { value, done } = await run.next();
    if (done === true) {
      hasEnded = true;
      return undefined;
    }
    if (value.type !== "progress") await log.write(value);
    return value;
  };
  try {
    for (let event = await next(); event !== undefined; event = await next()) yield event;
  } finally {
    try {
      left.abort(new Error("the run was cancelled"));
      while (!hasEnded) await next();
    } finally {
      await loaded.close();
      await log.close();
      unlock();
    }
  }
}

/** Options for opening a log. */
interface LogOptions {
  readonly append: boolean;
  /** The size of the log when it was read: another run may have written to it since. */
  readonly size?: number;
}

/** Opens a log that no other run writes. @throws LogError */
async function openLocked(file: string, options: LogOptions) {
  const unlock = await lockLog(file);
  try {
    if (options.size !== undefined && (await stat(file)).size !== options.size) throw inUse(file);
    return { unlock, log: await openLogWriter(file, options) };
  } catch (error) {
    unlock();
    throw error;
  }
}

import { addUsage, isMessage, type Model, noUsage, type Usage, userMessage } from "@helve/agent";
import { type ErrorJson, errorJson, HelveError, type JsonObject, type JsonValue } from "@helve/core";
import { freezeCopy, unlessAborted } from "@helve/core/internal";
import { openStore, type Store } from "@helve/store";
import type { LogEntry, SampleEnd } from "../eval-event.ts";
import { type IdentifiedSample, type SampleKey, targetsOf } from "../sample.ts";
import { type Score, scoreOf } from "../score.ts";
import type { Task } from "../task.ts";
import type { Solver, TaskState } from "../task-state.ts";
import { generateIn } from "./generate.ts";
import { SampleRun } from "./sample-run.ts";
import { sampleSandboxes } from "./sample-sandboxes.ts";

/** Runs a sample: solves and scores it, again after an error if the task says so. It never throws. */
export async function runSample(job: SampleJob): Promise<SampleEnd> {
  const { retries } = job.task;
  const errors: ErrorJson[] = [];
  let [usage, cost] = [noUsage, 0];
  for (let attempt = 1; ; attempt++) {
    const end = await runAttempt(job, attempt);
    usage = addUsage(usage, end.usage);
    cost += end.cost;
    if (end.status !== "error" || attempt > retries || job.signal.aborted) {
      return { ...end, usage, cost, retries: errors.length > 0 ? errors : undefined };
    }
    errors.push(end.error ?? errorJson(end.status));
  }
}

/** The inputs for running a sample. */
export interface SampleJob extends SampleKey {
  readonly task: Task;
  readonly sample: IdentifiedSample;
  readonly model: Model;
  /** Receives the entries of the log before the end, and what models use. */
  readonly emit: (notice: SampleNotice) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** An entry of the log, or what a model has used. */
export type SampleNotice = LogEntry | { readonly type: "usage"; readonly usage: Usage; readonly cost: number };

async function runAttempt(job: SampleJob, attempt: number): Promise<SampleEnd> {
  const { id, epoch, sample, task, signal } = job;
  const started = performance.now();
  job.emit({ type: "sample_start", id, epoch, attempt, at: Date.now(), sample });
  const run = new SampleRun(task.limits, signal, {
    emit: (event) => job.emit({ type: "event", id, epoch, at: Date.now(), event }),
    onUsage: (usage, cost) => job.emit({ type: "usage", usage, cost }),
  });
  const store = await openStore();
  let scores: Readonly<Record<string, Score>> = {};
  let status: SampleEnd["status"] = "success";
  let error: unknown;
  try {
    scores = await solveAndScore(job, run, store);
  } catch (thrown) {
    status = signal.aborted ? "cancelled" : "error";
    error = thrown;
  } finally {
    run.leave();
    await store.close();
  }
  const { output, messages, metadata } =
    run.state === undefined ? { output: "", messages: [], metadata: {} } : recordedState(run.state);
  return {
    type: "sample_end",
    id,
    epoch,
    at: Date.now(),
    status,
    attempt,
    output,
    messages,
    metadata,
    scores,
    store: store.values() as Readonly<Record<string, JsonValue>>,
    usage: run.usage,
    cost: run.cost,
    time: Math.round(performance.now() - started),
    limit: run.limit,
    stopped: run.stopped,
    error: status === "error" ? (HelveError.is(error) ? error.toJSON() : errorJson(error)) : undefined,
  };
}

/** Solves a sample and scores the answer, in sandboxes of its own. */
async function solveAndScore(job: SampleJob, run: SampleRun, store: Store): Promise<Readonly<Record<string, Score>>> {
  const { task, sample, epoch, model } = job;
  const sandboxes = await sampleSandboxes(task, sample, job.signal);
  try {
    const { input, metadata = {} } = sample;
    const first: TaskState = {
      sample,
      epoch,
      messages: typeof input === "string" ? [userMessage(input)] : input,
      trajectory: [],
      output: "",
      tools: [],
      toolChoice: "auto",
      completed: false,
      metadata,
      store,
      sandbox: (name) => sandboxes.sandbox(name),
      model: run.limited(model),
      signal: run.signal,
    };
    run.state = first;
    run.state = await solve(job, run, first);
    run.leave();
    return await scoresOf(job, run, run.state);
  } finally {
    await sandboxes.close();
  }
}

/** Runs the solvers one after the other. A limit ends them, and the state of that moment is the result. */
async function solve(job: SampleJob, run: SampleRun, first: TaskState): Promise<TaskState> {
  const { task } = job;
  const generate = (state: TaskState, options?: Parameters<typeof generateIn>[3]): Promise<TaskState> => {
    return generateIn(run, task, state, options);
  };
  const context = { score: (state: TaskState) => scoresOf(job, run, state) };
  try {
    for (const solver of [task.solver].flat() as readonly Solver[]) {
      const before = run.state ?? first;
      const next = await unlessAborted(async () => solver(before, generate, context), run.signal);
      if (next === "aborted") throw run.signal.reason;
      run.state = checkedState(next);
      if (next.completed) break;
    }
  } catch (error) {
    if (run.limit === undefined) throw error;
  }
  job.signal.throwIfAborted();
  return checkedState(run.state ?? first);
}

/** Checks the state that a solver returned. @throws TypeError if a solver returned what is no state, or a state that a log can't have */
function checkedState(state: TaskState): TaskState {
  const { output, messages, trajectory, metadata }: { readonly [Member in keyof TaskState]?: unknown } = Object(state);
  if (typeof output !== "string" || !Array.isArray(messages) || !messages.every(isMessage)) {
    throw new TypeError("a solver must return a state, whose output is a text and whose messages are a conversation");
  }
  if (!Array.isArray(trajectory))
    throw new TypeError("a solver must keep the trajectory of a state, or add steps to it");
  if (freezeCopy(metadata) === undefined) throw new TypeError("the metadata of a state must be JSON");
  return state;
}

/** Returns the loggable part of a state. */
function recordedState({ output, messages, metadata }: TaskState): Pick<SampleEnd, "output" | "messages" | "metadata"> {
  return {
    output: typeof output === "string" ? output : "",
    messages: Array.isArray(messages) ? messages.filter(isMessage) : [],
    metadata: (freezeCopy(metadata) ?? {}) as JsonObject,
  };
}

/** Scores a state by all scorers. */
async function scoresOf(job: SampleJob, run: SampleRun, state: TaskState): Promise<Readonly<Record<string, Score>>> {
  const { task, sample, signal } = job;
  const metered = (model: Model): Model => run.metered(model);
  const scored: TaskState = { ...state, model: metered(job.model), signal };
  const entries = await Promise.all(
    task.scorers.map(async (scorer) => {
      const returned = await unlessAborted(async () => scorer.score(scored, targetsOf(sample), { metered }), signal);
      signal.throwIfAborted();
      return [scorer.name, freezeCopy(scoreOf(returned, scorer.name), "convert") as unknown as Score] as const;
    }),
  );
  return Object.fromEntries(entries);
}

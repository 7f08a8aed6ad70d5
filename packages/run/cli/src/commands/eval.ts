/** `helve eval`: runs and scores the samples of a task. */
import { resolve } from "node:path";
import type { EvalCommandOptions, EvalTerminal } from "@helve/evals/node";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { projectPackage } from "../optional-package.ts";

type Evals = typeof import("@helve/evals/node");

/** The options of `helve eval`. */
export interface EvalOptions extends Omit<EvalCommandOptions, "queue"> {
  readonly backend?: string;
}

/** Evaluates a task. */
export async function evaluate(task: string | undefined, options: EvalOptions, io: Io): Promise<number> {
  const evals = await loadEvals(io.cwd);
  const { backend, ...direct } = options;
  if (backend === undefined) return evals.evalCommand(task, direct, terminalOf(io));
  return evaluateInQueue(evals, { ...direct, backend, task }, io);
}

/** Evaluates a task in workers, of which some are started on this machine. */
async function evaluateInQueue(
  evals: Evals,
  {
    task: named,
    backend: kind,
    workers: count = "1",
    ...options
  }: EvalOptions & { task: string | undefined; backend: string },
  io: Io,
): Promise<number> {
  if (!/^\d{1,4}$/.test(count)) throw new UsageError(`--workers must be a whole number (got ${count})`);
  const resumed =
    options.resume === undefined ? undefined : (await evals.readLog(resolve(io.cwd, options.resume))).start;
  const task = named ?? resumed?.task.source;
  const model = options.model ?? resumed?.modelSource;
  if (task === undefined) throw new UsageError("TASK is missing: name a module, such as evals/math.ts#sums");
  const { loadBackend } = await import("./eval/backend.ts");
  const { startWorkers } = await import("./eval/workers.ts");
  const backend = await loadBackend({ backend: kind, task, model }, io);
  const concurrency = Math.ceil(Number(options.maxSamples ?? 10) / Math.max(1, Number(count)));
  const modelArgs = model === undefined ? [] : ["--model", model];
  const args = ["eval", "work", task, "--backend", kind, "--concurrency", String(concurrency), ...modelArgs];
  const queue = await backend.openQueue();
  try {
    const workers = await startWorkers(Number(count), args, io);
    const lost = new AbortController();
    workers.failed.catch((error: unknown) => lost.abort(error));
    const signal = AbortSignal.any([io.signal, lost.signal]);
    try {
      const code = await evals.evalCommand(named, { ...options, queue }, { ...terminalOf(io), signal });
      if (lost.signal.aborted) throw lost.signal.reason;
      return code;
    } finally {
      await workers.close();
    }
  } finally {
    await queue.close();
  }
}

/** Takes samples of a task from the queue of a backend, until it is interrupted. */
export async function work(
  task: string,
  options: { readonly backend?: string; readonly model?: string; readonly concurrency: string },
  io: Io,
): Promise<number> {
  const { backend: kind, model, concurrency } = options;
  if (kind === undefined) throw new UsageError("--backend is missing: the engine of the run's queue");
  if (!/^[1-9]\d{0,3}$/.test(concurrency)) {
    throw new UsageError(`--concurrency must be a whole number above 0 (got ${concurrency})`);
  }
  const evals = await loadEvals(io.cwd);
  const { loadBackend } = await import("./eval/backend.ts");
  const backend = await loadBackend({ backend: kind, task, model }, io);
  const handler = await evals.sampleHandler(task, { model, cwd: io.cwd });
  const worker = await backend.openWorker({ handler, concurrency: Number(concurrency) });
  process.send?.("ready");
  io.err(`takes samples of ${task}\n`);
  await ended(io.signal);
  await worker.close();
  return exitCodes.fine;
}

/** Waits until the worker is to end: it is interrupted, or the command that has started it has ended. */
function ended(signal: AbortSignal): Promise<void> {
  return new Promise((end) => {
    if (signal.aborted) end();
    signal.addEventListener("abort", () => end(), { once: true });
    process.once("SIGTERM", () => end());
    process.once("disconnect", () => end());
  });
}

/** Writes the report of a log. */
export async function view(log: string, options: { readonly out?: string }, io: Io): Promise<number> {
  return (await loadEvals(io.cwd)).viewCommand(log, options, terminalOf(io));
}

/** Loads the package of the project, whose tasks use it, or else the one beside this program. */
function loadEvals(cwd: string): Promise<Evals> {
  return projectPackage<Evals>("helve eval", "@helve/evals/node", cwd);
}

/** Returns the parts of `Io` that an evaluation uses. */
function terminalOf({ out, err, isLive, cwd, signal }: Io): EvalTerminal {
  return { out, err, isLive, cwd, signal };
}

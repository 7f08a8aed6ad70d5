import { realpath, stat, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { escapeInvisible, visibleJson } from "@helve/core/internal";
import { TaskError } from "../errors.ts";
import type { EvalEnd, EvalEvent, Progress } from "../eval-event.ts";
import { formatProgress, formatResults } from "../format-results.ts";
import { reportHtml } from "../report-html.ts";
import { issue } from "../task.ts";
import { readLog } from "./log-file.ts";
import { resumeEval, runEval } from "./run-eval.ts";
import type { SampleQueue } from "./sample-queue.ts";

/**
 * The command `helve eval`: evaluates a task with its progress on standard error, and prints the results.
 *
 * @param task - the source of the task; with `resume`, the log's task by default
 * @returns the exit code: 0 if all samples succeeded, 1 if samples failed, 130 if the run was interrupted
 * @throws TaskError, LogError, DatasetError; what loading the task throws
 */
export async function evalCommand(
  task: string | undefined,
  options: EvalCommandOptions,
  terminal: EvalTerminal,
): Promise<number> {
  const { file, events } = await start(task, options, terminal);
  const progress = progressPrinter(terminal, options.json === true);
  let end: EvalEnd | undefined;
  for await (const event of events) {
    progress(event);
    if (event.type === "end") end = event;
  }
  if (end === undefined) throw new TypeError("the run has no end");
  const { status, results, error } = end;
  const path = relative(terminal.cwd, file);
  if (options.json === true) terminal.out(`${JSON.stringify({ log: path, status, results, error })}\n`);
  else {
    if (error !== undefined) terminal.err(`${escapeInvisible(error.message)}\n`);
    terminal.out(`${formatResults(results)}\n\n${path}\n`);
    if (status !== "success") terminal.err(`To go on: helve eval --resume ${path}\n`);
  }
  if (status === "cancelled") return 130;
  return status === "error" || results.failed > 0 ? 1 : 0;
}

/** Where a command reads and writes. */
export interface EvalTerminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether standard error is a terminal, on which a line can be written again. */
  readonly isLive: boolean;
  readonly cwd: string;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** The options of `helve eval`, as texts of a command line. */
export interface EvalCommandOptions {
  readonly model?: string | undefined;
  readonly limit?: string | undefined;
  readonly epochs?: string | undefined;
  readonly maxSamples?: string | undefined;
  readonly workers?: string | undefined;
  /** Runs the samples in the workers of a queue. */
  readonly queue?: SampleQueue | undefined;
  readonly log?: string | undefined;
  readonly resume?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Starts or resumes the run that the options describe. */
function start(task: string | undefined, options: EvalCommandOptions, terminal: EvalTerminal) {
  const { cwd, signal } = terminal;
  const { model, limit, epochs, maxSamples, workers, queue, log = "logs", resume } = options;
  const running = {
    cwd,
    signal,
    model,
    queue,
    maxSamples: maxSamples === undefined ? undefined : Number(maxSamples),
    workers: workers === undefined ? undefined : Number(workers),
  };
  if (resume !== undefined) {
    const problems = Object.entries({ limit, epochs, log: options.log }).filter(([, value]) => value !== undefined);
    if (problems.length > 0) {
      throw new TaskError(problems.map(([name]) => issue(`--${name}`, "can't be changed when a run is resumed")));
    }
    return resumeEval(resolve(cwd, resume), { ...running, task });
  }
  if (task === undefined) throw new TaskError([issue("TASK", "is missing: name a module, such as evals/math.ts#sums")]);
  return runEval(task, {
    ...running,
    log: resolve(cwd, log),
    limit: limit === undefined ? undefined : Number(limit),
    epochs: epochs === undefined ? undefined : Number(epochs),
  });
}

/** Writes one line again and again on a terminal, otherwise a line for each tenth of the samples and for each error. */
function progressPrinter({ err, isLive }: EvalTerminal, isQuiet: boolean): (event: EvalEvent) => void {
  let tenths = 0;
  const clear = isLive ? "\r\u001B[2K" : "";
  const print = (progress: Progress): void => {
    if (isLive) err(`${clear}${formatProgress(progress)}`);
    const reached = Math.floor((progress.done / progress.total) * 10);
    if (reached > tenths && !isLive && !isQuiet) err(`${formatProgress(progress)}\n`);
    tenths = Math.max(tenths, reached);
  };
  return (event) => {
    if (event.type === "progress") print(event);
    if (event.type === "sample_end" && event.status === "error") {
      const message = escapeInvisible(event.error?.message ?? "").split("\n")[0];
      err(`${clear}sample ${visibleJson(event.id)}, epoch ${event.epoch}: ${message}\n`);
    }
    if (event.type === "end" && isLive) err(clear);
  };
}

/**
 * The command `helve eval view`: writes the report of a log.
 *
 * @param options.out - the file, `-` for standard output; by default the name of the log with `.html`
 * @returns the exit code, 0
 * @throws LogError if the log can't be read; TaskError if the report would replace the log
 */
export async function viewCommand(
  log: string,
  options: { readonly out?: string | undefined },
  { out, cwd }: EvalTerminal,
): Promise<number> {
  const file = resolve(cwd, log);
  if ((await stat(file).catch(() => undefined))?.isDirectory()) {
    throw new TaskError([issue("LOG", `must be a file in the folder ${log}, such as ${log}/NAME.jsonl`)]);
  }
  const page = reportHtml(await readLog(file));
  if (options.out === "-") out(page);
  else {
    const target = resolve(cwd, options.out ?? file.replace(/(?:\.jsonl)?$/, ".html"));
    const existing = await realpath(target).catch(() => target);
    if (existing === (await realpath(file))) throw new TaskError([issue("--out", "must not be the log")]);
    await writeFile(target, page);
    out(`${relative(cwd, target)}\n`);
  }
  return 0;
}

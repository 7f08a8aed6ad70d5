/** `watchTests`: runs the tests of rule files again after each change. */
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type RunTestsOptions, runTests, type TestReport } from "../run-tests.ts";
import { readRuleFile, rulesFileFor } from "./rule-file.ts";

/** Options of `watchTests`: as for `runTests`, with the signal that ends it. */
export interface WatchTestsOptions extends Omit<RunTestsOptions, "tests" | "signal"> {
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** A run of the tests of one file. */
export type WatchedReport = { readonly file: string } & (
  | { readonly report: TestReport }
  /** Why the tests can't run: a syntax error, a file that is missing. */
  | { readonly error: unknown }
);

/**
 * Runs the tests of rule files, and again after each change of a file, of the tests beside it or of the rules beside it.
 *
 * @param onReport - called after each run
 * @returns a promise that resolves when the signal is aborted
 *
 * @example
 * await watchTests(["helve/rules.agentspec"], { predicates, signal }, ({ file, ...run }) => print(file, run));
 */
export async function watchTests(
  files: readonly string[],
  options: WatchTestsOptions,
  onReport: (report: WatchedReport) => void,
): Promise<void> {
  const { signal } = options;
  const watchers: FSWatcher[] = [];
  const runs = files.map((file) => newestRun(() => run(file, options, onReport)));
  const paths = files.map((file) => resolve(file));
  try {
    for (const folder of new Set(paths.map((path) => dirname(path)))) {
      // Editors replace files, so the folder is watched.
      const watcher = watch(folder, (_event, name) => {
        for (const [index, path] of paths.entries()) {
          if (dirname(path) === folder && (name === null || concerns(name, path))) void runs[index]?.();
        }
      });
      watcher.on("error", () => watcher.close());
      watchers.push(watcher);
    }
    await Promise.all(runs.map((start) => start()));
    await aborted(signal);
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** Whether a changed file affects the tests of a rule file. */
function concerns(name: string, file: string): boolean {
  const own = basename(file);
  return name === own || name === basename(rulesFileFor(file) ?? "") || rulesFileFor(name) === own;
}

/** Runs the tests of a file once. */
async function run(file: string, options: WatchTestsOptions, onReport: (report: WatchedReport) => void): Promise<void> {
  let result: WatchedReport;
  try {
    const { program } = readRuleFile(file);
    result = { file, report: await runTests(program, { ...options }) };
  } catch (error) {
    result = { file, error };
  }
  if (!options.signal.aborted) onReport(result);
}

/** Runs work again after the current run, once for all changes meanwhile. */
function newestRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isStale = false;
  const start = async (): Promise<void> => {
    do {
      isStale = false;
      // An editor that saves a file causes several events at once.
      await new Promise((resume) => void setTimeout(resume, settleTime));
      await work();
    } while (isStale);
    running = undefined;
  };
  return () => {
    if (running === undefined) running = start();
    else isStale = true;
    return running;
  };
}

/** How long to wait after the first event, in milliseconds. */
const settleTime = 20;

/** Waits until a signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    if (signal.aborted) resume();
    else signal.addEventListener("abort", () => resume(), { once: true });
  });
}

import type { Middleware } from "../middleware.ts";
import { callKey, parseTape, type RecordedRun, type ResultTape, TapeError, thrownError } from "./result-tape.ts";

/**
 * Returns recorded results instead of running tools. Calls are matched by the tool and its arguments, whose order does not
 * matter; the first call gets the result of the first recorded run, the second call the result of the second run.
 *
 * @throws TapeError if the tape is invalid; a call that is not on the tape fails with a TapeError, too
 *
 * @example
 * executor.use(replayResults(JSON.parse(await readFile("tape.json", "utf8"))));
 */
export function replayResults(tape: ResultTape, { onMiss = "throw" }: ReplayOptions = {}): Middleware {
  const { runs } = parseTape(tape);
  const queues = new Map<string, { readonly runs: RecordedRun[]; next: number }>();
  for (const run of runs) {
    const key = callKey(run.tool, run.args);
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, { runs: [run], next: 0 });
    else queue.runs.push(run);
  }
  return async ({ name, args }, next) => {
    const key = callKey(name, args);
    const queue = queues.get(key);
    const run = queue?.runs[queue.next];
    if (queue === undefined || run === undefined) {
      if (onMiss === "run") return next();
      throw missingRun(key, queue?.runs.length ?? 0);
    }
    queue.next++;
    if ("thrown" in run) throw thrownError(run.thrown);
    return structuredClone(run.result);
  };
}

/** Options of {@link replayResults}. */
export interface ReplayOptions {
  /** Whether a call that has no run left on the tape fails, as by default, or runs its tool. */
  readonly onMiss?: "throw" | "run" | undefined;
}

/** Returns the error for a call that the tape has no run of, or no further one. */
function missingRun(call: string, runs: number): TapeError {
  const count = runs === 1 ? "1 run" : `${runs} runs`;
  const message =
    runs === 0 ? `the tape has no run of ${call}` : `the tape has only ${count} of ${call}, and this is one call more`;
  return new TapeError([{ code: "not_on_tape", message }]);
}

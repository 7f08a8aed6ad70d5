import type { Middleware } from "../middleware.ts";
import { callKey, checkTape, type ResultTape, type TapedRun, TapeError } from "./tape.ts";
import { thrownError } from "./thrown-json.ts";

/** How a tape is played. */
export interface ReplayOptions {
  /** What to do with a call that has no run left on the tape: refuse it, as by default, or run its tool. */
  readonly onMiss?: "throw" | "run" | undefined;
}

/**
 * Gives calls what equal ones got when the tape was made, in place of running their tools: the first the result of the
 * first, the second of the second. Equal are calls of one tool with the same arguments, in whichever order they are
 * written.
 *
 * @throws TapeError when the tape is none; calls that are not on it fail with a TapeError too
 *
 * @example
 * executor.use(replayResults(JSON.parse(await readFile("tape.json", "utf8"))));
 */
export function replayResults(tape: ResultTape, { onMiss = "throw" }: ReplayOptions = {}): Middleware {
  checkTape(tape);
  const left = new Map<string, { readonly runs: TapedRun[]; next: number }>();
  for (const run of tape.runs) {
    const key = callKey(run.tool, run.args);
    const queue = left.get(key);
    if (queue === undefined) left.set(key, { runs: [run], next: 0 });
    else queue.runs.push(run);
  }
  return async ({ name, args }, next) => {
    const key = callKey(name, args);
    const queue = left.get(key);
    const run = queue?.runs[queue.next];
    if (queue === undefined || run === undefined) {
      if (onMiss === "run") return next();
      throw miss(key, queue?.runs.length ?? 0);
    }
    queue.next++;
    if ("thrown" in run) throw thrownError(run.thrown);
    return structuredClone(run.result);
  };
}

function miss(call: string, runs: number): TapeError {
  const times = runs === 1 ? "one run, and this is another" : `${runs} runs, and this is one more`;
  const message = runs === 0 ? `there is no run of ${call} on the tape` : `of ${call} the tape has ${times}`;
  return new TapeError([{ code: "not_on_tape", message }]);
}

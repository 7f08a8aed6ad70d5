import type { Middleware } from "../middleware.ts";
import type { ResultTape, TapedRun } from "./tape.ts";
import { thrownJson } from "./thrown-json.ts";

/** A middleware that writes down what tools give. */
export interface ResultRecorder extends Middleware {
  /** What was written down up to now: the runs that have ended. */
  tape(): ResultTape;
}

/**
 * Writes down what each run gives or throws, for {@link replayResults}. A run that the caller gave up, or whose time was
 * over, is left out. Add it before any middleware that changes results, and what these do is on the tape.
 *
 * The tape has the arguments and results as they are, secrets included.
 *
 * @example
 * const recorder = recordResults();
 * executor.use(recorder);
 * await executor.execute(call);
 * await writeFile("tape.json", JSON.stringify(recorder.tape()));
 */
export function recordResults(): ResultRecorder {
  const runs: { ended?: TapedRun }[] = [];
  const middleware: Middleware = async ({ name: tool, args }, next, { signal }) => {
    const slot: { ended?: TapedRun } = {};
    runs.push(slot);
    try {
      const result = await next();
      slot.ended = structuredClone({ tool, args, result });
      return result;
    } catch (error) {
      if (!signal.aborted) slot.ended = structuredClone({ tool, args, thrown: thrownJson(error) });
      throw error;
    }
  };
  return Object.assign(middleware, {
    tape: (): ResultTape => ({ version: 1, runs: runs.flatMap(({ ended }) => (ended === undefined ? [] : [ended])) }),
  });
}

import type { Middleware } from "../middleware.ts";
import { type RecordedRun, type ResultTape, thrownJson } from "./result-tape.ts";

/**
 * Records what each run returns or throws, for tests that use `replayResults`. A run that the caller aborted is not recorded.
 * Add it before any middleware that changes results, so that the changed results are recorded.
 *
 * The tape contains the arguments and results unchanged, with their secrets.
 *
 * @example
 * const recorder = recordResults();
 * executor.use(recorder);
 * await executor.execute(call);
 * await writeFile("tape.json", JSON.stringify(recorder.tape()));
 */
export function recordResults(): ResultRecorder {
  const runs: { ended?: RecordedRun }[] = [];
  const middleware: Middleware = async ({ name: tool, args }, next, { signal }) => {
    const slot: { ended?: RecordedRun } = {};
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

/** A middleware that records results on a tape. */
export interface ResultRecorder extends Middleware {
  /** Returns the runs that have ended so far. */
  tape(): ResultTape;
}

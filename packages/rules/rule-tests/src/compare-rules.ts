import { type JsonValue, type Trajectory, withHistory } from "@helve/core";
import type { Program } from "@helve/core/program";
import { type RecordedDecision, type ReplayDifference, type ReplayReport, replay } from "@helve/enforcer";
import { type TestEngineOptions, testEngine } from "./test-engine.ts";

/**
 * Decides about every step of recorded sessions with two programs, and reports where the verdicts differ: the effect of a change
 * of the rules on runs that have happened. The steps after a difference stay those that were recorded.
 *
 * @throws PlanError if one of the programs can't be enforced; the signal's reason when it is aborted
 *
 * @example
 * const { summary } = await compareRules(today, changed, sessions, { predicates });
 * console.log(summary); // 40 decisions replayed: 3 now stopped, 37 as before
 */
export async function compareRules(
  before: Program,
  after: Program,
  sessions: readonly RecordedSession[],
  options: CompareRulesOptions,
): Promise<ComparisonReport> {
  const { signal = new AbortController().signal, onProgress } = options;
  const engine = testEngine(before, options);
  testEngine(after, options); // reports its problems before the work
  const places = sessions.flatMap(({ trajectory }, session) => trajectory.map((_, step) => ({ session, step })));
  const recorded: RecordedDecision[] = [];
  for (const { session, step } of places) {
    signal.throwIfAborted();
    const { trajectory = [], prompt = "", state } = sessions[session] ?? {};
    const { action, endedAt } = trajectory[step] ?? {};
    if (action === undefined) continue;
    const context = {
      trajectory: withHistory(trajectory.slice(0, step), trajectory),
      prompt,
      state,
      now: endedAt,
    };
    const verdict = await engine.before(action, {
      ...context,
      signal,
      decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
    });
    recorded.push({ verdict, action, context });
    onProgress?.(recorded.length, places.length * 2);
  }
  const report = await replay(recorded, after, {
    ...options,
    signal,
    onProgress: (done) => onProgress?.(places.length + done, places.length * 2),
  });
  const differences = report.differences.flatMap((difference) => {
    const place = places[difference.index];
    return place === undefined ? [] : [{ ...difference, ...place }];
  });
  return { differences, totals: report.totals, summary: report.summary };
}

/** A recorded run of an agent: its request and its steps. */
export interface RecordedSession {
  /** A name for reports. */
  readonly id?: string;
  readonly prompt?: string;
  readonly state?: JsonValue;
  readonly trajectory: Trajectory;
}

/** Options of `compareRules`: the predicates and limits of the engines. */
export interface CompareRulesOptions extends TestEngineOptions {
  /** Called after each step. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A step on which two programs decide differently. */
export interface RuleDifference extends ReplayDifference {
  /** The index of the session, from 0. */
  readonly session: number;
  /** The index of the step in its session, from 0. */
  readonly step: number;
}

/** The result of `compareRules`. */
export interface ComparisonReport extends Pick<ReplayReport, "totals" | "summary"> {
  readonly differences: readonly RuleDifference[];
}

import type { Model } from "@helve/agent";
import type { Metric } from "./metrics.ts";
import type { Score, ScoreValue } from "./score.ts";
import type { TaskState } from "./task-state.ts";

/**
 * Scores the output of a sample.
 *
 * @example
 * const short: Scorer = { name: "short", score: ({ output }) => output.length < 80 };
 */
export interface Scorer {
  readonly name: string;
  /** The metrics computed from the scores of all samples; accuracy and standard error by default. */
  readonly metrics?: readonly Metric[] | undefined;
  /**
   * @param target - the targets of the sample
   * @throws anything, which is an error of the sample
   */
  score(
    state: TaskState,
    target: readonly string[],
    context: ScorerContext,
  ): Score | ScoreValue | Promise<Score | ScoreValue>;
}

/** Functions that a scorer can use. */
export interface ScorerContext {
  /** Returns a model whose tokens and cost count for the sample; no limit applies to it. */
  metered(model: Model): Model;
}

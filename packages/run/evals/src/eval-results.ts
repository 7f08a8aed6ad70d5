/** The scores and metrics of an evaluation. */
import type { Usage } from "@helve/agent";
import type { Interval } from "./statistics.ts";

/** The results of a run. Plain JSON, and the same for the same samples in any order. */
export interface EvalResults {
  /** How many runs of samples there are to be, have succeeded, and have failed. */
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly usage: Usage;
  readonly cost: number;
  /** For each scorer, each reducer, and each name of a record of values. */
  readonly scores: readonly ScoreResult[];
}

/** The result of a scorer. */
export interface ScoreResult {
  /** The name of the scorer, with `/name` if its values are records. */
  readonly scorer: string;
  readonly reducer: string;
  /** How many samples have a value, and how many have none. */
  readonly scored: number;
  readonly unscored: number;
  readonly metrics: readonly MetricResult[];
}

/** A figure. */
export interface MetricResult {
  readonly name: string;
  /** `null` if it can't be computed. */
  readonly value: number | null;
  readonly interval?: Interval | undefined;
  /** Why it can't be computed. */
  readonly error?: string | undefined;
}

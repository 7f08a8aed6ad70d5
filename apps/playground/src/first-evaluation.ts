/**
 * The stored evaluation of the first example: the page shows it before it loads the rules engine. A test compares it with what the engine says.
 */
import type { Evaluation, EvaluationDetails } from "./evaluation.ts";
import stored from "./examples/first-evaluation.json" with { type: "json" };

/** The worker's answer for the first example. */
export const firstEvaluation: { readonly verdict: Evaluation; readonly details: EvaluationDetails } =
  stored as unknown as typeof firstEvaluation;

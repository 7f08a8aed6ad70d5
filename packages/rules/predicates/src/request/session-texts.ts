import { StepFolds } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import type { Past } from "../session-state.ts";
import { SessionTexts } from "./passages.ts";

/** Returns the texts in the results of the steps of a session that have ended. */
export function sessionTexts({ trajectory }: Pick<Past, "trajectory">, policy: PreparedPolicy): SessionTexts {
  const folds = foldsByPolicy.get(policy) ?? new StepFolds<SessionTexts>();
  foldsByPolicy.set(policy, folds);
  return folds.of(trajectory, () => new SessionTexts(policy));
}

const foldsByPolicy = new WeakMap<PreparedPolicy, StepFolds<SessionTexts>>();

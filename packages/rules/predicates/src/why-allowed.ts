import type { Action, PredicateContext, Trajectory } from "@helve/core";
import type { Effect, Target } from "@helve/effects";
import { CreatedFiles } from "./created-files.ts";
import { targetText } from "./effect-sentence.ts";
import type { EffectsPart } from "./effects-part.ts";
import type { Policy } from "./policy.ts";
import { createdBefore } from "./predicates/is-delete-important-file.ts";
import { isLocal } from "./predicates/network.ts";
import { type PreparedPolicy, preparePolicy } from "./prepared-policy.ts";
import { effectsInSession } from "./session-effects.ts";
import { policyAt } from "./tool-place.ts";

/**
 * Explains why the losses of a call and the data that it sends are harmless: `dist can be created again`, `registry.npmjs.org is trusted`.
 * The verdict itself contains the facts about the project.
 *
 * @param policy - the same as for `predicates()`
 * @param past - the steps before the call
 * @throws PolicyError with every problem of the policy
 *
 * @example
 * whyAllowed({ id: "1", name: "Bash", args: { command: "rm -rf dist" } }, { languages: { shell } }); // ["dist can be created again"]
 */
export function whyAllowed<Language extends string = never>(
  action: Action,
  policy: Policy<Language>,
  past: Trajectory | Pick<PredicateContext, "trajectory" | "earlier"> = [],
): readonly string[] {
  const prepared = policyAt(action, preparePolicy(policy));
  const { parts } = effectsInSession(action, prepared, "trajectory" in past ? past : { trajectory: past });
  const reasons = parts.flatMap((part) => part.effects.flatMap((effect) => reasonOf(effect, part, prepared) ?? []));
  return [...new Set(reasons)];
}

/** Explains why an effect is allowed. */
function reasonOf(effect: Effect, part: EffectsPart, policy: PreparedPolicy): string | undefined {
  switch (effect.kind) {
    case "delete":
    case "destroy":
      return effect.target === null ? undefined : reasonOfLoss(effect.target, effect, part, policy);
    case "network":
      if (effect.direction !== "out") return undefined;
      if (effect.configured === true) return "the project's settings name the host";
      if (effect.host === null) return undefined;
      if (isLocal(effect.host)) return `${effect.host} is this machine`;
      return policy.trusts(effect.host) ? `${effect.host} is trusted` : undefined;
    case "remote":
      return effect.configured === true ? "the project's settings name where it goes" : undefined;
    default:
      return undefined;
  }
}

/** Says why the loss of a file is allowed: it is temporary, or this session made it. */
function reasonOfLoss(
  target: Target,
  { start }: Effect,
  part: EffectsPart,
  policy: PreparedPolicy,
): string | undefined {
  const created = part.created ?? new CreatedFiles(policy.base);
  const name = targetText(target);
  if (policy.temporary.find(target, false)?.truth === true) return `${name} is temporary`;
  if (createdBefore(policy, created, part)(target, start)) return `${name} was created in this session`;
  return policy.replaceable.find(target, false)?.truth === true ? `${name} can be created again` : undefined;
}

/** Describes the effects of a call for a person: "deletes build/". */
import type { Action, PredicateContext, Trajectory } from "@helve/core";
import { effectSentence } from "./effect-sentence.ts";
import type { Policy } from "./policy.ts";
import { preparePolicy } from "./prepared-policy.ts";
import { effectsInSession } from "./session-effects.ts";
import { policyAt } from "./tool-place.ts";

/** One effect of a call, for a person. */
export interface DescribedEffect {
  /** `delete`, `network`, `write` …; `anything` if it is unknown what happens. */
  readonly kind: string;
  /** `rm deletes report.md` */
  readonly sentence: string;
  /** Whether it surely happens, may happen, or nobody can tell. */
  readonly certainty: "certain" | "possible" | "unknown";
  /** The piece of the call that causes it: `rm report.md`. */
  readonly text: string;
  /** Where the piece begins and ends in the text at `path`, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The argument that contains the piece, as a JSON pointer into the arguments; absent if none does. */
  readonly path?: string;
}

/**
 * Lists what a call of a tool does, by the code, paths and addresses in its arguments.
 *
 * @param policy - the same as for `predicates()`
 * @param past - the steps before the call, whose written files are known; or the context of a predicate
 * @throws PolicyError with every problem of the policy
 *
 * @example
 * describeEffects({ id: "1", name: "Bash", args: { command: "rm a" } }, { languages: { shell } })[0]?.sentence; // "rm deletes a"
 */
export function describeEffects<Language extends string = never>(
  action: Action,
  policy: Policy<Language>,
  past: Trajectory | Pick<PredicateContext, "trajectory" | "earlier"> = [],
): readonly DescribedEffect[] {
  const prepared = policyAt(action, preparePolicy(policy));
  const { parts } = effectsInSession(action, prepared, "trajectory" in past ? past : { trajectory: past });
  return parts.flatMap(({ path, text, effects }) =>
    effects.map((effect) => ({
      kind: effect.kind,
      sentence: effectSentence(effect),
      certainty: effect.certainty,
      text: text.slice(effect.start, effect.end),
      start: effect.start,
      end: effect.end,
      path,
    })),
  );
}

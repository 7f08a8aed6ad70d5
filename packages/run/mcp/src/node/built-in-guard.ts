/** Guards a gateway by built-in rules, beside the user's rules. */
import type { Program } from "@helve/core/program";
import { Engine, inspectLater, namedHandlers } from "@helve/enforcer";
import { type CreatePredicates, policyPredicates } from "@helve/guard";
import { type Policy, resultTrust } from "@helve/predicates";

/** Rules that apply in addition to the user's, with their own predicates. */
export interface BuiltInRules {
  readonly program: Program;
  /** Creates the predicates for the policy of the user, with the tools of the servers. */
  readonly predicatesFor: CreatePredicates;
}

/**
 * Creates a guard that evaluates built-in rules.
 *
 * @throws PlanError if the rules can't be enforced
 */
export function builtInGuard({ program, predicatesFor }: BuiltInRules, policy: Policy): Engine {
  const { predicates, describe } = policyPredicates(policy, predicatesFor);
  return new Engine(program, {
    ...namedHandlers(program),
    predicates,
    trust: resultTrust(policy.traits),
    inspect: inspectLater(),
    lateAnswers: {},
    onTools: describe,
    // The rules of the user report tools whose arguments rules don't see.
    warn: () => undefined,
  });
}

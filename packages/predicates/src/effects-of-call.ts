import type { Action, PredicateContext } from "@helve/core";
import type { CommandEffect, Effect, FileData } from "@helve/effects";
import type { Policy } from "./policy.ts";
import { preparePolicy } from "./prepared-policy.ts";
import { effectsInSession } from "./session-effects.ts";

/** What a call of a tool does, as data for predicates of your own. */
export interface CallEffects {
  /** The effects of the code, the paths and the addresses in its arguments. */
  readonly effects: readonly Effect[];
  /** The programs that its code starts, with their words. */
  readonly commands: readonly CommandEffect[];
  /** What is known of the content of the files that it writes, by their paths in the form of `Target.path`. */
  readonly written: ReadonlyMap<string, FileData>;
  /** Whether the policy or a preset says what the arguments of the tool mean. */
  readonly isKnownTool: boolean;
}

/**
 * Reads what a call of a tool does after the steps of a session. `describeEffects` says the same for a person.
 *
 * @param policy - the same as for `predicates()`
 * @throws PolicyError with every problem of the policy
 *
 * @example
 * effectsOfCall(action, { languages: { shell } }, context).commands.map(({ words }) => words[0]?.text); // the programs
 */
export function effectsOfCall<Language extends string = never>(
  action: Action,
  policy: Policy<Language>,
  past: Pick<PredicateContext, "trajectory" | "earlier">,
): CallEffects {
  const prepared = preparePolicy(policy);
  const { parts, written } = effectsInSession(action, prepared, past);
  return {
    effects: parts.flatMap(({ effects }) => effects),
    commands: parts.flatMap(({ commands = [] }) => commands),
    written,
    isKnownTool: prepared.toolUses(action.name) !== undefined,
  };
}

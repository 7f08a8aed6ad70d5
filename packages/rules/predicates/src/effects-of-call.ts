/** `effectsOfCall`: lists the effects of a tool call, for predicates of your own. */
import type { Action, PredicateContext } from "@helve/core";
import type { CommandEffect, Effect, FileData } from "@helve/effects";
import type { Policy } from "./policy.ts";
import { preparePolicy } from "./prepared-policy.ts";
import { effectsInSession, effectsWithFiles } from "./session-effects.ts";
import type { RunningCode } from "./session-state/running-code.ts";
import { policyAt } from "./tool-place.ts";

/** The effects of a tool call, as data for predicates of your own. */
export interface CallEffects {
  /** The effects of the code, the paths and the addresses in its arguments. */
  readonly effects: readonly Effect[];
  /** The programs that its code starts, with their words. */
  readonly commands: readonly CommandEffect[];
  /** The content of the files that the call writes, as far as it is known, by their paths in the form of `Target.path`. */
  readonly written: ReadonlyMap<string, FileData>;
  /** The same for the files that earlier steps of the session wrote. */
  readonly earlierFiles: ReadonlyMap<string, FileData>;
  /** The targets of the symbolic links that the session has created, those of the call included; `null` if the target is unknown. */
  readonly links: ReadonlyMap<string, string | null>;
  /** The code that may still run when the call ends: in the background or later, also of earlier calls, or of calls that have not ended. */
  readonly running: readonly RunningCode[];
  /** Whether the policy or a preset says what the arguments of the tool mean. */
  readonly isKnownTool: boolean;
}

/** Options of `effectsOfCall`. */
export interface EffectsOfCallOptions {
  /**
   * The text of a file on the disk by its absolute path, `undefined` for what is not a text. With it, the files that the code runs or reads
   * are known although no step wrote them: `./build.sh`, the script of `npm test`. Their effects have the position of what runs them. It is
   * called each time that a file is looked up.
   */
  readonly fileText?: (path: string) => string | undefined;
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
  { fileText }: EffectsOfCallOptions = {},
): CallEffects {
  const prepared = policyAt(action, preparePolicy(policy));
  const { parts, written, links, state, running } =
    fileText === undefined
      ? effectsInSession(action, prepared, past)
      : effectsWithFiles(action, prepared, past, fileText);
  return {
    effects: parts.flatMap(({ effects }) => effects),
    commands: parts.flatMap(({ commands = [] }) => commands),
    written,
    links,
    running,
    earlierFiles: state.files ?? new Map(),
    isKnownTool: prepared.toolUses(action.name) !== undefined,
  };
}

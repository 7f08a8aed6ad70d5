import type { GuardEvent, Truth, Verdict } from "@helve/core";

/** The sentences of `explainVerdict` in one language. */
export interface VerdictLanguage {
  /** The name used for the tool if the record contains no action. */
  readonly unnamedAction: string;
  /** The first line: what was decided. */
  headline(event: GuardEvent, kind: Verdict["kind"], tool: string): string;
  /** Another action runs than the one that was evaluated first. */
  replaced(action: string): string;
  /** The same tool runs with other arguments. */
  changed(args: string): string;
  reason(text: string): string;
  /** The mode `shadow`, with the verdict of the mode `enforce`. */
  shadow(enforcedKind: Verdict["kind"], reason: string | undefined): string;
  readonly dryRun: string;
  /** The rules that ask a person, with the fixes they offer. */
  asked(rules: readonly string[], fixes: readonly string[]): string;
  /** A message that the person reads. */
  message(text: string): string;
  /** The sentence for a safer alternative, by which less is lost. */
  safer(way: string): string;
  /** A note that the model reads. */
  note(text: string): string;
  /** The first line of a pass. */
  pass(number: number, subject: string): string;
  /** The subject of a pass without an action: the changed state, or the end of the agent. */
  stateSubject(event: GuardEvent): string;
  /** A person has approved the action for these rules in an earlier pass. */
  approved(rules: readonly string[]): string;
  readonly noRules: string;
  /** The rules that are not violated. */
  notViolated(rules: readonly string[]): string;
  violated(rule: string, line: number, check: Truth): string;
  /** Rules that count as violated, because their checks are unknown for one reason. */
  unknownRules(rules: readonly string[]): string;
  /** The reason why checks are unknown. */
  cause(reason: string, evidence: readonly string[]): string;
  /** The value of a predicate without a phrase. */
  predicate(text: string, value: Truth): string;
  /** The value of a predicate with a phrase; `negation` is the clause for `false`. */
  clause(clause: string, negation: string | undefined, value: Truth): string;
  because(statement: string, reason: string, evidence: readonly string[]): string;
  evidence(location: string, text: string): string;
  /** An argument of the action, by its path. */
  argument(path: string): string;
  enforced(enforcement: string, rules: readonly string[], outcome: string): string;
  /** The outcome of an enforcement: known outcomes in the language, others as recorded. */
  outcome(outcome: string, detail: string | undefined): string;
}

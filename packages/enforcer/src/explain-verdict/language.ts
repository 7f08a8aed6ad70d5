import type { GuardEvent, Truth, Verdict } from "@helve/core";

/** How a verdict is told in one language. */
export interface VerdictLanguage {
  /** Stands for the tool where that is not recorded. */
  readonly action: string;
  /** What was decided. */
  headline(event: GuardEvent, kind: Verdict["kind"], tool: string): string;
  /** The tool that runs is another one than was asked about. */
  replaced(action: string): string;
  /** It is the same, with other arguments. */
  changed(args: string): string;
  reason(text: string): string;
  /** In shadow, what would have come of it. */
  shadow(would: Verdict["kind"], reason: string | undefined): string;
  readonly dryRun: string;
  /** What is asked, by which rules, with which ways out. */
  asked(rules: readonly string[], fixes: readonly string[]): string;
  message(text: string): string;
  note(text: string): string;
  /** The head of one look. */
  pass(number: number, what: string): string;
  /** What is looked at when it is no action. */
  world(event: GuardEvent): string;
  approved(rules: readonly string[]): string;
  readonly noRules: string;
  kept(rules: readonly string[]): string;
  violated(rule: string, line: number, check: Truth): string;
  /** What a predicate said; `phrase` is what it says in words, `contrary` what it says where it does not hold. */
  predicate(text: string, value: Truth): string;
  phrase(phrase: string, contrary: string | undefined, value: Truth): string;
  because(said: string, reason: string, evidence: readonly string[]): string;
  evidence(place: string, text: string): string;
  argument(path: string): string;
  enforced(enforcement: string, rules: readonly string[], outcome: string): string;
  /** What came of an enforcement: known words in the language, others as they are. */
  outcome(word: string, detail: string | undefined): string;
}

import type {
  ComparisonOperator,
  Duration,
  Enforcement,
  Header,
  ReferenceRoot,
  Severity,
  Source,
  StepWindow,
  ToolPattern,
  TriggerEvent,
  UnknownPolicy,
} from "@helve/core/program";

/** The phrases and sentences of explanations in a natural language; implemented by `english` and `chinese`. All string parameters are already in that language. */
export interface Language {
  /** When a rule is evaluated: `the agent is about to run …`; `tools` is absent for a rule about all tools. */
  readonly event: (event: TriggerEvent, tools: string | undefined) => string;
  /** The tools of a trigger: `A.x, B.y or any tool of C`. */
  readonly tools: (patterns: readonly ToolPattern[]) => string;
  /** The main sentence of a rule: when `event` happens and all `conditions` hold, then `enforcements`. */
  readonly sentence: (event: string, conditions: readonly string[], enforcements: readonly string[]) => string;
  /** Conditions joined by "and". */
  readonly allOf: (conditions: readonly string[]) => string;
  /** Conditions joined by "or". */
  readonly anyOf: (conditions: readonly string[]) => string;
  /** A result of `allOf` or `anyOf` beside other conditions. */
  readonly parenthesized: (text: string) => string;
  /** A condition that is always true (`holds`) or never. */
  readonly constant: (holds: boolean) => string;
  /** A predicate without a phrase, and the texts of its arguments. */
  readonly predicate: (name: string, args: readonly string[], holds: boolean) => string;
  /** The negation of the clause of a predicate that has no own clause for it: `it is not true that …`. */
  readonly negatedClause: (clause: string) => string;
  /** A comparison, negated if `holds` is false: "its argument `n` is more than 10". */
  readonly comparison: (left: ValueText, operator: ComparisonOperator, right: ValueText, holds: boolean) => string;
  /** A comparison with `in` and a list of at least two values. */
  readonly oneOf: (left: ValueText, values: readonly string[], holds: boolean) => string;
  /** A comparison that ignores upper and lower case. */
  readonly ignoringCase: (comparison: string) => string;
  /** Every item, an item or no item of a list, as the subject of a comparison. */
  readonly items: (which: "every" | "some" | "no", list: ValueText) => ValueText;
  /** Steps that match: "a step of Bank.Transfer for which … in the last 10 steps". */
  readonly steps: (parts: StepTexts) => string;
  /** A length of time as a value: "30 minutes". */
  readonly duration: (duration: Duration) => string;
  /** A value that may be absent. */
  readonly optional: (value: string) => string;
  /** A negated comparison of such a value, which holds without it. */
  readonly orAbsent: (comparison: string) => string;
  /** Whether there was an earlier step. */
  readonly once: (steps: string, holds: boolean) => string;
  /** The number of earlier steps, or the sum of a value over them. */
  readonly count: (steps: string) => string;
  readonly sum: (value: string, steps: string) => string;
  /** The last of the earlier steps, or a part of it. */
  readonly last: (steps: string, path: string | undefined) => string;
  /** Where a value came from. */
  readonly provenance: (value: ValueText, only: boolean, sources: readonly Source[], holds: boolean) => string;
  /** @param path - absent for a reference to the whole root */
  readonly reference: (root: ReferenceRoot, path: string | undefined) => string;
  /** The phrase for an enforcement: `ask the user`. */
  readonly enforcement: (enforcement: Enforcement, texts: EnforcementTexts) => string;
  /** The names and values of a rule's `let` bindings. */
  readonly bindings: (bindings: readonly { readonly name: string; readonly value: string }[]) => string;
  /** The result of an invoked tool, as the value of a binding. */
  readonly invocationResult: (action: string) => string;
  readonly severity: (severity: Severity) => string;
  readonly priority: (priority: number) => string;
  /** The sentence for a rule whose check is unknown; with a subject, for a check that is unknown because of it. */
  readonly unknownPolicy: (policy: UnknownPolicy, subject?: "code" | "path") => string;
  /** One sentence for each setting of the header. */
  readonly header: (header: Header) => readonly string[];
  /** A sentence, with its final punctuation mark added if it has none. */
  readonly withFinalPunctuation: (sentence: string) => string;
  /** Sentences one after the other. */
  readonly joinSentences: (sentences: readonly string[]) => string;
}

/** The text of a value in an explanation. */
export interface ValueText {
  readonly text: string;
  /** `nothing` is `null`, which a missing argument equals, too; `empty` is an empty string, list or object. */
  readonly kind: "reference" | "nothing" | "empty" | "value";
  /** Whether the text is grammatically plural: `its arguments`. */
  readonly isPlural: boolean;
}

/** The parts of a question about earlier steps, as texts. */
interface StepTexts {
  readonly tools: string;
  readonly where?: string;
  readonly since?: string;
  readonly within?: StepWindow | Duration;
}

/** The event of an enforcement's rule, and the texts of the enforcement's parts. */
export interface EnforcementTexts {
  readonly event: TriggerEvent;
  /** The message in quotes; absent if empty. */
  readonly message: string | undefined;
  /** The arguments of an invoked tool; absent if empty. */
  readonly args: string | undefined;
  /** A domain enforcement in the canonical form. */
  readonly call: string;
}

/** Whether a tool that a rule invokes at this event replaces the action or the finish. */
export function replacesEvent(event: TriggerEvent): boolean {
  return event === "before_action" || event === "agent_finish";
}

import type {
  ComparisonOperator,
  Enforcement,
  Header,
  ReferenceRoot,
  Severity,
  ToolPattern,
  TriggerEvent,
  UnknownPolicy,
} from "@helve/core/program";

/** What it takes to speak of rules in a language. All texts that it is given are in that language already. */
export interface Language {
  /** When something happens that rules are about; `tools` is absent where it does not matter which. */
  readonly event: (event: TriggerEvent, tools: string | undefined) => string;
  readonly tools: (patterns: readonly ToolPattern[]) => string;
  /** What happens, and what must hold, and what is done. */
  readonly sentence: (event: string, conditions: readonly string[], deeds: readonly string[]) => string;
  readonly all: (parts: readonly string[]) => string;
  readonly some: (parts: readonly string[]) => string;
  /** What `all` or `some` gives, where it is not the only condition. */
  readonly within: (text: string) => string;
  readonly truth: (holds: boolean) => string;
  /** A predicate without a phrase, and what it is given. */
  readonly predicate: (name: string, given: readonly Said[], holds: boolean) => string;
  /** A phrase, with what it is given in it. */
  readonly phrase: (text: string) => string;
  /** A phrase that does not hold. */
  readonly untrue: (phrase: string) => string;
  readonly comparison: (left: Said, operator: ComparisonOperator, right: Said, holds: boolean) => string;
  /** A value that is one of some; of at least two. */
  readonly among: (left: Said, values: readonly string[], holds: boolean) => string;
  /** @param path - absent for the whole */
  readonly reference: (root: ReferenceRoot, path: string | undefined) => string;
  readonly deed: (enforcement: Enforcement, said: DeedTexts) => string;
  /** What `let` names. */
  readonly bindings: (parts: readonly { readonly name: string; readonly value: string }[]) => string;
  /** What an action gives. */
  readonly given: (action: string) => string;
  readonly severity: (severity: Severity) => string;
  readonly priority: (priority: number) => string;
  /** What becomes of a rule whose check can't be answered. */
  readonly unknown: (policy: UnknownPolicy) => string;
  readonly header: (header: Header) => readonly string[];
  /** A sentence with the sign at its end, if it lacks one. */
  readonly ended: (sentence: string) => string;
  /** What is between sentences. */
  readonly space: string;
}

/** A value in words. */
export interface Said {
  readonly text: string;
  /** `null`, which is also what a part that is missing comes to; a text, a list or an object without anything in it. */
  readonly kind: "reference" | "nothing" | "empty" | "value";
  /** Whether it is spoken of as several things. */
  readonly isMany: boolean;
}

/** An enforcement's event, and its parts as texts. */
export interface DeedTexts {
  readonly event: TriggerEvent;
  /** In quotes; absent when there is none. */
  readonly message: string | undefined;
  /** The arguments of an action; absent when there are none. */
  readonly args: string | undefined;
  /** An enforcement of a domain, as the rule writes it. */
  readonly call: string;
}

/** Whether what a rule invokes takes the place of what was about to happen. */
export function isInstead(event: TriggerEvent): boolean {
  return event === "before_action" || event === "agent_finish";
}

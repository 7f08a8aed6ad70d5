import type {
  ComparisonOperator,
  Enforcement,
  Header,
  ReferenceRoot,
  Severity,
  ToolPattern,
  TriggerEvent,
  UnknownPolicy,
} from "../syntax/tree/index.ts";

/** What it takes to speak of rules in a language. All texts that it is given are in that language already. */
export interface Language {
  /** When something happens that rules are about; `tools` is absent where it does not matter which. */
  readonly event: (event: TriggerEvent, tools: string | undefined) => string;
  readonly tools: (patterns: readonly ToolPattern[]) => string;
  /** What happens, and what must hold, and what is done. */
  readonly sentence: (event: string, conditions: readonly string[], deeds: readonly string[]) => string;
  readonly all: (parts: readonly string[], holds: boolean) => string;
  readonly some: (parts: readonly string[], holds: boolean) => string;
  /** What `all` or `some` gives, where it is not the only condition. */
  readonly within: (text: string) => string;
  readonly truth: (holds: boolean) => string;
  /** A predicate without a phrase. */
  readonly predicate: (text: string, holds: boolean) => string;
  /** A phrase that does not hold. */
  readonly untrue: (phrase: string) => string;
  readonly comparison: (left: string, operator: ComparisonOperator, right: string, holds: boolean) => string;
  /** What one of several values is: `isList` where they are known. */
  readonly among: (left: string, values: string, isList: boolean, holds: boolean) => string;
  readonly anyOf: (parts: readonly string[]) => string;
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

/** The parts of an enforcement as texts. */
export interface DeedTexts {
  /** In quotes; absent when there is none. */
  readonly message: string | undefined;
  /** The arguments of an action; absent when there are none. */
  readonly args: string | undefined;
  /** An enforcement of a domain, as the rule writes it. */
  readonly call: string;
}

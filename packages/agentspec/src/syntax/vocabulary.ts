import type {
  ComparisonOperator,
  Header,
  ReferenceRoot,
  Severity,
  TriggerEvent,
  UnknownPolicy,
} from "@helve/core/program";
// Words of which one stands at its place.

export const severities: readonly Severity[] = ["info", "low", "medium", "high", "critical"];

export const triggerEvents: readonly TriggerEvent[] = ["before_action", "after_action", "state_change", "agent_finish"];

export const unknownPolicies: readonly UnknownPolicy[] = ["violated", "ignore", "stop", "user_inspection"];

export const defaultDecisions: readonly NonNullable<Header["default"]>[] = ["allow", "deny"];

/** What comparisons say, as the canonical form writes them. */
export const comparisonOperators: readonly ComparisonOperator[] = [
  ...(["==", "!=", "<", "<=", ">", ">="] as const),
  ...(["matches", "contains", "starts_with", "ends_with", "in"] as const),
];

/** The enforcements, as rules write them (Fig. 3 ⟨Enforce⟩, and those beside it). */
export const enforcementNames: readonly string[] = [
  ...["user_inspection", "llm_self_reflect", "invoke_action", "stop"],
  ...["skip", "none", "allow", "warn", "log"],
];

/** The roots of references, as rules write them. */
export const referenceRoots: readonly ReferenceRoot[] = ["args", "action", "prompt", "trajectory", "state"];

export const rootsByWord: ReadonlyMap<string, ReferenceRoot> = new Map<string, ReferenceRoot>([
  ...referenceRoots.map((root) => [root, root] as const),
  // The early dialect has an action's arguments under these names.
  ["cur_action", "args"],
  ["cur_act", "args"],
]);

export const literalsByWord: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

/** The words that stand for a value: the parts of an action and the like, and literals. */
export const valueWords: { readonly roots: readonly string[]; readonly literals: readonly string[] } = {
  roots: [...rootsByWord.keys()],
  literals: [...literalsByWord.keys()],
};

/** What a word that is a literal stands for, among values. */
export function literalOfWord(word: string): boolean | null | undefined {
  return literalsByWord.get(word);
}

/** Whether a word stands for a value in every rule. */
export function isValueWord(word: string): boolean {
  return literalsByWord.has(word) || rootsByWord.has(word);
}

/** Whether a word can't be the name of a binding. */
export function isReservedName(word: string): boolean {
  return isValueWord(word) || comparisonOperators.some((operator) => operator === word);
}

/** The comparisons that the early dialect writes as predicates. */
export const comparisonCallOperators: ReadonlyMap<string, ComparisonOperator> = new Map<string, ComparisonOperator>([
  ["eq", "=="],
  ["neq", "!="],
  ["lt", "<"],
  ["leq", "<="],
  ["gt", ">"],
  ["geq", ">="],
]);

/** Their names, of which no predicate has one. */
export const comparisonCalls: readonly string[] = [...comparisonCallOperators.keys()];

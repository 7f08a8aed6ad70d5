/** Lists the fixed words of the rule language: severities, events, operators, enforcements, roots of references. */
import type {
  ComparisonOperator,
  DurationUnit,
  Header,
  NamedSource,
  ReferenceRoot,
  Severity,
  TestStepStatus,
  TriggerEvent,
  UnknownPolicy,
} from "@helve/core/program";

export const severities: readonly Severity[] = ["info", "low", "medium", "high", "critical"];

export const triggerEvents: readonly TriggerEvent[] = ["before_action", "after_action", "state_change", "agent_finish"];

export const unknownPolicies: readonly UnknownPolicy[] = ["violated", "ignore", "stop", "user_inspection"];

/** The unknown subjects that a line `on unknown …` can name. */
export const unknownSubjects = ["code", "path"] as const;

export const defaultDecisions: readonly NonNullable<Header["default"]>[] = ["allow", "deny"];

/** The comparison operators in canonical form. */
export const comparisonOperators: readonly ComparisonOperator[] = [
  ...(["==", "!=", "<", "<=", ">", ">="] as const),
  ...(["matches", "contains", "starts_with", "ends_with", "in"] as const),
];

/** The names of the enforcements (Fig. 3 ⟨Enforce⟩, and those added to it). */
export const enforcementNames: readonly string[] = [
  ...["user_inspection", "llm_self_reflect", "invoke_action", "stop"],
  ...["skip", "none", "allow", "warn", "log"],
];

/** The roots of references in canonical form that no name can have. */
const reservedRoots: readonly ReferenceRoot[] = ["args", "action", "prompt", "trajectory", "state"];

/** The other roots: a `let` name can be one of them. */
const otherRoots: readonly ReferenceRoot[] = ["observation", "before", "after", "now", "step"];

/** The roots of references in canonical form. */
export const referenceRoots: readonly ReferenceRoot[] = [...reservedRoots, ...otherRoots];

/** The units of durations. */
export const durationUnits: readonly DurationUnit[] = ["ms", "s", "m", "h", "d", "w"];

/** The final status of a test's step, if it is not success. */
export const stepStatuses: readonly TestStepStatus[] = ["failed", "timed_out", "stopped", "in_flight"];

/** The inputs that can be given in a test. */
export const givenSubjects = ["prompt", "state", "now"] as const;

/** The outcomes of a test that are no enforcements. */
export const testOutcomes: readonly string[] = ["rewritten", "unknown"];

/** The sources of values that are no tools. */
export const sourceNames: readonly NamedSource["name"][] = ["prompt", "trusted", "untrusted"];

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

/** The words that begin a value: roots of references such as `args`, and literals such as `true`. */
export const valueWords: { readonly roots: readonly string[]; readonly literals: readonly string[] } = {
  roots: [...rootsByWord.keys()],
  literals: [...literalsByWord.keys()],
};

/** The value of a literal word such as `true`, `None` or `null`; `undefined` for any other word. */
export function literalOfWord(word: string): boolean | null | undefined {
  return literalsByWord.get(word);
}

/** Whether a word is a value in every rule, such as `args` or `true`. */
export function isValueWord(word: string): boolean {
  return literalsByWord.has(word) || rootsByWord.has(word);
}

/** Whether a word can't be the name of a binding, because it is a value or an operator. */
export function isReservedName(word: string): boolean {
  const isRoot = rootsByWord.has(word) && !otherRoots.some((root) => root === word);
  return isRoot || literalsByWord.has(word) || comparisonOperators.some((operator) => operator === word);
}

/** The comparisons that an early dialect writes as predicates, such as `eq(a, b)`. */
export const comparisonCallOperators: ReadonlyMap<string, ComparisonOperator> = new Map<string, ComparisonOperator>([
  ["eq", "=="],
  ["neq", "!="],
  ["lt", "<"],
  ["leq", "<="],
  ["gt", ">"],
  ["geq", ">="],
]);

/** The names of comparisons in call form; no predicate can have one of them. */
export const comparisonCalls: readonly string[] = [...comparisonCallOperators.keys()];

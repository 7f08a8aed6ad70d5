import type { Comparison, Value } from "@helve/core/program";
import { mirroredOperators } from "./contradictory-conditions.ts";
import { valueKey } from "./expression-key.ts";
import {
  canEqual,
  type InferredValue,
  inferValue,
  isOptionalValue,
  resolveBinding,
  type Scalar,
} from "./infer-value.ts";
import { isCalculation } from "./not-a-number.ts";
import { replaceFix } from "./quick-fixes.ts";
import type { RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { typesText } from "./schema-lookup.ts";
import { convertLiteral } from "./schema-mismatch.ts";

/** Reports comparisons that have the same result for every action, by the types, values and bounds of both sides. */
export const constantComparison: RuleDiagnostic = (context, report) => {
  for (const comparison of context.comparisons) {
    const outcome = constantOutcome(comparison, context);
    if (outcome === undefined) continue;
    const fix = convertLiteralFix(comparison, context);
    report(comparison, {
      code: `always_${outcome.value}`,
      severity: "warning",
      message: `this is always ${outcome.value}${outcome.value === "unknown" ? ", which counts as violated" : ""}: ${outcome.because}`,
      expected: "a comparison that depends on the action",
      quickFix: fix,
    });
  }
};

interface Outcome {
  /** `"unknown"` for values that the operator can't compare, as the engine has it. */
  readonly value: boolean | "unknown";
  readonly because: string;
}

/** The result of a comparison if it is the same for every action, otherwise `undefined`. */
function constantOutcome(comparison: Comparison, context: RuleContext): Outcome | undefined {
  const outcome = outcomeOfPresentValues(comparison, context);
  // A comparison with an absent optional value is false.
  const mayBeFalse = [comparison.left, comparison.right].some((value) => isOptionalValue(value, context));
  return mayBeFalse && outcome?.value !== false ? undefined : outcome;
}

/** The result of a comparison if it is the same for all actions in which no optional value is absent. */
function outcomeOfPresentValues(comparison: Comparison, context: RuleContext): Outcome | undefined {
  const { operator, left, right } = comparison.ignoreCase === true ? inLowerCase(comparison) : comparison;
  const fold = comparison.ignoreCase === true ? valuesInLowerCase : (value: InferredValue): InferredValue => value;
  const [one, other] = [fold(inferValue(left, context)), fold(inferValue(right, context))];
  // A number may lie between two bounds, and is then not known to differ from a text; a part of the last step may be unknown.
  const isUncertain = [left, right].some((value) => {
    const resolved = resolveBinding(value, context);
    return isCalculation(resolved) || resolved.type === "last";
  });
  if (isUncertain && ![one, other].every(isNumeric)) return undefined;
  // Comparing with null checks whether an argument is present.
  if ([one, other].some(({ values }) => values?.every((value) => value === null))) return undefined;
  return (
    outcomeByIdentity({ operator, left, right }, one, context) ??
    outcomeByLiterals(operator, left, right) ??
    outcomeByValues(operator, one, other) ??
    outcomeByTypes(operator, one, other) ??
    (operator === "in"
      ? outcomeByMembers(one, right, (item) => fold(inferValue(item, context)), context)
      : undefined) ??
    outcomeByBounds(operator, one, other, "left") ??
    outcomeByBounds(mirroredOperators.get(operator) ?? operator, other, one, "right")
  );
}

function isNumeric({ types = new Set() }: InferredValue): boolean {
  return types.size > 0 && [...types].every((type) => type === "number" || type === "integer");
}

/** Returns a comparison with its literals in lower case. */
function inLowerCase(comparison: Comparison): Comparison {
  return { ...comparison, left: literalInLowerCase(comparison.left), right: literalInLowerCase(comparison.right) };
}

/** Returns a literal, or a list of literals, in lower case. */
function literalInLowerCase(value: Value): Value {
  if (value.type === "list") return { ...value, items: value.items.map(literalInLowerCase) };
  if (value.type !== "literal" || typeof value.value !== "string") return value;
  return { ...value, value: value.value.toLowerCase() };
}

/** Returns what is inferred of a value, with its texts in lower case. */
function valuesInLowerCase({ values, ...facts }: InferredValue): InferredValue {
  if (values === undefined) return facts;
  return { ...facts, values: values.map((value) => (typeof value === "string" ? value.toLowerCase() : value)) };
}

const resultOnEqualSides: ReadonlyMap<Comparison["operator"], boolean> = new Map([
  ["==", true],
  ["<=", true],
  [">=", true],
  ["!=", false],
  ["<", false],
  [">", false],
]);

/** The result if both sides are the same reference, as in `args.x == args.x`. */
function outcomeByIdentity(
  { operator, left, right }: Pick<Comparison, "operator" | "left" | "right">,
  { types }: InferredValue,
  { rule }: RuleContext,
): Outcome | undefined {
  const value = resultOnEqualSides.get(operator);
  if (value === undefined || left.type !== "reference" || right.type !== "reference") return undefined;
  // Only numbers and texts have an order.
  const hasOrder = types !== undefined && [...types].every((type) => /^(?:number|integer|string)$/.test(type));
  if (operator !== "==" && operator !== "!=" && !hasOrder) return undefined;
  return valueKey(left, rule) === valueKey(right, rule) ? { value, because: "both sides are the same" } : undefined;
}

/** The result if both sides are literals, as in `1 < 2`. */
function outcomeByLiterals(operator: Comparison["operator"], left: Value, right: Value): Outcome | undefined {
  if (left.type !== "literal" || right.type !== "literal") return undefined;
  const value = compareScalars(operator, left.value, right.value);
  return value === undefined ? undefined : { value, because: "neither side depends on the action" };
}

/** The maximal number of value pairs to compare. */
const maxCombinations = 400;

/** The result if both sides have a few known values and all pairs compare equally. */
function outcomeByValues(
  operator: Comparison["operator"],
  one: InferredValue,
  other: InferredValue,
): Outcome | undefined {
  if (one.values === undefined || other.values === undefined) return undefined;
  if (one.values.length * other.values.length > maxCombinations) return undefined;
  const outcomes = new Set<boolean | undefined>();
  for (const left of one.values) for (const right of other.values) outcomes.add(compareScalars(operator, left, right));
  const [value, ...others] = outcomes;
  if (value === undefined || others.length > 0) return undefined;
  const shown = one.values.slice(0, 5).map((each) => JSON.stringify(each));
  return { value, because: `the left side can only be ${shown.join(", ")}${one.values.length > 5 ? ", …" : ""}` };
}

/** Evaluates an operator on two known scalars; `undefined` if it can't be evaluated here. */
function compareScalars(operator: Comparison["operator"], left: Scalar, right: Scalar): boolean | undefined {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left === "string" && typeof right === "string") {
    if (operator === "contains") return left.includes(right);
    if (operator === "starts_with") return left.startsWith(right);
    if (operator === "ends_with") return left.endsWith(right);
    return undefined;
  }
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  return compareNumbers(operator, left, right);
}

/** Evaluates an order operator on two numbers; `undefined` for any other operator. */
function compareNumbers(operator: Comparison["operator"], left: number, right: number): boolean | undefined {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  if (operator === ">") return left > right;
  return operator === ">=" ? left >= right : undefined;
}

/** The result if the types of both sides decide it: a number that `matches` a pattern is unknown, and never equal to a string. */
function outcomeByTypes(
  operator: Comparison["operator"],
  one: InferredValue,
  other: InferredValue,
): Outcome | undefined {
  const { types } = one;
  if (types === undefined) return undefined;
  const is = typesText(types);
  const never = (because: string): Outcome => ({ value: "unknown", because });
  const has = (facts: InferredValue, ...some: readonly string[]): boolean =>
    facts.types === undefined || [...facts.types].some((type) => some.includes(type));
  switch (operator) {
    case "==":
    case "!=":
      if (canEqual(one, other)) return undefined;
      if (other.types === undefined) return undefined;
      return {
        value: operator === "!=",
        because: `the left side is ${is}, and the right side ${rightSideText(one, other)}`,
      };
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const areNumbers = has(one, "number", "integer") && has(other, "number", "integer");
      if (areNumbers || (has(one, "string") && has(other, "string"))) return undefined;
      return never(`the left side is ${is}, and the right side ${typesText(other.types)}`);
    }
    case "matches":
    case "starts_with":
    case "ends_with":
      if (!has(one, "string")) return never(`the left side is ${is}, but ${operator} needs a string`);
      return has(other, "string") ? undefined : never(`the right side is ${typesText(other.types)}, not a string`);
    case "contains":
      if (!has(one, "string", "array", "object")) return never(`the left side is ${is}, which can't contain anything`);
      if (has(one, "array") || has(other, "string")) return undefined;
      return never(`the left side is ${is}, which can't contain ${typesText(other.types)}`);
    case "in":
      return has(other, "array", "object", "string")
        ? undefined
        : never(`the right side is ${typesText(other.types)}, which can't contain anything`);
  }
}

/** The right side of a comparison as text for a message: its only value, or its types. */
function rightSideText(one: InferredValue, other: InferredValue): string {
  if (one.values !== undefined && other.values?.length === 1)
    return `${JSON.stringify(other.values[0])}, which it can't be`;
  if (other.values?.length === 1) return JSON.stringify(other.values[0]);
  return typesText(other.types);
}

/** The result of `in` if no item of the list on the right can be equal to the left side. */
function outcomeByMembers(
  one: InferredValue,
  right: Value,
  infer: (item: Value) => InferredValue,
  context: RuleContext,
): Outcome | undefined {
  const list = resolveBinding(right, context);
  if (list.type !== "list") return undefined;
  if (list.items.length === 0) return { value: false, because: "an empty list contains no values" };
  if (list.items.length > maxCombinations) return undefined;
  const items = list.items.map(infer);
  if (items.some((item) => canEqual(one, item))) return undefined;
  return { value: false, because: "the left side can't be any value of the list" };
}

/** The result of a comparison by the bounds of one side, such as the `minimum` of its JSON Schema, if the other side is a number. */
function outcomeByBounds(
  operator: Comparison["operator"],
  { types, bounds }: InferredValue,
  { values }: InferredValue,
  side: "left" | "right",
): Outcome | undefined {
  const [limit, ...others] = values ?? [];
  if (bounds === undefined || typeof limit !== "number" || others.length > 0) return undefined;
  if (types === undefined || ![...types].every((type) => type === "number" || type === "integer")) return undefined;
  const { least, greatest, excludesLeast, excludesGreatest } = bounds;
  const isBelow = greatest < limit || (greatest === limit && excludesGreatest);
  const isAbove = least > limit || (least === limit && excludesLeast);
  const isAtMost = greatest <= limit;
  const isAtLeast = least >= limit;
  const because = isAtMost
    ? `the ${side} side is ${excludesGreatest ? "less than" : "at most"} ${greatest}`
    : `the ${side} side is ${excludesLeast ? "more than" : "at least"} ${least}`;
  const always = { "<": isBelow, "<=": isAtMost, ">": isAbove, ">=": isAtLeast, "==": false, "!=": isBelow || isAbove };
  const never = { "<": isAtLeast, "<=": isAbove, ">": isAtMost, ">=": isBelow, "==": isBelow || isAbove, "!=": false };
  if (!Object.hasOwn(always, operator)) return undefined;
  const ordering = operator as keyof typeof always;
  if (always[ordering]) return { value: true, because };
  return never[ordering] ? { value: false, because } : undefined;
}

/** A quick fix that converts the literal on the right to the type of the left side. */
function convertLiteralFix({ operator, left, right }: Comparison, context: RuleContext) {
  const isOrder = operator === "<" || operator === "<=" || operator === ">" || operator === ">=";
  if (right.type !== "literal" || (operator !== "==" && operator !== "!=" && !isOrder)) return undefined;
  const facts = inferValue(left, context);
  if (left.type === "literal" || facts.types === undefined) return undefined;
  const write = convertLiteral(right.value, facts, context.catalogue);
  return write === undefined || write === JSON.stringify(right.value) ? undefined : replaceFix(write, right.range);
}

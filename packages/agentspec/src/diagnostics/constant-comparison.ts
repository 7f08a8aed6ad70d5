import type { Comparison, Value } from "../syntax/index.ts";
import { canEqual, type Facts, factsOf, type Scalar, unbound } from "./facts.ts";
import type { Look, RuleDiagnostic } from "./look.ts";
import { valueKey } from "./meaning-key.ts";
import { converted } from "./misfit.ts";
import { writing } from "./rewrite.ts";
import { typeWords } from "./type-words.ts";

/** Comparisons that come out the same whatever the action is, by the types of what they compare. */
export const constantComparison: RuleDiagnostic = (look, report) => {
  for (const comparison of look.comparisons) {
    const outcome = outcomeOf(comparison, look);
    if (outcome === undefined) continue;
    const fix = fixOf(comparison, look);
    report(comparison, {
      code: `always_${outcome.value}`,
      severity: "warning",
      message: `this is always ${outcome.value}: ${outcome.because}`,
      expected: "a comparison that depends on the action",
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
};

interface Outcome {
  readonly value: boolean;
  readonly because: string;
}

function outcomeOf({ operator, left, right }: Comparison, look: Look): Outcome | undefined {
  const [one, other] = [factsOf(left, look), factsOf(right, look)];
  // That is how a rule asks whether an argument was given.
  if ([one, other].some(({ values }) => values?.every((value) => value === null))) return undefined;
  return (
    byIdentity(operator, left, right, look) ??
    byLiterals(operator, left, right) ??
    byValues(operator, one, other) ??
    byTypes(operator, one, other) ??
    byMembers(operator, one, right, look) ??
    byBounds(operator, one, other)
  );
}

const reflexive: ReadonlyMap<Comparison["operator"], boolean> = new Map([
  ["==", true],
  ["<=", true],
  [">=", true],
  ["!=", false],
  ["<", false],
  [">", false],
]);

function byIdentity(operator: Comparison["operator"], left: Value, right: Value, { rule }: Look): Outcome | undefined {
  const value = reflexive.get(operator);
  if (value === undefined || left.type !== "reference" || right.type !== "reference") return undefined;
  return valueKey(left, rule) === valueKey(right, rule) ? { value, because: "both sides are the same" } : undefined;
}

function byLiterals(operator: Comparison["operator"], left: Value, right: Value): Outcome | undefined {
  if (left.type !== "literal" || right.type !== "literal") return undefined;
  const value = compared(operator, left.value, right.value);
  return value === undefined ? undefined : { value, because: "neither side is part of the action" };
}

/** More combinations than this are not tried. */
const mostTried = 400;

/** Where each side can only be one of a few values. */
function byValues(operator: Comparison["operator"], one: Facts, other: Facts): Outcome | undefined {
  if (one.values === undefined || other.values === undefined) return undefined;
  if (one.values.length * other.values.length > mostTried) return undefined;
  const outcomes = new Set<boolean | undefined>();
  for (const left of one.values) for (const right of other.values) outcomes.add(compared(operator, left, right));
  const [value, ...others] = outcomes;
  if (value === undefined || others.length > 0) return undefined;
  const shown = one.values.slice(0, 5).map((each) => JSON.stringify(each));
  return { value, because: `the left side can only be ${shown.join(", ")}${one.values.length > 5 ? ", …" : ""}` };
}

function compared(operator: Comparison["operator"], left: Scalar, right: Scalar): boolean | undefined {
  if (operator === "==") return left === right;
  if (operator === "!=") return left !== right;
  if (typeof left === "string" && typeof right === "string") {
    if (operator === "contains") return left.includes(right);
    if (operator === "starts_with") return left.startsWith(right);
    if (operator === "ends_with") return left.endsWith(right);
    return undefined;
  }
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  return ordered(operator, left, right);
}

function ordered(operator: Comparison["operator"], left: number, right: number): boolean | undefined {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  if (operator === ">") return left > right;
  return operator === ">=" ? left >= right : undefined;
}

function byTypes(operator: Comparison["operator"], one: Facts, other: Facts): Outcome | undefined {
  const { types } = one;
  if (types === undefined) return undefined;
  const is = typeWords(types);
  const never = (because: string): Outcome => ({ value: false, because });
  const has = (facts: Facts, ...some: readonly string[]): boolean =>
    facts.types === undefined || [...facts.types].some((type) => some.includes(type));
  switch (operator) {
    case "==":
    case "!=":
      if (canEqual(one, other)) return undefined;
      if (other.types === undefined) return undefined;
      return {
        value: operator === "!=",
        because: `the left side is ${is}, and the right side ${rightWords(one, other)}`,
      };
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const areNumbers = has(one, "number", "integer") && has(other, "number", "integer");
      if (areNumbers || (has(one, "string") && has(other, "string"))) return undefined;
      return never(`the left side is ${is}, and the right side ${typeWords(other.types)}`);
    }
    case "matches":
    case "starts_with":
    case "ends_with":
      if (!has(one, "string")) return never(`the left side is ${is}, and only a string ${operator} anything`);
      return has(other, "string") ? undefined : never(`the right side is ${typeWords(other.types)}, not a string`);
    case "contains":
      if (!has(one, "string", "array", "object")) return never(`the left side is ${is}, which contains nothing`);
      if (has(one, "array") || has(other, "string")) return undefined;
      return never(`the left side is ${is}, and contains no ${typeWords(other.types)}`);
    case "in":
      return has(other, "array", "object", "string") ? undefined : never(`nothing is in ${typeWords(other.types)}`);
  }
}

function rightWords(one: Facts, other: Facts): string {
  if (one.values !== undefined && other.values?.length === 1)
    return `${JSON.stringify(other.values[0])}, which it can't be`;
  if (other.values?.length === 1) return JSON.stringify(other.values[0]);
  return typeWords(other.types);
}

function byMembers(operator: Comparison["operator"], one: Facts, right: Value, look: Look): Outcome | undefined {
  const list = unbound(right, look);
  if (operator !== "in" || list.type !== "list") return undefined;
  if (list.items.length === 0) return { value: false, because: "nothing is in an empty list" };
  if (list.items.length > mostTried) return undefined;
  const items = list.items.map((item) => factsOf(item, look));
  if (items.some((item) => canEqual(one, item))) return undefined;
  return { value: false, because: "the left side can be none of the list" };
}

function byBounds(operator: Comparison["operator"], { types, bounds }: Facts, { values }: Facts): Outcome | undefined {
  const [limit, ...others] = values ?? [];
  if (bounds === undefined || typeof limit !== "number" || others.length > 0) return undefined;
  if (types === undefined || ![...types].every((type) => type === "number" || type === "integer")) return undefined;
  const { least, greatest, isLeastOut, isGreatestOut } = bounds;
  const isBelow = greatest < limit || (greatest === limit && isGreatestOut);
  const isAbove = least > limit || (least === limit && isLeastOut);
  const isAtMost = greatest <= limit;
  const isAtLeast = least >= limit;
  const because = isAtMost
    ? `the left side is ${isGreatestOut ? "less than" : "at most"} ${greatest}`
    : `the left side is ${isLeastOut ? "more than" : "at least"} ${least}`;
  const always = { "<": isBelow, "<=": isAtMost, ">": isAbove, ">=": isAtLeast, "==": false, "!=": isBelow || isAbove };
  const never = { "<": isAtLeast, "<=": isAbove, ">": isAtMost, ">=": isBelow, "==": isBelow || isAbove, "!=": false };
  if (!Object.hasOwn(always, operator)) return undefined;
  const ordering = operator as keyof typeof always;
  if (always[ordering]) return { value: true, because };
  return never[ordering] ? { value: false, because } : undefined;
}

/** The literal on the right as what was meant by it. */
function fixOf({ operator, left, right }: Comparison, look: Look) {
  const isOrder = operator === "<" || operator === "<=" || operator === ">" || operator === ">=";
  if (right.type !== "literal" || (operator !== "==" && operator !== "!=" && !isOrder)) return undefined;
  const facts = factsOf(left, look);
  if (left.type === "literal" || facts.types === undefined) return undefined;
  const write = converted(right.value, facts, look.known);
  return write === undefined || write === JSON.stringify(right.value) ? undefined : writing(write, right.range);
}

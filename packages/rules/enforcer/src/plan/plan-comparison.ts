/** Compiles a comparison of a rule, such as `args.amount > 100`, to a function that compares two values. */
import { canonicalJson } from "@helve/core";
import { linearPattern, quote } from "@helve/core/internal";
import type { Comparison, ComparisonOperator } from "@helve/core/program";
import { formatExpression } from "../describe.ts";
import { compareIntervals, Interval, UnknownValue } from "../history/uncertain-value.ts";
import { PlanFault } from "./plan-fault.ts";
import { type PlannedValue, planValue, type ValueScope } from "./plan-value.ts";

/** A comparison of a check, compiled: `args.amount > 100`. */
export interface PlannedComparison {
  readonly type: "comparison";
  /** The comparison as the rule writes it. */
  readonly text: string;
  /** Compares values of the two sides. */
  readonly compare: CompareValues;
  readonly left: PlannedValue;
  readonly right: PlannedValue;
  /** Whether the operator is `in`: then the right value is the one that contains the other. */
  readonly isIn: boolean;
}

/**
 * Compiles a comparison.
 *
 * - A missing value equals `null` only, and is in a list only if the list contains `null`. All other comparisons with a
 *   missing value are unknown.
 * - `==` and `!=` compare JSON values deeply; `1` and `"1"` are not equal.
 * - `<`, `<=`, `>` and `>=` compare two numbers, or two texts by their UTF-16 units.
 * - `matches`, `starts_with` and `ends_with` compare texts; `matches` accepts at most 10,000 UTF-16 units.
 * - `contains` finds a part in a text, an item in a list or a key in an object; `in` is the same with the sides swapped.
 *
 * With values of other types the result is unknown, and with values that are not known. A comparison with a missing value that is
 * optional (`args.cc?`) is false. With `ignoring case` texts are compared in lower case.
 *
 * @throws PlanFault for an unknown operator and an invalid regular expression
 */
export function planComparison(comparison: Comparison, scope: ValueScope): PlannedComparison {
  const { operator } = comparison;
  const left = planValue(comparison.left, scope);
  const right = planValue(comparison.right, scope);
  return {
    type: "comparison",
    text: formatExpression(comparison),
    compare: planOperator(comparison, left, right),
    left,
    right,
    isIn: operator === "in",
  };
}

/** Compares two values with one operator. */
type CompareValues = (left: unknown, right: unknown) => ComparisonResult;

/** The result of a comparison. */
export type ComparisonResult =
  | { readonly value: false }
  | {
      readonly value: true;
      /** The part of the text that contains the other value. */
      readonly span?: TextSpan;
      /** The index of the list item that equals the other value. */
      readonly item?: number;
    }
  /** Without `reason`, a value is missing. */
  | { readonly value: "unknown"; readonly reason?: string; readonly isUncertain?: true };

/** Offsets into a text in UTF-16 units; `end` is exclusive. */
export type TextSpan = readonly [start: number, end: number];

/** The operator of a comparison, and whether it ignores case. */
type Operator = Pick<Comparison, "operator" | "ignoreCase">;

/**
 * Compiles an operator to the function that compares two values.
 *
 * @param left - the left value; absent for the items of a list
 * @throws PlanFault for an unknown operator and an invalid regular expression
 */
function planOperator(
  { operator, ignoreCase }: Operator,
  left: Pick<PlannedValue, "isOptional"> | undefined,
  right: PlannedValue,
): CompareValues {
  const compare = ignoreCase === true ? comparisonIgnoringCase(operator, right) : comparisonFunction(operator, right);
  return (one, other) => {
    if (one instanceof UnknownValue || other instanceof UnknownValue) return isUncertain;
    if (one === undefined && left?.isOptional === true) return isFalse;
    if (other === undefined && right.isOptional === true) return isFalse;
    if (!(one instanceof Interval || other instanceof Interval)) return compare(one, other);
    if (one === undefined || other === undefined) return isMissing;
    const truth = compareIntervals(operator, one, other);
    return truth === true || truth === false ? truthResult(truth) : isUncertain;
  };
}

/**
 * Compiles an operator to a function that compares many items with one value. The value is prepared once: a list for look-ups becomes a set,
 * and a text that is compared in lower case is converted.
 *
 * @throws PlanFault as `planOperator` does
 */
export function planItemOperator(
  node: Operator,
  right: PlannedValue,
): (other: unknown) => (item: unknown) => ComparisonResult {
  const compare = planOperator(node, undefined, right);
  if (right.isConstant) return (other) => (item) => compare(item, other);
  const { operator, ignoreCase } = node;
  const compareFolded = planOperator({ operator }, undefined, right);
  const isKnown = (value: unknown): boolean => !(value instanceof UnknownValue || value instanceof Interval);
  const fold = (value: unknown): unknown => (ignoreCase === true && isKnown(value) ? inLowerCase(value) : value);
  return (other) => {
    const folded = fold(other);
    if (operator !== "in" || !Array.isArray(folded)) return (item) => compareFolded(fold(item), folded);
    const isIn = isInConstantList(folded);
    return (item) => (isKnown(item) ? isIn(fold(item), folded) : isUncertain);
  };
}

/** Returns a comparison that ignores case, also inside lists and objects. */
function comparisonIgnoringCase(operator: ComparisonOperator, right: PlannedValue): CompareValues {
  if (operator === "matches") return matchesPattern(right, true);
  const folded = right.isConstant ? { ...right, constant: inLowerCase(right.constant) } : right;
  const compare = comparisonFunction(operator, folded);
  return (one, other) => {
    const result = compare(inLowerCase(one), right.isConstant ? folded.constant : inLowerCase(other));
    // In some languages a text has another length in lower case.
    return result.value === true && "span" in result ? isTrue : result;
  };
}

function inLowerCase(value: unknown): unknown {
  if (typeof value === "string") return value.toLowerCase();
  if (Array.isArray(value)) return value.map(inLowerCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), inLowerCase(member)]));
}

/** Returns the function that compares two values by an operator; a constant pattern or list on the right is compiled once. */
function comparisonFunction(operator: ComparisonOperator, right: PlannedValue): CompareValues {
  if (operator === "matches") return matchesPattern(right);
  if (operator === "in" && Array.isArray(right.constant)) return isInConstantList(right.constant);
  const compare = operators.get(operator);
  if (compare === undefined) {
    throw new PlanFault("unknown_part", `this engine does not know the operator "${String(operator)}"`);
  }
  return compare;
}

const isMissing: ComparisonResult = { value: "unknown" };
/** The result for values that are not known exactly; their description says why. */
const isUncertain: ComparisonResult = { value: "unknown", isUncertain: true };
const isTrue: ComparisonResult & { readonly value: true } = { value: true };
const isFalse: ComparisonResult & { readonly value: false } = { value: false };

/** Returns the shared result for true or false. */
function truthResult(value: boolean): ComparisonResult {
  return value ? isTrue : isFalse;
}

/** Returns a true result with the matching span, or false. */
function spanResult(span: TextSpan | undefined): ComparisonResult {
  return span === undefined ? isFalse : { value: true, span };
}

/** Whether two JSON values are deeply equal; a missing value equals `null`. */
function isEqual(left: unknown, right: unknown): boolean {
  const a = left ?? null;
  const b = right ?? null;
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  return canonicalJson(a) === canonicalJson(b);
}

/** The function for `<`, `<=`, `>` and `>=`: compares two numbers or two texts; anything else is unknown. */
function compareOrder(
  operator: string,
  holds: (left: number | string, right: number | string) => boolean,
): CompareValues {
  return (left, right) => {
    if (left === undefined || right === undefined) return isMissing;
    const areTexts = typeof left === "string" && typeof right === "string";
    const areNumbers = typeof left === "number" && typeof right === "number";
    if (Number.isNaN(left) || Number.isNaN(right)) return { value: "unknown", reason: "NaN has no order" };
    if (areTexts || areNumbers) return truthResult(holds(left, right));
    return { value: "unknown", reason: `${operator} takes two numbers or two texts` };
  };
}

/** The function for operators on two texts; `find` returns the part of the text that matches. */
function compareTexts(operator: string, find: (text: string, part: string) => TextSpan | undefined): CompareValues {
  return (text, part) => {
    if (text === undefined || part === undefined) return isMissing;
    if (typeof text === "string" && typeof part === "string") return spanResult(find(text, part));
    return { value: "unknown", reason: `${operator} takes two texts` };
  };
}

/** Longer texts are not matched. */
const maxMatchedLength = 10_000;

/** The function for `matches`; compiles the regular expression, which must be a literal. */
function matchesPattern({ isConstant, constant, text: source }: PlannedValue, ignoreCase = false): CompareValues {
  if (!isConstant || typeof constant !== "string") {
    throw new PlanFault("invalid_regex", `matches takes a regular expression as a literal text (got ${source})`);
  }
  const pattern = linearPattern(constant, { ignoreCase });
  if ("problem" in pattern) {
    throw new PlanFault("invalid_regex", `the regular expression ${quote(constant)} ${pattern.problem}`);
  }
  return (text) => {
    if (text === undefined) return isMissing;
    if (typeof text !== "string") return { value: "unknown", reason: "matches takes a text" };
    if (text.length > maxMatchedLength) {
      return { value: "unknown", reason: `a text of more than ${maxMatchedLength} characters is not matched` };
    }
    return spanResult(pattern.find(text));
  };
}

/** Whether a text contains a part, a list an item, or an object a key. */
function contains(container: unknown, part: unknown): ComparisonResult {
  if (typeof container === "string") {
    if (typeof part !== "string") return { value: "unknown", reason: "a text contains only texts" };
    const start = container.indexOf(part);
    return spanResult(start < 0 ? undefined : [start, start + part.length]);
  }
  if (Array.isArray(container)) {
    const item = container.findIndex((member) => isEqual(member, part));
    return item < 0 ? isFalse : { value: true, item };
  }
  if (typeof container === "object" && container !== null) {
    if (typeof part !== "string") return { value: "unknown", reason: "the keys of an object are texts" };
    return truthResult(Object.hasOwn(container, part));
  }
  return { value: "unknown", reason: "only a text, a list or an object contains something" };
}

/** Whether `contains` can be applied to a value. */
function canContain(container: unknown): boolean {
  return typeof container === "string" || (typeof container === "object" && container !== null);
}

/** Makes the check of `in` for a list literal, which may be long: its items are put into a set once. */
function isInConstantList(list: readonly unknown[]): CompareValues {
  const members = new Set(list.map((item) => canonicalJson(item ?? null)));
  return (part) => truthResult(members.has(canonicalJson(part ?? null)));
}

const operators: ReadonlyMap<ComparisonOperator, CompareValues> = new Map<ComparisonOperator, CompareValues>([
  ["==", (left, right) => truthResult(isEqual(left, right))],
  ["!=", (left, right) => truthResult(!isEqual(left, right))],
  ["<", compareOrder("<", (left, right) => left < right)],
  ["<=", compareOrder("<=", (left, right) => left <= right)],
  [">", compareOrder(">", (left, right) => left > right)],
  [">=", compareOrder(">=", (left, right) => left >= right)],
  ["starts_with", compareTexts("starts_with", (text, part) => (text.startsWith(part) ? [0, part.length] : undefined))],
  [
    "ends_with",
    compareTexts("ends_with", (text, part) =>
      text.endsWith(part) ? [text.length - part.length, text.length] : undefined,
    ),
  ],
  [
    "contains",
    (container, part) => (container === undefined || part === undefined ? isMissing : contains(container, part)),
  ],
  [
    "in",
    (part, container) => {
      if (container === undefined) return isMissing;
      const isAbsent = part === undefined && !Array.isArray(container);
      return isAbsent && canContain(container) ? isFalse : contains(container, part);
    },
  ],
]);

/** Evaluates a comparison of a rule, such as `args.amount > 100`, and describes the values that it compared. */
import type { Evidence, PredicateRecord } from "@helve/core";
import { quote } from "@helve/core/internal";
import { uncertainty } from "../history/uncertain-value.ts";
import type { ComparisonResult, PlannedComparison, TextSpan } from "../plan/plan-comparison.ts";
import type { PlannedValue } from "../plan/plan-value.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { failedAnswer, frozenEvidence, noEvidence, predicateRecord } from "./evaluate-predicate.ts";

/** The values read in one pass, so that each is read and described only once. */
export type ValueCache = Map<PlannedValue, CachedValue>;

interface CachedValue {
  readonly value: unknown;
  /** The value as text, such as `args.amount is 900`; set on first use. */
  description: string | undefined;
}

/** Evaluates a comparison, and records the values that it compared. */
export function compare(comparison: PlannedComparison, variables: RuleVariables, cache: ValueCache): PredicateRecord {
  const { text: predicate, left, right } = comparison;
  try {
    const leftValue = readCached(left, variables, cache);
    const rightValue = right.isConstant ? undefined : readCached(right, variables, cache);
    const values: OperandValues = [leftValue.value, rightValue === undefined ? right.constant : rightValue.value];
    const result = comparison.compare(values[0], values[1]);
    const { value } = result;
    const reason = describeValues(comparison, leftValue, rightValue);
    if (value === "unknown") {
      const cause = result.reason === undefined ? describeMissing(comparison, values) : `${result.reason}: ${reason}`;
      return predicateRecord(predicate, { value, reason: result.isUncertain ? reason : cause, evidence: noEvidence });
    }
    const evidence = value ? comparisonEvidence(result, comparison, values) : noEvidence;
    return predicateRecord(predicate, { value, reason, evidence });
  } catch (error) {
    return predicateRecord(predicate, failedAnswer(error));
  }
}

/** Reads a value, from a cache within the same pass. */
function readCached(planned: PlannedValue, variables: RuleVariables, cache: ValueCache): CachedValue {
  const cached = cache.get(planned);
  if (cached !== undefined) return cached;
  const read = { value: planned.read(variables), description: undefined };
  cache.set(planned, read);
  return read;
}

type OperandValues = readonly [left: unknown, right: unknown];

/** Writes which references have no value: `args.to and args.cc are not given`. */
function describeMissing({ left, right }: PlannedComparison, [leftValue, rightValue]: OperandValues): string {
  const names = [...(leftValue === undefined ? [left.text] : []), ...(rightValue === undefined ? [right.text] : [])];
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not given`;
}

/** The values that are not literals in the rule: `args.amount is 900, state.limit is 100`. */
function describeValues(
  { left, right }: PlannedComparison,
  leftValue: CachedValue,
  rightValue: CachedValue | undefined,
): string {
  if (rightValue === undefined) {
    return left.isConstant ? "both values are literals in the rule" : describeOperand(left, leftValue);
  }
  const rightText = describeOperand(right, rightValue);
  return left.isConstant ? rightText : `${describeOperand(left, leftValue)}, ${rightText}`;
}

/** Describes an operand with its value: `args.amount is 900`. */
function describeOperand(planned: PlannedValue, cached: CachedValue): string {
  cached.description ??= describeValue(planned.text, cached.value);
  return cached.description;
}

/** Describes a value by its name in the rule: `args.amount is 900`. */
export function describeValue(name: string, value: unknown): string {
  return `${name} ${uncertainty(value) ?? `is ${shortText(value)}`}`;
}

/** A value as short text: a quoted string, `a list of 3`, `an object`. */
function shortText(value: unknown): string {
  if (value === undefined) return "not given";
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

type TrueResult = ComparisonResult & { readonly value: true };

/** Returns evidence for a comparison: the characters of the argument that was compared. */
function comparisonEvidence(
  result: TrueResult,
  { left, right, isIn }: PlannedComparison,
  [leftValue, rightValue]: OperandValues,
): readonly Evidence[] {
  if (left.path === undefined) {
    return isIn ? containerEvidence(result, right, rightValue) : textEvidence(right.path, rightValue);
  }
  return isIn ? textEvidence(left.path, leftValue) : containerEvidence(result, left, leftValue);
}

/** Returns evidence for a comparison such as `contains`: the part that contains the other value. */
function containerEvidence(
  { span, item }: TrueResult,
  { path }: PlannedValue,
  container: unknown,
): readonly Evidence[] {
  if (item === undefined || !Array.isArray(container)) return textEvidence(path, container, span);
  return path === undefined ? noEvidence : textEvidence(`${path}/${item}`, container[item]);
}

/** The evidence for a part of a text argument, or for all of it without `span`; none for other values. */
export function textEvidence(path: string | undefined, value: unknown, span?: TextSpan): readonly Evidence[] {
  if (path === undefined || typeof value !== "string") return noEvidence;
  const [start, end] = span ?? [0, value.length];
  return frozenEvidence([{ path, start, end, text: value.slice(start, end) }]);
}

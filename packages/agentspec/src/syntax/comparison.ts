import type { TextRange } from "@helve/core";
import type { Comparison, ComparisonOperator, Expression, Value } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { operators } from "./operators.ts";
import { noteSpelling, type Reading, rangeOf, report, textAt } from "./reading.ts";
import { referenceText } from "./references.ts";

const signs = new Map<string, ComparisonOperator>([
  ...operators.map((operator) => [operator, operator] as const),
  ["=", "=="],
  ["===", "=="],
  ["!==", "!="],
  ["≠", "!="],
  ["≤", "<="],
  ["≥", ">="],
]);

/** The comparisons that the early dialect writes as predicates. */
const calls = new Map<string, ComparisonOperator>([
  ["eq", "=="],
  ["neq", "!="],
  ["lt", "<"],
  ["leq", "<="],
  ["gt", ">"],
  ["geq", ">="],
]);

/** Their names, of which no predicate has one. */
export const comparisonCalls: readonly string[] = [...calls.keys()];

export function comparisonOf(operator: ComparisonOperator, left: Value, right: Value, range: TextRange): Comparison {
  return { type: "comparison", operator, left, right, range };
}

/** The operator that a token is, however it is written. */
export function operatorOf(token: IToken, reading: Reading): ComparisonOperator {
  const operator = signs.get(token.image) ?? "==";
  if (operator !== token.image) noteSpelling(reading, rangeOf(reading, token), operator);
  return operator;
}

/** `eq(a, b)` as the comparison that it is; undefined for any other name. */
export function calledComparison(
  name: IToken,
  args: readonly Value[] | undefined,
  range: TextRange,
  reading: Reading,
): Expression | undefined {
  const operator = calls.get(name.image);
  if (operator === undefined) return undefined;
  const [left, right, ...others] = args ?? [];
  if (left === undefined || right === undefined || others.length > 0) {
    const expected = `two values, as in ${name.image}(args.amount, 10)`;
    report(reading, "invalid_predicate", `${name.image} compares two values: expected ${expected}`, range, {
      expected,
    });
    return { type: "literal", value: true, range };
  }
  const [one, other] = [left, right].map((value) =>
    value.type === "reference" ? referenceText(value) : textAt(reading, value.range),
  );
  // A list would be read as a key of the predicate or the value before it.
  noteSpelling(reading, range, left.type === "list" ? undefined : `${one} ${operator} ${other}`);
  return comparisonOf(operator, left, right, range);
}

/** A value where only a comparison makes sense; named, and stepped over. */
export function lacksComparison(left: Value, reading: Reading): Expression {
  const { range } = left;
  const expected = "a comparison, such as == or contains";
  const message = `a value alone says nothing: expected ${expected}, after it`;
  const at = { start: range.end, end: range.end };
  report(reading, "missing_comparison", message, range, {
    expected,
    ...(left.type === "reference" && { quickFix: { title: 'Write " == true" after it', range: at, text: " == true" } }),
  });
  return { type: "literal", value: true, range };
}

const plainOperators = new Map([
  ["&&", "&"],
  ["∧", "&"],
  ["||", "|"],
  ["∨", "|"],
]);

/** Notes the signs that other languages have for `&` and `|`. */
export function noteOperator(token: IToken, reading: Reading): void {
  const plain = plainOperators.get(token.image);
  if (plain !== undefined) noteSpelling(reading, rangeOf(reading, token), plain);
}

import type { Evidence, PredicateRecord } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { Comparison } from "@helve/core/program";
import { failure, noEvidence } from "../check/answer.ts";
import { expressionInWords } from "../words.ts";
import { type Related, type Relation, relationOf, type Span } from "./relation.ts";
import { type Source, sourceOf, type ValueScope, type View } from "./values.ts";

/** A comparison, ready to be made. */
export interface PlannedComparison {
  readonly type: "comparison";
  /** As the rule writes it. */
  readonly predicate: string;
  readonly relation: Relation;
  readonly left: Source;
  readonly right: Source;
  /** The value on the right when that is the same for every action. */
  readonly constant: unknown;
  readonly isConstant: boolean;
  /** Whether the right value is what the left one may be in. */
  readonly isIn: boolean;
}

/**
 * Makes a comparison ready.
 *
 * - A value that is not given equals `null` and nothing else, and is in no list but one with `null` in it. What else is
 *   asked of it is unknown.
 * - `==` and `!=` compare JSON values as wholes; `1` and `"1"` are not equal.
 * - `<`, `<=`, `>` and `>=` take two numbers, or two texts, which are in the order of their UTF-16 units.
 * - `matches`, `starts_with` and `ends_with` take texts; what `matches` takes has 10,000 units at most.
 * - `contains` takes a text and a part of it, a list and an item, or an object and a key; `in` is the same from the right.
 *
 * Of what they don't take, they are unknown.
 *
 * @throws ValueFault
 */
export function planComparison(comparison: Comparison, scope: ValueScope): PlannedComparison {
  const left = sourceOf(comparison.left, scope);
  const right = sourceOf(comparison.right, scope);
  const { constant, isConstant } = right;
  return {
    type: "comparison",
    predicate: expressionInWords(comparison),
    relation: relationOf(comparison.operator, right),
    ...{ left, right, constant, isConstant },
    isIn: comparison.operator === "in",
  };
}

/** What was read in one look, so that nothing is read or shown twice. */
export type Readings = Map<Source, Reading>;

interface Reading {
  readonly value: unknown;
  /** What the value is, in words; made when they are wanted. */
  words: string | undefined;
}

/** Makes a comparison. */
export function compare(comparison: PlannedComparison, view: View, readings: Readings): PredicateRecord {
  const { predicate } = comparison;
  try {
    const left = readingOf(comparison.left, view, readings);
    const right = comparison.isConstant ? undefined : readingOf(comparison.right, view, readings);
    const other = right === undefined ? comparison.constant : right.value;
    const related = comparison.relation(left.value, other);
    const { value } = related;
    if (value === "unknown") {
      const { why } = related;
      const reason =
        why === undefined ? missing(comparison, left.value, other) : `${why}: ${valuesIn(comparison, left, right)}`;
      return { predicate, value, reason, evidence: noEvidence };
    }
    const reason = valuesIn(comparison, left, right);
    return {
      predicate,
      value,
      reason,
      evidence: value ? evidenceOf(related, comparison, left.value, other) : noEvidence,
    };
  } catch (error) {
    return { predicate, ...failure(error) };
  }
}

type Holding = Related & { readonly value: true };

function readingOf(source: Source, view: View, readings: Readings): Reading {
  const known = readings.get(source);
  if (known !== undefined) return known;
  const reading = { value: source.read(view), words: undefined };
  readings.set(source, reading);
  return reading;
}

function missing({ left, right }: PlannedComparison, one: unknown, other: unknown): string {
  const names = [...(one === undefined ? [left.words] : []), ...(other === undefined ? [right.words] : [])];
  return `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} not given`;
}

/** What the values are that the rule does not say itself. */
function valuesIn({ left, right }: PlannedComparison, one: Reading, other: Reading | undefined): string {
  if (other === undefined) return left.isConstant ? "both values stand in the rule" : inWords(left, one);
  return left.isConstant ? inWords(right, other) : `${inWords(left, one)}, ${inWords(right, other)}`;
}

function inWords(source: Source, reading: Reading): string {
  reading.words ??= `${source.words} is ${short(reading.value)}`;
  return reading.words;
}

function short(value: unknown): string {
  if (value === undefined) return "not given";
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** The characters of an argument that it rests on: on the left, and where that is no argument, on the right. */
function evidenceOf(
  related: Holding,
  { left, right, isIn }: PlannedComparison,
  one: unknown,
  other: unknown,
): readonly Evidence[] {
  if (left.path === undefined) return isIn ? partIn(related, right, other) : characters(right.path, other);
  return isIn ? characters(left.path, one) : partIn(related, left, one);
}

/** The part of a value that has the other one in it, or all of it. */
function partIn({ span, item }: Holding, { path }: Source, value: unknown): readonly Evidence[] {
  if (item === undefined || !Array.isArray(value)) return characters(path, value, span);
  return path === undefined ? noEvidence : characters(`${path}/${item}`, value[item]);
}

function characters(path: string | undefined, value: unknown, span?: Span): readonly Evidence[] {
  if (path === undefined || typeof value !== "string") return noEvidence;
  const [start, end] = span ?? [0, value.length];
  return [{ path, start, end, text: value.slice(start, end) }];
}

import { canonicalJson, errorJson } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { ComparisonOperator } from "@helve/core/program";
import { type Source, ValueFault } from "./values.ts";

/** What two values have to do with each other, as an operator says it. */
export type Relation = (left: unknown, right: unknown) => Related;

/** A truth, or why it can't be told. */
export type Related =
  | { readonly value: false }
  | {
      readonly value: true;
      /** The characters of the text that has the other in it, first and one after the last. */
      readonly span?: Span;
      /** Which item of the list that has the other in it. */
      readonly item?: number;
    }
  /** Without a reason because a value is not given. */
  | { readonly value: "unknown"; readonly why?: string };

export type Span = readonly [start: number, end: number];

/**
 * The relation that an operator stands for.
 *
 * @param right - what the rule writes on its right, to be made ready where it is the same for every action
 * @throws ValueFault for an operator that is not known, and what is no regular expression
 */
export function relationOf(operator: ComparisonOperator, right: Source): Relation {
  if (operator === "matches") return matching(right);
  if (operator === "in" && Array.isArray(right.constant)) return amongConstants(right.constant);
  const relation = relations.get(operator);
  if (relation === undefined) throw new ValueFault("unknown_part", `this engine does not know "${String(operator)}"`);
  return relation;
}

const notGiven: Related = { value: "unknown" };
const holds: Related = { value: true };
const holdsNot: Related = { value: false };

function truth(value: boolean): Related {
  return value ? holds : holdsNot;
}

/** What is not given equals `null`. */
function isEqual(left: unknown, right: unknown): boolean {
  const one = left ?? null;
  const other = right ?? null;
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  return canonicalJson(one) === canonicalJson(other);
}

function ordered(operator: string, compare: (one: number | string, other: number | string) => boolean): Relation {
  return (one, other) => {
    if (one === undefined || other === undefined) return notGiven;
    const areTexts = typeof one === "string" && typeof other === "string";
    const areNumbers = typeof one === "number" && typeof other === "number";
    if (areTexts || areNumbers) return truth(compare(one, other));
    return { value: "unknown", why: `${operator} takes two numbers or two texts` };
  };
}

function ofTexts(operator: string, find: (text: string, part: string) => Span | undefined): Relation {
  return (text, part) => {
    if (text === undefined || part === undefined) return notGiven;
    if (typeof text === "string" && typeof part === "string") return found(find(text, part));
    return { value: "unknown", why: `${operator} takes two texts` };
  };
}

function found(span: Span | undefined): Related {
  return span === undefined ? holdsNot : { value: true, span };
}

/** Longer texts are not matched: some expressions take very long on them. */
const longestMatched = 10_000;

function matching({ isConstant, constant, words }: Source): Relation {
  if (!isConstant || typeof constant !== "string") {
    throw new ValueFault("invalid_regex", `matches takes a regular expression that stands in the rule (got ${words})`);
  }
  const expression = regularExpression(constant);
  return (text) => {
    if (text === undefined) return notGiven;
    if (typeof text !== "string") return { value: "unknown", why: "matches takes a text" };
    if (text.length > longestMatched) {
      return { value: "unknown", why: `a text of more than ${longestMatched} characters is not matched` };
    }
    const match = expression.exec(text);
    return found(match === null ? undefined : [match.index, match.index + match[0].length]);
  };
}

/** With the flag `u`, or without it where it means something only so. */
function regularExpression(pattern: string): RegExp {
  let fault: unknown;
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch (error) {
      fault = error;
    }
  }
  // Engines put the pattern before what is wrong with it.
  const { message } = errorJson(fault);
  throw new ValueFault(
    "invalid_regex",
    `${quote(pattern)} is no regular expression: ${message.slice(message.lastIndexOf(": ") + 1).trim()}`,
  );
}

/** Whether a text has a part, a list an item, or an object a key. */
function contains(whole: unknown, part: unknown): Related {
  if (typeof whole === "string") {
    if (typeof part !== "string") return { value: "unknown", why: "a text contains nothing but texts" };
    const start = whole.indexOf(part);
    return found(start < 0 ? undefined : [start, start + part.length]);
  }
  if (Array.isArray(whole)) {
    const item = whole.findIndex((one) => isEqual(one, part));
    return item < 0 ? holdsNot : { value: true, item };
  }
  if (typeof whole === "object" && whole !== null) {
    if (typeof part !== "string") return { value: "unknown", why: "the keys of an object are texts" };
    return truth(Object.hasOwn(whole, part));
  }
  return { value: "unknown", why: "only a text, a list or an object contains something" };
}

/** A list that stands in the rule may be long: it is gone through once. */
function amongConstants(list: readonly unknown[]): Relation {
  const members = new Set(list.map((item) => canonicalJson(item ?? null)));
  return (part) => truth(members.has(canonicalJson(part ?? null)));
}

const relations: ReadonlyMap<ComparisonOperator, Relation> = new Map<ComparisonOperator, Relation>([
  ["==", (one, other) => truth(isEqual(one, other))],
  ["!=", (one, other) => truth(!isEqual(one, other))],
  ["<", ordered("<", (one, other) => one < other)],
  ["<=", ordered("<=", (one, other) => one <= other)],
  [">", ordered(">", (one, other) => one > other)],
  [">=", ordered(">=", (one, other) => one >= other)],
  ["starts_with", ofTexts("starts_with", (text, part) => (text.startsWith(part) ? [0, part.length] : undefined))],
  [
    "ends_with",
    ofTexts("ends_with", (text, part) => (text.endsWith(part) ? [text.length - part.length, text.length] : undefined)),
  ],
  ["contains", (whole, part) => (whole === undefined || part === undefined ? notGiven : contains(whole, part))],
  [
    "in",
    (part, whole) => {
      if (whole === undefined) return notGiven;
      return part === undefined && !Array.isArray(whole) ? holdsNot : contains(whole, part);
    },
  ],
]);

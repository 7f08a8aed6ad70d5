import { referenceText } from "../syntax/references.ts";
import type { Comparison, Conjunction, Expression, PredicateCall, Reference, Value } from "../syntax/tree/index.ts";
import { flatText } from "./as-written.ts";
import type { Language } from "./language.ts";

/** What a predicate says, as part of a sentence: `{ en: "the command deletes files" }`. */
export interface PredicatePhrase {
  readonly en?: string;
  readonly zh?: string;
  /** What it says where it does not hold; made from the others when absent. */
  readonly not?: { readonly en?: string; readonly zh?: string };
}

/** Who explains: a language, and what predicates say in it. */
export interface Teller {
  readonly language: Language;
  readonly locale: "en" | "zh";
  readonly predicates: Readonly<Record<string, PredicatePhrase>>;
}

/** What must hold for a rule to count as violated, each in words. */
export function conditionsOf(check: Conjunction, teller: Teller): readonly string[] {
  const [only, ...others] = check.operands;
  if (only !== undefined && others.length === 0) return [inWords(only, true, teller)];
  return check.operands.map((operand) => part(operand, true, teller));
}

/** A value in words. */
export function valueInWords(value: Value, teller: Teller): string {
  return value.type === "reference" ? referenceInWords(value, teller) : flatText(value);
}

/** An expression in words, or with `holds` false the contrary. */
function inWords(node: Expression, holds: boolean, teller: Teller): string {
  const { language } = teller;
  switch (node.type) {
    case "not":
      return inWords(node.operand, !holds, teller);
    case "and":
    case "or": {
      const parts = node.operands.map((operand) => part(operand, true, teller));
      const [first = language.truth((node.type === "and") === holds), ...others] = parts;
      if (others.length === 0 && holds) return first;
      return node.type === "and" ? language.all(parts, holds) : language.some(parts, holds);
    }
    case "literal":
      return language.truth((node.value === true) === holds);
    case "comparison":
      return comparisonInWords(node, holds, teller);
    case "predicate":
      return predicateInWords(node, holds, teller);
  }
}

/** An expression beside others. */
function part(node: Expression, holds: boolean, teller: Teller): string {
  if (node.type === "not") return part(node.operand, !holds, teller);
  const said = inWords(node, holds, teller);
  return node.type === "and" || node.type === "or" ? teller.language.within(said) : said;
}

function comparisonInWords({ left, operator, right }: Comparison, holds: boolean, teller: Teller): string {
  const { language } = teller;
  const said = valueInWords(left, teller);
  if (operator !== "in") return language.comparison(said, operator, valueInWords(right, teller), holds);
  if (right.type !== "list" || right.items.length === 0) {
    return language.among(said, valueInWords(right, teller), false, holds);
  }
  const values = right.items.map((item) => valueInWords(item, teller));
  return language.among(said, language.anyOf(values), true, holds);
}

function predicateInWords(node: PredicateCall, holds: boolean, teller: Teller): string {
  const { language, locale, predicates } = teller;
  const phrase = Object.hasOwn(predicates, node.name) ? predicates[node.name] : undefined;
  const contrary = phrase?.not?.[locale];
  if (!holds && contrary !== undefined) return filled(contrary, node, teller);
  const plain = phrase?.[locale];
  if (plain !== undefined) return holds ? filled(plain, node, teller) : language.untrue(filled(plain, node, teller));
  const given = node.arguments.map(flatText).join(", ");
  const name = node.name.replaceAll("_", " ").trim() || node.name;
  return language.predicate(given === "" ? name : `${name}(${given})`, holds);
}

function filled(phrase: string, { arguments: given }: PredicateCall, teller: Teller): string {
  return phrase.replace(/\{(\d{1,3})\}/g, (hole, index) => {
    const value = given[Number(index)];
    return value === undefined ? hole : valueInWords(value, teller);
  });
}

function referenceInWords(reference: Reference, { language }: Teller): string {
  const { root, path } = reference;
  if (root === "let") return language.reference(root, referenceText(reference));
  if (path.length === 0) return language.reference(root, undefined);
  const text = referenceText(reference).slice(root.length);
  return language.reference(root, text.startsWith(".") ? text.slice(1) : text);
}

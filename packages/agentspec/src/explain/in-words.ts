import type { PredicatePhrase } from "@helve/core";
import type {
  Comparison,
  Conjunction,
  Disjunction,
  Expression,
  PredicateCall,
  Reference,
  Value,
} from "@helve/core/program";
import { referenceText } from "../syntax/references.ts";
import { flatText } from "./as-written.ts";
import type { Language, Said } from "./language.ts";

/** Who explains: a language, and what predicates say in it. */
export interface Teller {
  readonly language: Language;
  readonly locale: "en" | "zh";
  readonly predicates: Readonly<Record<string, PredicatePhrase>>;
}

/** What must hold for a rule to count as violated, each in words; what always holds is left out. */
export function conditionsOf(check: Conjunction, teller: Teller): readonly string[] {
  const conditions = membersOf({ node: check, holds: true }, true).filter(({ node, holds }) => !isTrue(node, holds));
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return [inWords(only, teller)];
  return conditions.map((one) => part(one, teller));
}

/** A value in words. */
export function valueInWords(value: Value, teller: Teller): Said {
  if (value.type !== "reference") return { text: flatText(value), kind: kindOf(value), isMany: false };
  const isMany = value.path.length === 0 && (value.root === "args" || value.root === "trajectory");
  return { text: referenceInWords(value, teller), kind: "reference", isMany };
}

function kindOf(value: Exclude<Value, Reference>): Said["kind"] {
  switch (value.type) {
    case "literal":
      return value.value === null ? "nothing" : value.value === "" ? "empty" : "value";
    case "list":
      return value.items.length === 0 ? "empty" : "value";
    case "object":
      return value.entries.length === 0 ? "empty" : "value";
  }
}

/** An expression, or with `holds` false the contrary. */
interface Condition {
  readonly node: Expression;
  readonly holds: boolean;
}

/** The conditions in one of which all must hold, or one must, so that negations stand before the smallest parts only. */
function membersOf({ node, holds }: Condition, isAll: boolean): readonly Condition[] {
  if (node.type === "not") return membersOf({ node: node.operand, holds: !holds }, isAll);
  if ((node.type !== "and" && node.type !== "or") || takesAll(node, holds) !== isAll) return [{ node, holds }];
  return node.operands.flatMap((operand) => membersOf({ node: operand, holds }, isAll));
}

/** The contrary of what takes all of its operands takes one of their contraries. */
function takesAll({ type }: Conjunction | Disjunction, holds: boolean): boolean {
  return (type === "and") === holds;
}

function isTrue(node: Expression, holds: boolean): boolean {
  return node.type === "literal" && (node.value === true) === holds;
}

function inWords({ node, holds }: Condition, teller: Teller): string {
  const { language } = teller;
  switch (node.type) {
    case "not":
      return inWords({ node: node.operand, holds: !holds }, teller);
    case "and":
    case "or": {
      const isAll = takesAll(node, holds);
      const parts = membersOf({ node, holds }, isAll).map((one) => part(one, teller));
      const [first = language.truth(isAll), ...others] = parts;
      if (others.length === 0) return first;
      return isAll ? language.all(parts) : language.some(parts);
    }
    case "literal":
      return language.truth(isTrue(node, holds));
    case "comparison":
      return comparisonInWords(node, holds, teller);
    case "predicate":
      return predicateInWords(node, holds, teller);
  }
}

/** An expression beside others. */
function part({ node, holds }: Condition, teller: Teller): string {
  if (node.type === "not") return part({ node: node.operand, holds: !holds }, teller);
  const said = inWords({ node, holds }, teller);
  return node.type === "and" || node.type === "or" ? teller.language.within(said) : said;
}

function comparisonInWords({ left, operator, right }: Comparison, holds: boolean, teller: Teller): string {
  const { language } = teller;
  const said = valueInWords(left, teller);
  const items = operator === "in" && right.type === "list" ? right.items : [];
  const [only, ...others] = items.map((item) => valueInWords(item, teller));
  if (only === undefined) return language.comparison(said, operator, valueInWords(right, teller), holds);
  if (others.length === 0) return language.comparison(said, "==", only, holds);
  const values = [only, ...others].map(({ text }) => text);
  return language.among(said, values, holds);
}

function predicateInWords(node: PredicateCall, holds: boolean, teller: Teller): string {
  const { language, locale, predicates } = teller;
  const phrase = Object.hasOwn(predicates, node.name) ? predicates[node.name] : undefined;
  const contrary = phrase?.not?.[locale];
  const given = node.arguments.map((value) => valueInWords(value, teller));
  if (!holds && contrary !== undefined) return filled(contrary, given, language);
  const plain = phrase?.[locale];
  if (plain === undefined) return language.predicate(node.name, given, holds);
  return holds ? filled(plain, given, language) : language.untrue(filled(plain, given, language));
}

function filled(phrase: string, given: readonly Said[], language: Language): string {
  return language.phrase(phrase.replace(/\{(\d{1,3})\}/g, (hole, index) => given[Number(index)]?.text ?? hole));
}

function referenceInWords(reference: Reference, { language }: Teller): string {
  const { root, path } = reference;
  if (root === "let") return language.reference(root, referenceText(reference));
  if (path.length === 0) return language.reference(root, undefined);
  const text = referenceText(reference).slice(root.length);
  return language.reference(root, text.startsWith(".") ? text.slice(1) : text);
}

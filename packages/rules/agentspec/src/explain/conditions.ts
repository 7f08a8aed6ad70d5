import type { PredicatePhrase } from "@helve/core";
import { predicateClause } from "@helve/core/internal";
import type {
  Comparison,
  Conjunction,
  Disjunction,
  Expression,
  PredicateCall,
  Quantifier,
  Reference,
  StepQuery,
  Value,
} from "@helve/core/program";
import { pathText, referenceText } from "../syntax/build-value.ts";
import type { Language, ValueText } from "./language.ts";
import { valueText } from "./source-text.ts";

/** Explains each condition of a rule's check as a text, such as "its argument `n` is more than 10"; leaves out conditions that are always true. */
export function explainConditions(check: Conjunction, context: ExplainContext): readonly string[] {
  const conditions = flattenConditions({ node: check, holds: true }, true).filter(
    ({ node, holds }) => !isAlwaysTrue(node, holds),
  );
  const [only, ...rest] = conditions;
  if (only !== undefined && rest.length === 0) return [explainCondition(only, context)];
  return conditions.map((condition) => explainOperand(condition, context));
}

/** The language of an explanation, and the phrases for predicates. */
export interface ExplainContext {
  readonly language: Language;
  readonly locale: "en" | "zh";
  readonly phrases: ReadonlyMap<string, readonly PredicatePhrase[]>;
}

/** Explains a value of a rule: a literal as it is written, `args.to` as "its argument `to`". */
export function explainValue(value: Value, context: ExplainContext): ValueText {
  const composed = explainComposed(value, context);
  if (composed !== undefined) return { text: composed, kind: "reference", isPlural: false };
  if (value.type !== "reference") return { text: valueText(value), kind: valueKind(value), isPlural: false };
  const isPlural = value.path.length === 0 && (value.root === "args" || value.root === "trajectory");
  return { text: explainReference(value, context), kind: "reference", isPlural };
}

/** Explains a calculation, a duration and what is asked about earlier steps; `undefined` for any other value. */
function explainComposed(value: Value, context: ExplainContext): string | undefined {
  const { language } = context;
  switch (value.type) {
    case "arithmetic":
      return `${explainNumber(value.left, context)} ${value.operator} ${explainNumber(value.right, context)}`;
    case "count":
      return language.count(explainSteps(value.steps, context));
    case "sum":
      return language.sum(explainValue(value.value, context).text, explainSteps(value.steps, context));
    case "last": {
      const path = value.path.length === 0 ? undefined : pathText(value.path).replace(/^\./, "");
      const text = language.last(explainSteps(value.steps, context), path);
      return value.optional === true ? language.optional(text) : text;
    }
    case "duration":
      return language.duration(value);
    default:
      return undefined;
  }
}

/** Explains an operand of a calculation; a calculation is in parentheses. */
function explainNumber(value: Value, context: ExplainContext): string {
  const { text } = explainValue(value, context);
  return value.type === "arithmetic" ? `(${text})` : text;
}

/** Explains the earlier steps that a step query selects. */
function explainSteps({ patterns, where, since, within }: StepQuery, context: ExplainContext): string {
  const { language } = context;
  return language.steps({
    tools: language.tools(patterns),
    where: where === undefined ? undefined : explainCondition({ node: where, holds: true }, context),
    since: since === undefined ? undefined : language.tools(since),
    within,
  });
}

/** Whether a literal, list or object is `null`, empty, or another value. */
function valueKind(value: Exclude<Value, Reference>): ValueText["kind"] {
  switch (value.type) {
    case "literal":
      return value.value === null ? "nothing" : value.value === "" ? "empty" : "value";
    case "list":
      return value.items.length === 0 ? "empty" : "value";
    case "object":
      return value.entries.length === 0 ? "empty" : "value";
    default:
      return "value";
  }
}

/** The condition that an expression is true, or false if `holds` is false. */
interface Condition {
  readonly node: Expression;
  readonly holds: boolean;
}

/**
 * Flattens nested operands that are joined in the same way (`isAll`: by "and") and moves negations down to the smallest parts by De
 * Morgan's laws: `!(a | b)` becomes not a, not b.
 */
function flattenConditions({ node, holds }: Condition, isAll: boolean): readonly Condition[] {
  if (node.type === "not") return flattenConditions({ node: node.operand, holds: !holds }, isAll);
  if ((node.type !== "and" && node.type !== "or") || requiresAll(node, holds) !== isAll) return [{ node, holds }];
  return node.operands.flatMap((operand) => flattenConditions({ node: operand, holds }, isAll));
}

/** Whether all operands must hold: for "and", and for a negated "or". */
function requiresAll({ type }: Conjunction | Disjunction, holds: boolean): boolean {
  return (type === "and") === holds;
}

/** Whether a condition is a literal that always satisfies it: `True`, or `!False`. */
function isAlwaysTrue(node: Expression, holds: boolean): boolean {
  return node.type === "literal" && (node.value === true) === holds;
}

/** Explains one condition, without parentheses around it. */
function explainCondition({ node, holds }: Condition, context: ExplainContext): string {
  const { language } = context;
  switch (node.type) {
    case "not":
      return explainCondition({ node: node.operand, holds: !holds }, context);
    case "and":
    case "or": {
      const isAll = requiresAll(node, holds);
      const parts = flattenConditions({ node, holds }, isAll).map((condition) => explainOperand(condition, context));
      const [first = language.constant(isAll), ...rest] = parts;
      if (rest.length === 0) return first;
      return isAll ? language.allOf(parts) : language.anyOf(parts);
    }
    case "literal":
      return language.constant(isAlwaysTrue(node, holds));
    case "comparison":
      return explainComparison(node, holds, context);
    case "every":
    case "some":
      return explainQuantifier(node, holds, context);
    case "once":
      return language.once(explainSteps(node.steps, context), holds);
    case "provenance":
      return language.provenance(explainValue(node.value, context), node.only, node.sources, holds);
    case "predicate":
      return explainPredicate(node, holds, context);
  }
}

/** Explains a condition that is joined with others; puts it in parentheses if it is an "and" or an "or". */
function explainOperand({ node, holds }: Condition, context: ExplainContext): string {
  if (node.type === "not") return explainOperand({ node: node.operand, holds: !holds }, context);
  const text = explainCondition({ node, holds }, context);
  return node.type === "and" || node.type === "or" ? context.language.parenthesized(text) : text;
}

/** Explains a comparison; `x in ["a"]` as `x == "a"`, and `in` with a longer list as "is one of". */
function explainComparison(node: Comparison, holds: boolean, context: ExplainContext): string {
  const [left, right] = [required(node.left), required(node.right)];
  if (holds || (left === node.left && right === node.right)) {
    return compareSubject(explainValue(node.left, context), node, holds, context);
  }
  return context.language.orAbsent(compareSubject(explainValue(left, context), { ...node, right }, holds, context));
}

/** Returns a value as a required one if it may be absent; any other value itself. */
function required(value: Value): Value {
  if (!("optional" in value) || value.optional !== true) return value;
  const { optional: _optional, ...rest } = value;
  return rest;
}

/** Explains what is compared with every or with some item of a list: `!every(x, == 1)` as some item that is not 1. */
function explainQuantifier(node: Quantifier, holds: boolean, context: ExplainContext): string {
  const isEvery = node.type === "every";
  const which = holds ? node.type : isEvery ? "some" : "no";
  const value = holds ? node.value : required(node.value);
  const subject = context.language.items(which, explainValue(value, context));
  const text = compareSubject(subject, node, holds || !isEvery, context);
  return value === node.value ? text : context.language.orAbsent(text);
}

/** Explains a comparison whose left value is a text already. */
function compareSubject(
  subject: ValueText,
  comparison: Pick<Comparison, "operator" | "right" | "ignoreCase">,
  holds: boolean,
  context: ExplainContext,
): string {
  const text = comparedText(subject, comparison, holds, context);
  return comparison.ignoreCase === true ? context.language.ignoringCase(text) : text;
}

/** Writes a comparison as a sentence; one with `in` lists the items. */
function comparedText(
  subject: ValueText,
  { operator, right }: Pick<Comparison, "operator" | "right">,
  holds: boolean,
  context: ExplainContext,
): string {
  const { language } = context;
  const items = operator === "in" && right.type === "list" ? right.items : [];
  const [only, ...rest] = items.map((item) => explainValue(item, context));
  if (only === undefined) return language.comparison(subject, operator, explainValue(right, context), holds);
  if (rest.length === 0) return language.comparison(subject, "==", only, holds);
  const values = [only, ...rest].map(({ text }) => text);
  return language.oneOf(subject, values, holds);
}

/** Explains a predicate by the clause of its phrase, or else by its name. */
function explainPredicate(node: PredicateCall, holds: boolean, context: ExplainContext): string {
  const { language, locale, phrases } = context;
  const args = node.arguments.map((value) => ({ source: valueText(value), text: explainValue(value, context).text }));
  const clause = predicateClause(phrases.get(node.name) ?? [], args, locale);
  if (clause === undefined) {
    return language.predicate(
      node.name,
      args.map(({ text }) => text),
      holds,
    );
  }
  return holds ? clause.text : (clause.negation ?? language.negatedClause(clause.text));
}

/** Explains a reference to a value of the action, or to a `let`. */
function explainReference({ optional, ...reference }: Reference, context: ExplainContext): string {
  if (optional === true) return context.language.optional(explainReference(reference, context));
  const { language } = context;
  const { root, path } = reference;
  if (root === "let") return language.reference(root, referenceText(reference));
  if (path.length === 0) return language.reference(root, undefined);
  const text = referenceText(reference).slice(root.length);
  return language.reference(root, text.startsWith(".") ? text.slice(1) : text);
}

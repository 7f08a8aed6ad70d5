import type { Expression, Rule, Value } from "@helve/core/program";
import { findBinding } from "./rule-context.ts";

/** A canonical text of an expression: two expressions with the same key have the same result for every action. */
export function expressionKey(node: Expression, rule: Rule): string {
  switch (node.type) {
    case "and":
    case "or":
      return `${node.type}(${node.operands.map((operand) => expressionKey(operand, rule)).join(",")})`;
    case "not":
      return negatedKey(expressionKey(node.operand, rule));
    case "comparison":
      if (node.ignoreCase === true || mayBeOptional(node.left, rule) || mayBeOptional(node.right, rule)) {
        return wholeKey(node, rule);
      }
      return comparisonKey(node.operator, valueKey(node.left, rule), valueKey(node.right, rule));
    case "literal":
      return String(node.value);
    case "every":
    case "some":
    case "once":
    case "provenance":
      return wholeKey(node, rule);
    case "predicate":
      if (node.arguments.length === 0) return node.name;
      return `${node.name}(${node.arguments.map((value) => valueKey(value, rule)).join(",")})`;
  }
}

/** The key of the negated expression. */
export function negatedKey(meaning: string): string {
  return meaning.startsWith("!") ? meaning.slice(1) : `!${meaning}`;
}

/** The key of a comparison, which is the same for `a > b` and `b < a`. */
function comparisonKey(operator: string, left: string, right: string): string {
  if (operator === "!=") return `!(== ${left} ${right})`;
  if (operator === ">=") return `!(< ${left} ${right})`;
  if (operator === ">") return `!(<= ${left} ${right})`;
  return `(${operator} ${left} ${right})`;
}

/** A canonical text of a value; a binding of a literal has the key of the literal. */
export function valueKey(node: Value, rule: Rule): string {
  switch (node.type) {
    case "literal":
      return JSON.stringify(node.value);
    case "list":
      return `[${node.items.map((item) => valueKey(item, rule)).join(",")}]`;
    case "object":
      return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${valueKey(value, rule)}`).join(",")}}`;
    case "reference": {
      if (node.root !== "let") return `<${node.root}${JSON.stringify(node.path)}>`;
      const [name, ...path] = node.path;
      const bound = findBinding(rule, name)?.value;
      if (bound?.type === "literal" && path.length === 0) return JSON.stringify(bound.value);
      return `<let ${JSON.stringify([rule.name, ...node.path])}>`;
    }
    default:
      return wholeKey(node, rule);
  }
}

/** Whether a comparison with a value is false if the value is absent; then `a > b` is not the negation of `a <= b`. */
export function isOptional(value: Value): boolean {
  if (value.type === "arithmetic") return isOptional(value.left) || isOptional(value.right);
  return "optional" in value && value.optional === true;
}

/** As `isOptional`, also if the value is bound by a `let` of the rule. A shared `let` may be. */
function mayBeOptional(value: Value, rule: Rule): boolean {
  if (value.type === "arithmetic") return mayBeOptional(value.left, rule) || mayBeOptional(value.right, rule);
  if (isOptional(value)) return true;
  if (value.type !== "reference" || value.root !== "let") return false;
  const bound = findBinding(rule, value.path[0])?.value;
  return bound === undefined || bound.type === "invoke_action" || mayBeOptional(bound, rule);
}

/** The whole node as a text, in which the name of a `let` belongs to its rule. */
function wholeKey(node: Expression | Value, rule: Rule): string {
  return JSON.stringify(node, (key, member: unknown) => {
    if (key === "range") return undefined;
    const isLet = typeof member === "object" && member !== null && "root" in member && member.root === "let";
    return isLet && findBinding(rule, letName(member)) !== undefined ? { ...member, rule: rule.name } : member;
  });
}

/** Returns the name of the `let` that a reference names. */
function letName(reference: object): string {
  return "path" in reference && Array.isArray(reference.path) ? String(reference.path[0]) : "";
}

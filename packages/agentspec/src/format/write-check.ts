import type { Comparison, Conjunction, Disjunction, Expression, Negation } from "@helve/core/program";
import { maxDepth } from "../syntax/value-grammar.ts";
import { comparisonOperators, isReservedName } from "../syntax/vocabulary.ts";
import { breakParent, concat, type Doc, group, indent, line, text } from "./pretty-printer.ts";
import { commentLines, commentsAfter, commentsBefore, commentsBeforeNext, commentsInside } from "./write-comments.ts";
import { type WriteContext, writeNested } from "./write-context.ts";
import { writeBracketed, writeValue } from "./write-value.ts";

/**
 * Writes the `check` clause of a rule: its conditions next to each other, or one per line. If a condition could be parsed as part of the
 * previous condition, all conditions are joined with `&`.
 */
export function writeCheck(check: Conjunction, context: WriteContext): Doc {
  const { operands } = check;
  if (operands.length === 0) {
    const comments = context.comments.get(check)?.before ?? [];
    return concat(commentLines(comments), "check", commentsAfter(check, context));
  }
  const usesAmpersands = operands.some((operand, index) => index > 0 && couldJoinPrevious(operand));
  const breaksLines = operands.length > 1 && !usesAmpersands && operands.some(needsOwnLine);
  const parts = operands.flatMap((operand, index) => [
    line,
    index === 0 ? commentsBefore(check, context) : commentsBeforeNext(operand, context),
    index > 0 && usesAmpersands ? "& " : "",
    usesAmpersands ? writeExpression(operand, "and", context) : writeExpression(operand, "check", context),
    commentsAfter(operand, context),
  ]);
  return concat(group("check", indent(parts), breaksLines ? breakParent : ""), commentsAfter(check, context));
}

/** Writes an expression, in parentheses where the expression around it requires them. */
function writeExpression(node: Expression, parent: "check" | "and" | "or" | "not", context: WriteContext): Doc {
  switch (node.type) {
    case "and":
      return parent === "not" ? inParentheses(node, "&", context) : writeChain(node, "&", context);
    case "or":
      return parent === "check" ? writeChain(node, "|", context) : inParentheses(node, "|", context);
    case "not":
      return writeNegation(node, context);
    case "comparison":
      return writeComparison(node, node.operator, context);
    case "literal":
      return text(node.value === true ? "True" : "False");
    case "predicate": {
      const { name } = node;
      const isBare = node.arguments.length === 0 && commentsInside(node, context).length === 0;
      if (isBare) return text(isReservedName(name) || context.bindingNames.has(name) ? `${name}()` : name);
      return writeBracketed(`${name}(`, node, node.arguments, writeValue, ")", context);
    }
  }
}

/** Writes `!p`, `!(args.x == 1)` or, for `in`, `args.x not in [1]`. */
function writeNegation({ operand }: Negation, context: WriteContext): Doc {
  return writeNested(operand, context, () => {
    if (operand.type !== "comparison") return concat("!", writeExpression(operand, "not", context));
    if (operand.operator === "in") return writeComparison(operand, "not in", context);
    // The parser doesn't need these parentheses; they help the reader.
    const comparison = writeComparison(operand, operand.operator, context);
    return context.depth < maxDepth ? concat("!(", comparison, ")") : concat("!", comparison);
  });
}

function writeComparison({ left, right }: Comparison, operator: string, context: WriteContext): Doc {
  return concat(writeValue(left, context), ` ${operator} `, writeValue(right, context));
}

/** Writes operands joined with `&` or `|`. */
function writeChain(node: Conjunction | Disjunction, sign: string, context: WriteContext): Doc {
  const [first, ...rest] = operandDocs(node, sign, context);
  return group(first ?? "", indent(rest));
}

/** Writes operands joined with `&` or `|`, in parentheses. */
function inParentheses(node: Conjunction | Disjunction, sign: string, context: WriteContext): Doc {
  // The closing parenthesis stays on the line of the last operand: the parser attaches a comment after it to that operand.
  return writeNested(node, context, () => group("(", indent(operandDocs(node, sign, context)), ")"));
}

/** Writes operands with their comments; each operand after the first begins with the sign. */
function operandDocs(
  { type, operands }: Conjunction | Disjunction,
  sign: string,
  context: WriteContext,
): readonly Doc[] {
  return operands.map((operand, index) =>
    concat(
      ...(index === 0 ? [] : [line, commentsBeforeNext(operand, context), `${sign} `]),
      writeExpression(operand, type, context),
      commentsAfter(operand, context),
    ),
  );
}

/** Whether an expression has spaces outside brackets, such as `p | q`, and would look like several conditions on a line with others. */
function needsOwnLine(node: Expression): boolean {
  if (node.type === "not") return node.operand.type === "comparison" && node.operand.operator === "in";
  return node.type === "or" || node.type === "comparison";
}

/** Whether an expression could be parsed as part of the predicate or value before it. */
function couldJoinPrevious(node: Expression): boolean {
  switch (node.type) {
    case "and":
    case "or": {
      const [first] = node.operands;
      return first === undefined || (node.type === "and" && first.type === "or") || couldJoinPrevious(first);
    }
    case "not":
      return node.operand.type === "comparison" && node.operand.operator === "in" && couldJoinPrevious(node.operand);
    case "comparison":
      return node.left.type === "list";
    case "predicate":
      return comparisonOperators.some((operator) => operator === node.name);
    default:
      return false;
  }
}

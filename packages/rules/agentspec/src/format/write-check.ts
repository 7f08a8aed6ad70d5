import type {
  Comparison,
  Conjunction,
  Disjunction,
  Expression,
  Negation,
  Quantifier,
  Value,
} from "@helve/core/program";
import { maxDepth } from "../syntax/max-depth.ts";
import { comparisonOperators, isReservedName } from "../syntax/vocabulary.ts";
import { breakParent, concat, type Doc, group, indent, line, text } from "./pretty-printer.ts";
import { commentLines, commentsAfter, commentsBefore, commentsBeforeNext, commentsInside } from "./write-comments.ts";
import { type WriteContext, writeNested } from "./write-context.ts";
import { writeSources, writeStepQuery } from "./write-step-query.ts";
import { hasParentheses, writeBracketed, writeValue } from "./write-value.ts";

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
    case "every":
    case "some":
      return writeQuantifier(node, context);
    case "once":
      return concat("once(", writeStepQuery(node.steps, context), ")");
    case "provenance":
      return concat(writeValue(node.value, context), node.only ? " only from " : " from ", writeSources(node.sources));
    case "literal":
      return text(node.value === true ? "True" : "False");
    case "predicate": {
      const { name } = node;
      const isBare = node.arguments.length === 0 && commentsInside(node, context).length === 0;
      if (isBare) return text(isReservedName(name) || context.bindingNames.has(name) ? `${name}()` : name);
      return writeBracketed({ opening: `${name}(`, nodes: node.arguments, closing: ")" }, node, writeValue, context);
    }
  }
}

/** Writes a single condition, without `&` or `|`. */
export function writeCondition(node: Expression, context: WriteContext): Doc {
  return node.type === "and" ? writeChain(node, "&", context) : writeExpression(node, "check", context);
}

/** Writes `every(args.to, ends_with "@corp.com")`. */
function writeQuantifier({ type, value, ...comparison }: Quantifier, context: WriteContext): Doc {
  return concat(
    `${type}(`,
    writeValue(value, context),
    ", ",
    writeOperator(comparison, comparison.operator, context),
    ")",
  );
}

/** Writes `!p`, `!(args.x == 1)` or, for `in`, `args.x not in [1]`. */
function writeNegation({ operand }: Negation, context: WriteContext): Doc {
  return writeNested(operand, context, () => {
    if (operand.type === "provenance" && context.depth < maxDepth) {
      return concat("!(", writeExpression(operand, "not", context), ")");
    }
    if (operand.type !== "comparison") return concat("!", writeExpression(operand, "not", context));
    if (operand.operator === "in") return writeComparison(operand, "not in", context);
    // The parser doesn't need these parentheses; they help the reader.
    const comparison = writeComparison(operand, operand.operator, context);
    return context.depth < maxDepth ? concat("!(", comparison, ")") : concat("!", comparison);
  });
}

function writeComparison(node: Comparison, operator: string, context: WriteContext): Doc {
  return concat(writeValue(node.left, context), " ", writeOperator(node, operator, context));
}

/** Writes the operator and the right side of a comparison. */
function writeOperator(
  { right, ignoreCase }: Pick<Comparison, "right" | "ignoreCase">,
  operator: string,
  context: WriteContext,
): Doc {
  return concat(`${operator} `, writeValue(right, context), ignoreCase === true ? " ignoring case" : "");
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
  return node.type === "or" || node.type === "comparison" || node.type === "provenance";
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
      return beginsWithBracket(node.left);
    case "provenance":
      return beginsWithBracket(node.value);
    case "predicate":
      return comparisonOperators.some((operator) => operator === node.name);
    default:
      return false;
  }
}

/** Whether the text of a value begins with a bracket or a parenthesis. */
function beginsWithBracket(value: Value): boolean {
  return (
    value.type === "list" ||
    (value.type === "arithmetic" && (hasParentheses(value.left, value.operator) || beginsWithBracket(value.left)))
  );
}

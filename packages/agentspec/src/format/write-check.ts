import type { Comparison, Conjunction, Disjunction, Expression, Negation } from "@helve/core/program";
import { operators } from "../syntax/operators.ts";
import { isTaken } from "../syntax/references.ts";
import { deepest } from "../syntax/value-grammar.ts";
import { group, indent, type Layout, line, noOneLine, row, words } from "./layout.ts";
import { after, before, beforeNext, below, nested, ownLines, type Sheet } from "./sheet.ts";
import { inBrackets, writeValue } from "./write-value.ts";

/**
 * The `check` of a rule. What must hold together stands side by side, or on a line each; where something could be read as
 * part of what is before it, with `&` in between.
 */
export function writeCheck(check: Conjunction, sheet: Sheet): Layout {
  const { operands } = check;
  if (operands.length === 0) {
    const comments = sheet.notes.get(check)?.before ?? [];
    return row(ownLines(comments), "check", after(check, sheet));
  }
  const isSigned = operands.some((operand, index) => index > 0 && isSticky(operand));
  const isMixed = operands.length > 1 && !isSigned && operands.some(isOpen);
  const parts = operands.flatMap((operand, index) => [
    line,
    index === 0 ? before(check, sheet) : beforeNext(operand, sheet),
    index > 0 && isSigned ? "& " : "",
    isSigned ? writeExpression(operand, "and", sheet) : writeExpression(operand, "check", sheet),
    after(operand, sheet),
  ]);
  return row(group("check", indent(parts), isMixed ? noOneLine : ""), after(check, sheet));
}

/** An expression within another one, in parentheses where it takes them. */
function writeExpression(node: Expression, around: "check" | "and" | "or" | "not", sheet: Sheet): Layout {
  switch (node.type) {
    case "and":
      return around === "not" ? inParentheses(node, "&", sheet) : writeChain(node, "&", sheet);
    case "or":
      return around === "check" ? writeChain(node, "|", sheet) : inParentheses(node, "|", sheet);
    case "not":
      return writeNegation(node, sheet);
    case "comparison":
      return writeComparison(node, node.operator, sheet);
    case "literal":
      return words(node.value === true ? "True" : "False");
    case "predicate": {
      const { name } = node;
      const isBare = node.arguments.length === 0 && below(node, sheet).length === 0;
      if (isBare) return words(isTaken(name) || sheet.locals.has(name) ? `${name}()` : name);
      return inBrackets(`${name}(`, node, node.arguments, writeValue, ")", sheet);
    }
  }
}

function writeNegation({ operand }: Negation, sheet: Sheet): Layout {
  return nested(operand, sheet, () => {
    if (operand.type !== "comparison") return row("!", writeExpression(operand, "not", sheet));
    if (operand.operator === "in") return writeComparison(operand, "not in", sheet);
    // The parentheses are for the reader alone.
    const comparison = writeComparison(operand, operand.operator, sheet);
    return sheet.depth < deepest ? row("!(", comparison, ")") : row("!", comparison);
  });
}

function writeComparison({ left, right }: Comparison, operator: string, sheet: Sheet): Layout {
  return row(writeValue(left, sheet), ` ${operator} `, writeValue(right, sheet));
}

function writeChain(node: Conjunction | Disjunction, sign: string, sheet: Sheet): Layout {
  const [first, ...rest] = chained(node, sign, sheet);
  return group(first ?? "", indent(rest));
}

function inParentheses(node: Conjunction | Disjunction, sign: string, sheet: Sheet): Layout {
  // The closing one stays on the line of the last operand, as a comment behind it is read as one behind that.
  return nested(node, sheet, () => group("(", indent(chained(node, sign, sheet)), ")"));
}

function chained({ type, operands }: Conjunction | Disjunction, sign: string, sheet: Sheet): readonly Layout[] {
  return operands.map((operand, index) =>
    row(
      ...(index === 0 ? [] : [line, beforeNext(operand, sheet), `${sign} `]),
      writeExpression(operand, type, sheet),
      after(operand, sheet),
    ),
  );
}

/** Whether an expression is of several parts that no bracket holds together, for a reader to take for more than one. */
function isOpen(node: Expression): boolean {
  if (node.type === "not") return node.operand.type === "comparison" && node.operand.operator === "in";
  return node.type === "or" || node.type === "comparison";
}

/** Whether an expression could be read as part of a predicate or a value that stands before it. */
function isSticky(node: Expression): boolean {
  switch (node.type) {
    case "and":
    case "or": {
      const [first] = node.operands;
      return first === undefined || (node.type === "and" && first.type === "or") || isSticky(first);
    }
    case "not":
      return node.operand.type === "comparison" && node.operand.operator === "in" && isSticky(node.operand);
    case "comparison":
      return node.left.type === "list";
    case "predicate":
      return operators.some((operator) => operator === node.name);
    default:
      return false;
  }
}

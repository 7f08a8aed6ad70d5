import type { Arithmetic, ProgramNode, Template, Value } from "@helve/core/program";
import { pathText, referenceText } from "../syntax/build-value.ts";
import { endsLine } from "./comment-text.ts";
import { breakParent, concat, type Doc, group, indent, line, softLine, text } from "./pretty-printer.ts";
import { commentDoc, commentsAfter, commentsBefore, commentsBeforeNext, commentsInside } from "./write-comments.ts";
import { type WriteContext, writeNested } from "./write-context.ts";
import { durationText, writeStepQuery } from "./write-step-query.ts";

/** Writes a value of a rule (a literal, a reference, a list or an object) in the canonical form. */
export function writeValue(value: Value, context: WriteContext): Doc {
  switch (value.type) {
    case "literal":
      return text(JSON.stringify(value.value));
    case "reference":
      return text(referenceText(value));
    case "arithmetic":
      return writeArithmetic(value, context);
    case "duration":
      return text(durationText(value));
    case "count":
      return concat("count(", writeStepQuery(value.steps, context), ")");
    case "sum":
      return concat("sum(", writeValue(value.value, context), " of ", writeStepQuery(value.steps, context), ")");
    case "last": {
      const rest = `${pathText(value.path)}${value.optional === true ? "?" : ""}`;
      return concat("last(", writeStepQuery(value.steps, context), `)${rest}`);
    }
    case "list":
      return writeNested(value, context, () =>
        writeBracketed({ opening: "[", nodes: value.items, closing: "]" }, value, writeValue, context),
      );
    case "object":
      return writeNested(value, context, () =>
        writeBracketed(
          { opening: "{", nodes: value.entries, closing: "}" },
          value,
          (entry) => concat(`${JSON.stringify(entry.key)}: `, writeValue(entry.value, context)),
          context,
        ),
      );
  }
}

/** Writes `args.amount + 1`, with parentheses where the operand would be parsed otherwise. */
function writeArithmetic(value: Arithmetic, context: WriteContext): Doc {
  const { operator, left, right } = value;
  const operand = (node: Value, isRight: boolean): Doc =>
    hasParentheses(node, operator, isRight)
      ? writeNested(value, context, () => concat("(", writeValue(node, context), ")"))
      : writeValue(node, context);
  return concat(operand(left, false), ` ${operator} `, operand(right, true));
}

/** Whether an operand of a calculation has parentheses. */
export function hasParentheses(operand: Value, operator: Arithmetic["operator"], isRight = false): boolean {
  return operand.type === "arithmetic" && (isRight || (operator === "*" && operand.operator !== "*"));
}

/** Nodes between brackets. */
interface Bracketed<T extends ProgramNode> {
  readonly opening: string;
  readonly nodes: readonly T[];
  readonly closing: string;
}

/** Writes comma-separated nodes in brackets, on one line or one per line. */
export function writeBracketed<T extends ProgramNode>(
  { opening, nodes, closing }: Bracketed<T>,
  holder: ProgramNode,
  write: (node: T, context: WriteContext) => Doc,
  context: WriteContext,
): Doc {
  const parts = nodes.map((node, index) =>
    concat(
      index === 0 ? commentsBefore(node, context) : commentsBeforeNext(node, context),
      write(node, context),
      index < nodes.length - 1 ? "," : "",
      commentsAfter(node, context),
    ),
  );
  const under = commentsInside(holder, context).map(({ text }) =>
    concat(commentDoc(text), nodes.length > 0 || endsLine(text) ? breakParent : ""),
  );
  return group(opening, indentedItems([...parts, ...under]), closing);
}

/** Separates items with line endings. If the items don't fit on one line, each is on its own line, indented. */
export function indentedItems(parts: readonly Doc[]): readonly Doc[] {
  if (parts.length === 0) return [];
  return [
    indent(
      softLine,
      parts.flatMap((part, index) => (index === 0 ? [part] : [line, part])),
    ),
    softLine,
  ];
}

/** Writes a message as a string literal with `${…}` placeholders; escapes other dollar signs as `$$`. */
export function templateText({ parts }: Template): string {
  const texts = parts.map((part, index) => {
    if (part.type === "reference") return `\${${referenceText(part)}}`;
    // A dollar sign is doubled if it would begin a placeholder or pair up with the next dollar sign.
    const isLast = index === parts.length - 1;
    return part.text.replace(isLast ? /\$(?=[${])/g : /\$(?=[${]|$)/g, "$$$$");
  });
  return JSON.stringify(texts.join(""));
}

import type { Expression, Statement } from "../engine/ir.ts";
import { perhapsNode } from "../engine/nodes.ts";
import { type Cursor, fail, nested, sees, skipSpace, spanFrom, take } from "./cursor.ts";
import { asTarget, operation } from "./nodes.ts";
import { parseElement } from "./parse-commands.ts";
import { parseValue } from "./parse-expression.ts";

/** Parses pipelines with `&&` and `||` between them, or an assignment. */
export function parseChain(cursor: Cursor): readonly Statement[] {
  const statements: Statement[] = [parsePipeline(cursor)];
  for (;;) {
    skipSpace(cursor, false);
    const start = cursor.at;
    const operator = take(cursor, /&&|\|\||&(?!&)/y);
    if (operator === undefined || operator === "&") return statements;
    skipSpace(cursor, true);
    statements.push(perhapsNode([parsePipeline(cursor)], spanFrom(start, cursor)));
  }
}

const assignmentOperator = /(?:[-+*/%]|\?\?)?=(?!=)/y;

/** Reads commands that are joined by `|`. */
function parsePipeline(cursor: Cursor): Statement {
  const start = cursor.at;
  const stages: Expression[] = [];
  for (;;) {
    const element = nested(cursor, () => parseElement(cursor));
    const end = cursor.at;
    const [target] = element.stages;
    if (stages.length === 0 && element.isExpression && target !== undefined) {
      skipSpace(cursor, false);
      const operator = take(cursor, assignmentOperator);
      if (operator !== undefined) return parseAssignment(operator, target, cursor, start);
    }
    // PowerShell runs nothing of a script with `$folder\tool.exe`, which needs `&`.
    if (element.isExpression && sees(cursor, /\\/y)) fail("has a path after a value");
    stages.push(...element.stages);
    skipSpace(cursor, false);
    if (!followedBy(cursor, /\|(?!\|)/y)) {
      const [only, other] = stages;
      const whole = cursor.place({ start, end });
      const value: Expression = only !== undefined && other === undefined ? only : { kind: "pipe", stages, ...whole };
      const isSilent = cursor.isMethod || value.kind === "update";
      return { kind: isSilent ? "expression" : "output", value, ...spanFrom(start, cursor) };
    }
    skipSpace(cursor, true);
  }
}

/** Reads an assignment after its operator. */
function parseAssignment(operator: string, assigned: Expression, cursor: Cursor, start: number): Statement {
  skipSpace(cursor, true);
  const value = parseValue(cursor);
  const target = asTarget(assigned);
  const span = spanFrom(start, cursor);
  if (operator === "??=") return { kind: "update", target, operator: "??", value, ...span };
  // `$reference.Value = x` sets the variable to which the reference leads.
  const isReference = target.kind === "attribute" && target.name === "value";
  const referenced: readonly Expression[] = isReference ? [{ kind: "dereference", of: target.object, ...span }] : [];
  const own = operator === "=" ? value : operation(operator.slice(0, -1), target, value, span);
  return { kind: "assignment", targets: [target, ...referenced], value: own, ...span };
}

/** Whether a word follows, perhaps on a later line; the cursor moves behind it. */
export function followedBy(cursor: Cursor, pattern: RegExp, test: (word: string) => boolean = () => true): boolean {
  const before = cursor.at;
  skipSpace(cursor, true);
  const word = take(cursor, pattern);
  if (word !== undefined && test(word)) return true;
  cursor.at = before;
  return false;
}

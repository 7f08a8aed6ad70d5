/** Lowers Go's `if`, `switch` and `select` to the engine's intermediate representation. */
import { childOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { Expression, MatchClause, Statement } from "../engine/ir.ts";
import { assignment, callNode, expressionStatement, withBefore } from "../engine/nodes.ts";
import type { Lowering } from "./declarations.ts";
import { lowerExpression, lowerExpressions } from "./lower-expressions.ts";
import { lowerStatement, lowerStatements } from "./lower-statements.ts";
import { partsOf } from "./tree.ts";

/** Splits the head of `if a := b; c` at its semicolon: the lowered statement before it, and the nodes after it. */
function splitHead(node: TreeNode, context: Lowering) {
  const semicolon = node.children.findIndex(({ name }) => name === ";");
  const before = lowerStatements(node.children.slice(0, Math.max(0, semicolon)), context);
  return { before, head: node.children.slice(semicolon + 1) };
}

/** Converts an `if` of Go to the statements of the evaluator. */
export function lowerIf(node: TreeNode, context: Lowering): readonly Statement[] {
  const span = context.place(node);
  const { before, head } = splitHead(node, context);
  const [testNode = node, block, ...others] = partsOf(head);
  const test = lowerExpression(testNode, context);
  const body = block === undefined ? [] : lowerStatement(block, context);
  const otherwise = lowerStatements(others, context);
  const core: readonly Statement[] = isErrorCheck(testNode, context)
    ? [
        expressionStatement(test, span),
        { kind: "try", body: [], handlers: [{ name: null, body }], otherwise, finally: [], ...span },
      ]
    : [{ kind: "if", branches: [{ test, body }], otherwise, ...span }];
  return withBefore(before, core, span);
}

/** Whether a condition is that a call failed, `err != nil`: its body is read like the handler of an exception. */
function isErrorCheck(test: TreeNode, context: Lowering): boolean {
  const [left, operator, right] = test.children;
  if (test.name !== "BinaryExp" || left === undefined || right === undefined) return false;
  const text = textOf(operator, context);
  if (text === "&&") return isErrorCheck(left, context) || isErrorCheck(right, context);
  return text === "!=" && right.name === "Nil" && /(^|[a-z.])err(or)?\d?$/i.test(textOf(left, context));
}

/** Lowers `switch` of values or types, and `select`. */
export function lowerSwitch(node: TreeNode, context: Lowering): readonly Statement[] {
  const span = context.place(node);
  const { before, head } = splitHead(node, context);
  const isOfTypes = node.name === "TypeSwitchStatement";
  const bound = isOfTypes ? childOf({ ...node, children: head }, "DefName") : undefined;
  const [subject] = lowerExpressions(
    head.filter((child) => child !== bound && !child.name.endsWith("Block")),
    context,
  );
  // `select` waits for a message.
  const value = subject ?? callNode("go.receive", [], span);
  const clauses = lowerClauses(partsOf(head).at(-1), isOfTypes ? undefined : subject, context);
  const core: Statement = {
    kind: "match",
    subject: bound === undefined ? value : lowerExpression(bound, context),
    clauses,
    breaks: true,
    ...span,
  };
  const binding = bound === undefined ? [] : [assignment(lowerExpression(bound, context), value, true, span)];
  return withBefore([...before, ...binding], [core], span);
}

/** Lowers the clauses of a `switch` or `select`, each with its test. */
function lowerClauses(
  block: TreeNode | undefined,
  subject: Expression | undefined,
  context: Lowering,
): readonly MatchClause[] {
  const clauses: { readonly head: TreeNode; readonly body: TreeNode[] }[] = [];
  for (const child of partsOf(block?.children ?? []))
    if (child.name === "Case") clauses.push({ head: child, body: [] });
    else clauses.at(-1)?.body.push(child);
  const results: MatchClause[] = [];
  let next: readonly Statement[] = [];
  for (const { head, body } of clauses.toReversed()) {
    const span = context.place(head);
    const parts = partsOf(head.children);
    const messages = parts.filter(({ name }) => name === "SendStatement" || name === "ReceiveStatement");
    const tests = messages.length > 0 ? [] : lowerExpressions(parts, context).map((each) => testOf(subject, each));
    const own = lowerStatements([...messages, ...body], context);
    next = body.at(-1)?.name === "FallthroughStatement" ? [...own, ...next] : own;
    results.unshift({
      names: [],
      guard: tests.length === 0 ? null : { kind: "either", condition: null, choices: tests, ...span },
      body: [{ kind: "block", body: next, ...span }],
      isDefault: head.children[0]?.name === "default" ? true : undefined,
    });
  }
  return results;
}

/** Creates the test of a `case`; the subject is evaluated once. */
function testOf(subject: Expression | undefined, value: Expression): Expression {
  const { start, end } = value;
  if (subject?.kind !== "name") return value;
  return { kind: "binary", operator: "==", left: subject, right: value, start, end };
}

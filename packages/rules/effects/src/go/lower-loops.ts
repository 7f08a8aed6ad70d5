/** Lowers Go's `for` loops to the engine's intermediate representation. */
import { childOf, type TreeNode } from "../copied-tree.ts";
import type { Expression, LoopStatement, Statement } from "../engine/ir.ts";
import { assignment, callNode, listNode, nameNode, unknownNode, withBefore } from "../engine/nodes.ts";
import type { Lowering } from "./declarations.ts";
import { lowerExpression, lowerExpressions } from "./lower-expressions.ts";
import { lowerStatements } from "./lower-statements.ts";
import { partsOf } from "./tree.ts";

/** Converts a `for` of Go, also with `range`. */
export function lowerFor(node: TreeNode, { label, ...context }: Lowering): readonly Statement[] {
  const span = context.place(node);
  const [head] = partsOf(node.children).filter(({ name }) => name !== "Block");
  const block = childOf(node, "Block") ?? node;
  const body: readonly Statement[] = [{ kind: "block", body: lowerStatements(block.children, context), ...span }];
  const loop: LoopStatement = { kind: "loop", each: null, condition: null, body, otherwise: [], label, ...span };
  if (head?.name === "RangeClause") return lowerRange(head, block, loop, context);
  if (head?.name === "ForClause") return lowerCounting(head, loop, context);
  const condition = head === undefined ? null : lowerExpression(head, context);
  // `for range items`, whose `range` the grammar lacks.
  if (condition === null || !/^for\s+range\b/.test(context.text.slice(node.start, head?.start)))
    return [{ ...loop, condition }];
  return [{ ...loop, each: { target: nameNode("_", span), of: callNode("go.range", [condition], span) } }];
}

/** Lowers a counting loop: `for i := 0; i < n; i++`. */
function lowerCounting(head: TreeNode, loop: LoopStatement, context: Lowering): readonly Statement[] {
  const [from = 0, to = 0] = head.children.flatMap(({ name }, at) => (name === ";" ? [at] : []));
  const [condition = null] = lowerExpressions(head.children.slice(from + 1, to), context);
  const steps = lowerStatements(head.children.slice(to + 1), context).map(stepOf);
  const step: Expression | undefined = steps.length > 1 ? { ...loop, kind: "sequence", parts: steps } : steps[0];
  return withBefore(lowerStatements(head.children.slice(0, from), context), [{ ...loop, condition, step }], loop);
}

/** A simple statement as an expression. */
function stepOf(statement: Statement): Expression {
  const { start, end } = statement;
  if (statement.kind === "expression") return statement.value;
  if (statement.kind === "update") return { ...statement, result: "after" };
  const [target] = statement.kind === "assignment" ? statement.targets : [];
  return statement.kind === "assignment" && target !== undefined
    ? { kind: "assign", target, value: statement.value, start, end }
    : { kind: "unread", reason: "the program has a loop with an unusual step", parts: [], start, end };
}

/** Lowers `for i, item := range items`; with one variable, it is an index or a key, or an item of a channel. */
function lowerRange(clause: TreeNode, block: TreeNode, loop: LoopStatement, context: Lowering): readonly Statement[] {
  const span = context.place(clause);
  const at = clause.children.findIndex(({ name }) => name === "=" || name === ":=");
  const targets = lowerExpressions(clause.children.slice(0, at), context);
  const [first = nameNode("_", span), second] = targets;
  const isBlank = first.kind === "name" && first.name === "_";
  const name = second === undefined ? "go.range" : isBlank ? "go.values" : "go.pairs";
  const target = second === undefined ? first : isBlank ? second : listNode(targets, span);
  const each = { target, of: callNode(name, lowerExpressions(clause.children.slice(at + 1), context), span) };
  // The variables are new in each iteration, so a function that the body makes keeps its own.
  const own =
    clause.children[at]?.name === ":=" ? targets.filter((each) => each.kind === "name" && each.name !== "_") : [];
  const hasFunction = /\bfunc\b/.test(context.text.slice(block.start, block.end));
  const copies = hasFunction ? own.map((each) => assignment(each, each, true, span)) : [];
  const whole: Statement = { ...loop, each, body: [{ kind: "block", body: [...copies, ...loop.body], ...span }] };
  const declared = own.map((each) => assignment(each, unknownNode(each), true, each));
  return withBefore(declared, [whole], loop);
}

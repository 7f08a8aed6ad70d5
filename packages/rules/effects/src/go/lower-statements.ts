/** Lowers statements of Go. */
import { type TreeNode, textOf } from "../copied-tree.ts";
import type { Expression, Statement } from "../engine/ir.ts";
import { assignment, callNode, expressionStatement, listNode, nameNode, unknownNode } from "../engine/nodes.ts";
import type { Lowering } from "./declarations.ts";
import { lowerAssignment, lowerConstants, specsOf } from "./lower-assignments.ts";
import { lowerIf, lowerSwitch } from "./lower-branches.ts";
import { lowerExpression, lowerExpressions, returnsOneValue } from "./lower-expressions.ts";
import { lowerFunction, lowerTypeSpec } from "./lower-functions.ts";
import { lowerFor } from "./lower-loops.ts";
import { partsOf } from "./tree.ts";

/** Lowers the statements among the nodes, in order. */
export function lowerStatements(nodes: readonly TreeNode[], context: Lowering): readonly Statement[] {
  const parts = partsOf(nodes);
  const at = parts.findIndex(isDeferredFunction);
  const statements = parts.slice(0, at === -1 ? parts.length : at + 1).flatMap((node) => lowerStatement(node, context));
  const last = statements.at(-1);
  if (at === -1 || last?.kind !== "defer") return statements;
  // The deferred function also runs if one of the next statements panics.
  const handler = { name: null, body: [expressionStatement(last.call, last)] };
  const body = lowerStatements(parts.slice(at + 1), context);
  return [...statements, { ...last, kind: "try", body, handlers: [handler], otherwise: [], finally: [] }];
}

/** Whether a statement is `defer func() { … }()`. */
function isDeferredFunction({ name, children }: TreeNode): boolean {
  return name === "DeferStatement" && children.at(-1)?.children[0]?.name === "FunctionLiteral";
}

/** Lowers a statement; one that declares variables for its parts becomes a block. */
export function lowerStatement(node: TreeNode, outer: Lowering): readonly Statement[] {
  const context: Lowering = outer.label === undefined ? outer : { ...outer, label: undefined };
  const span = context.place(node);
  const { children } = node;
  const [first, second] = partsOf(children);
  switch (node.name) {
    case "SendStatement":
      return [expressionStatement(callNode("go.send", lowerExpressions(children, context), span), span)];
    case "VarDecl":
    case "Assignment":
    case "IncDecStatement":
    case "ReceiveStatement":
      return lowerAssignment(node, context);
    case "ConstDecl":
      return lowerConstants(node, context);
    case "TypeDecl":
      return specsOf(node, "TypeSpec").flatMap((spec) => lowerTypeSpec(spec, context));
    case "FunctionDecl":
      return [lowerFunction(node, context)];
    case "Block":
      return [{ kind: "block", body: lowerStatements(children, context), ...span }];
    case "LabeledStatement":
      return second === undefined ? [] : lowerStatement(second, { ...context, label: textOf(first, context) });
    case "IfStatement":
      return lowerIf(node, context);
    case "SwitchStatement":
    case "TypeSwitchStatement":
    case "SelectStatement":
      return lowerSwitch(node, context);
    case "ForStatement":
      return lowerFor(node, outer);
    case "ReturnStatement": {
      const value = lowerResults(node, context);
      const { names, areSet } = context.results;
      if (!areSet || value === null || first === undefined) return [{ kind: "return", value, ...span }];
      const targets = names.map((name) => nameNode(name, span));
      const [target = listNode(targets, span), other] = targets;
      const set = assignment(other === undefined ? target : listNode(targets, span), value, false, span);
      return [set, { kind: "return", value: null, ...span }];
    }
    case "GotoStatement": {
      const loop = children[0]?.name;
      if (loop !== "break" && loop !== "continue") return [{ kind: "unread", reason: "the program has goto", ...span }];
      return [{ kind: "leave", loop, label: first === undefined ? undefined : textOf(first, context), ...span }];
    }
    case "FallthroughStatement":
      return [];
    case "ExprStatement":
    case "GoStatement":
    case "DeferStatement":
      return first === undefined ? [] : lowerCallStatement(node, lowerExpression(first, context), context);
    default:
      return [expressionStatement(lowerExpression(node, context), span)];
  }
}

/** Lowers a call, `defer` or `go` as a statement. */
function lowerCallStatement(node: TreeNode, value: Expression, context: Lowering): readonly Statement[] {
  const span = context.place(node);
  const now = expressionStatement(value, span);
  if (value.kind !== "call") return [now];
  if (node.name === "DeferStatement") return [{ kind: "defer", call: value, ...span }];
  if (node.name === "GoStatement") {
    const passed = [{ name: null, value: value.callee }, ...value.arguments];
    return [expressionStatement(callNode("go.start", passed, value), span)];
  }
  const isPanic = value.callee.kind === "name" && value.callee.name === "panic";
  return isPanic ? [{ kind: "raise", values: value.arguments.map((argument) => argument.value), ...span }] : [now];
}

/** The values of `return`: several are a list; without values, they are the named results. */
function lowerResults(node: TreeNode, context: Lowering): Expression | null {
  const span = context.place(node);
  const { names, count } = context.results;
  const nodes = partsOf(node.children);
  const [only] = nodes;
  const items = nodes.length === 0 ? names.map((name) => nameNode(name, span)) : lowerExpressions(nodes, context);
  const [value] = items;
  if (items.length !== 1 || value === undefined) return items.length === 0 ? null : listNode(items, span);
  if (count < 2 || only === undefined || !returnsOneValue(only, context)) return value;
  return listNode([value, ...Array.from({ length: count - 1 }, () => unknownNode(span))], span);
}

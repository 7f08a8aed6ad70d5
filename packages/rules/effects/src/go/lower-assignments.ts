/** Lowers Go assignments and declarations to the engine's intermediate representation. */
import { childOf, type TreeNode, textOf } from "../copied-tree.ts";
import type { Expression, Span, Statement } from "../engine/ir.ts";
import { assignment, callNode, expressionStatement, listNode, unknownNode } from "../engine/nodes.ts";
import type { Lowering } from "./declarations.ts";
import { lowerExpression, lowerExpressions, returnsOneValue } from "./lower-expressions.ts";
import { zeroValue } from "./lower-values.ts";
import { partsOf } from "./tree.ts";

/** Lowers `a = b`, `a := b`, `a += b`, `a++`, `var a T = b`, and a receive statement with or without targets. */
export function lowerAssignment(node: TreeNode, context: Lowering): readonly Statement[] {
  const span = context.place(node);
  const { children } = node;
  const at = children.findIndex(({ name }) => /^:?=$|^(Update|IncDec)Op$/.test(name));
  if (at === -1 && node.name === "VarDecl")
    return specsOf(node, "VarSpec").flatMap((spec) => lowerVariable(spec, node, context));
  const targets = lowerExpressions(children.slice(0, at), context);
  const values = partsOf(children.slice(at + 1));
  const [target] = targets;
  if (at === -1 || target === undefined)
    return lowerExpressions(children, context).map((value) => expressionStatement(value, span));
  const mark = children[at];
  if (mark?.name !== "UpdateOp" && mark?.name !== "IncDecOp")
    return assignAll(targets, values, mark?.name === ":=", { ...context, span });
  const [value = { kind: "number" as const, number: 1, ...span }] = lowerExpressions(values, context);
  return [{ kind: "update", target, operator: textOf(mark, context).slice(0, -1), value, ...span }];
}

/** Returns the specifications of a declaration, such as those in `var (…)`. */
export function specsOf(node: TreeNode, name: string): readonly TreeNode[] {
  return [node, childOf(node, "SpecList")].flatMap(
    (list) => list?.children.filter((child) => child.name === name) ?? [],
  );
}

/** Assigns values to targets: one to one, the results of a call of the program in order, or the first result of another call. */
function assignAll(
  targets: readonly Expression[],
  values: readonly TreeNode[],
  declares: boolean,
  context: Lowering & { readonly span: Span },
): readonly Statement[] {
  const { span } = context;
  const [target, ...others] = targets;
  const [value, ...more] = values.map((each) => lowerExpression(each, context));
  const [node] = values;
  if (target === undefined || value === undefined || node === undefined) return [];
  if (more.length > 0) return [assignment(listNode(targets, span), listNode([value, ...more], span), declares, span)];
  if (others.length > 0 && !returnsOneValue(node, context))
    return [assignment(listNode(targets, span), value, declares, span)];
  const unknown = others.map((other) => assignment(other, unknownNode(other), declares, span));
  return [assignment(target, value, declares, span), ...unknown];
}

/** Lowers `var a, b = 1, 2`. */
function lowerVariable(spec: TreeNode, declaration: TreeNode, context: Lowering): readonly Statement[] {
  const span = context.place(spec);
  const targets = lowerExpressions(
    spec.children.filter(({ name }) => name === "DefName"),
    context,
  );
  const at = spec.children.findIndex(({ name }) => name === "=");
  if (at !== -1) return assignAll(targets, partsOf(spec.children.slice(at + 1)), true, { ...context, span });
  const before = context.text.slice(Math.max(0, declaration.start - 300), declaration.start);
  const [, path] = /\/\/go:embed[ \t]+(\S+)[^\n]*\n\s*$/.exec(before) ?? [];
  const type = partsOf(spec.children).findLast(({ name }) => name !== "DefName");
  const value =
    path === undefined
      ? zeroValue(type, span, context)
      : callNode("go.embed", [{ kind: "text", text: path, at: null, ...span }], span);
  return targets.map((target) => assignment(target, value, true, span));
}

/** Lowers `const a = b`, also in brackets, where a constant without a value repeats the last one. */
export function lowerConstants(node: TreeNode, context: Lowering): readonly Statement[] {
  let values: readonly TreeNode[] = [];
  return specsOf(node, "ConstSpec").flatMap((spec, iota) => {
    const at = spec.children.findIndex(({ name }) => name === "=");
    if (at !== -1) values = partsOf(spec.children.slice(at + 1));
    const targets = lowerExpressions(
      spec.children.filter(({ name }) => name === "DefName"),
      context,
    );
    return assignAll(targets, values, true, { ...context, iota, span: context.place(spec) });
  });
}

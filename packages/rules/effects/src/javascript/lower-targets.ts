/** Lowers the targets of JavaScript assignments: names, members, patterns, parameters. */
import { childOf, itemsOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";
import type { DictEntry, Expression, Parameter } from "../engine/ir.ts";
import { nameNode, unknownNode } from "../engine/nodes.ts";
import { partsOf, textNode } from "./lower.ts";
import { lowerExpression, lowerKey } from "./lower-expressions.ts";

/** Lowers a target: `a`, `a.b`, `{ a, b: c = 1, ...d }`, `[a, , ...b]`. */
export function lowerTarget(node: TreeNode, source: Source): Expression {
  const span = source.place(node);
  switch (node.name) {
    case "VariableDefinition":
      return nameNode(textOf(node, source), span);
    case "ParenthesizedExpression":
      return lowerItem(partsOf(node), node, source);
    case "ArrayPattern":
    case "ArrayExpression":
      return { kind: "list", items: itemsOf(node).map((item) => lowerItem(item, node, source)), ...span };
    case "ObjectPattern":
    case "ObjectExpression":
      return { kind: "dict", entries: itemsOf(node).flatMap(([item]) => lowerField(item, source)), ...span };
    default:
      return lowerExpression(node, source);
  }
}

/** The nodes of a target and of its default value: `a: string = 1`. */
export function targetAndDefault(item: readonly TreeNode[]): readonly [target?: TreeNode, byDefault?: TreeNode] {
  const equals = item.findIndex(({ name }) => name === "Equals");
  const head = equals === -1 ? item : item.slice(0, equals);
  return [
    head.find(({ name }) => /^Variable|(Pattern|Expression)$/.test(name)),
    equals === -1 ? undefined : item[equals + 1],
  ];
}

/** Lowers an item of a pattern, which may have a default value. */
function lowerItem(item: readonly TreeNode[], whole: TreeNode, source: Source): Expression {
  const span = source.place(whole);
  const [node, byDefault] = targetAndDefault(item);
  const target = node === undefined ? unknownNode(span) : lowerTarget(node, source);
  if (item[0]?.name === "Spread") return { kind: "spread", value: target, ...span };
  return byDefault === undefined
    ? target
    : { kind: "assign", target, value: lowerExpression(byDefault, source), ...span };
}

/** Converts one name of a pattern such as `{ a, b: c }`. */
function lowerField(node: TreeNode | undefined, source: Source): readonly DictEntry[] {
  if (node === undefined) return [];
  if (childOf(node, "Spread") !== undefined)
    return [{ key: null, value: lowerItem(node.children.slice(1), node, source) }];
  const [key, rest] = lowerKey(node, source);
  return [{ key, value: lowerItem(rest.length === 0 ? node.children : rest, node, source) }];
}

/** The names that a target sets. */
export function namesIn(target: Expression): readonly string[] {
  switch (target.kind) {
    case "name":
      return [target.name];
    case "list":
      return target.items.flatMap(namesIn);
    case "dict":
      return target.entries.flatMap(({ value }) => namesIn(value));
    case "spread":
      return namesIn(target.value);
    case "assign":
      return namesIn(target.target);
    default:
      return [];
  }
}

/** Lowers the parameters of a function. */
export function lowerParameters(node: TreeNode, source: Source): readonly Parameter[] {
  return itemsOf(childOf(node, "ParamList")).flatMap((item, at): readonly Parameter[] => {
    const [target, byDefault] = targetAndDefault(item);
    if (target === undefined) return [];
    const lowered = lowerTarget(target, source);
    const named = lowered.kind === "name" ? { name: lowered.name } : { name: `{${at}}`, pattern: lowered };
    const defaultValue = byDefault === undefined ? null : lowerExpression(byDefault, source);
    return [{ ...named, defaultValue, rest: item[0]?.name === "Spread" ? "*" : "" }];
  });
}

/** Lowers the key of an import: `a` in `{ a as b }`. */
export function keyOf(node: TreeNode, source: Source): Expression {
  return node.name === "String" ? lowerExpression(node, source) : textNode(textOf(node, source), source.place(node));
}

/** Lowers JavaScript imports and exports: an import is a call of `import` whose result is unpacked. */
import { childOf, itemsOf, type Source, type TreeNode, textOf } from "../copied-tree.ts";

import type { DictEntry, Expression, Statement } from "../engine/ir.ts";
import { callNode, nameNode } from "../engine/nodes.ts";
import { declaration, partsOf } from "./lower.ts";
import { lowerExpression } from "./lower-expressions.ts";
import { lowerStatement } from "./lower-statements.ts";
import { keyOf } from "./lower-targets.ts";

/** Lowers `import a, { b as c } from "m"` to `const a = import("m"), { b: c } = a`: the default export stands for the module. */
export function lowerImport(node: TreeNode, source: Source): readonly Statement[] {
  const span = source.place(node);
  const value = loadOf(node, source);
  const names = node.children.filter(({ name }) => name === "VariableDefinition");
  const entries = itemsOf(childOf(node, "ImportGroup")).flatMap((item): readonly DictEntry[] => {
    const [as, name = as] = item.filter((each) => /^(Variable|String|default)/.test(each.name)).toReversed();
    return as === undefined || name === undefined ? [] : [{ key: keyOf(name, source), value: lowerName(as, source) }];
  });
  const targets: readonly Expression[] = [
    ...names.map((name) => lowerName(name, source)),
    ...(entries.length === 0 ? [] : [{ kind: "dict" as const, entries, ...span }]),
  ];
  if (value === undefined) return [];
  if (targets.length === 0) return [{ kind: "expression", value, ...span }];
  return [declaration(targets, value, span)];
}

/** Converts the name of an import or export. */
function lowerName(node: TreeNode, source: Source): Expression {
  return nameNode(textOf(node, source), source.place(node));
}

/** The call that loads the module of an import or export; `undefined` if only its types are used. */
function loadOf(node: TreeNode, source: Source): Expression | undefined {
  const module = childOf(node, "String");
  if (module === undefined || childOf(node, "type") !== undefined) return undefined;
  return callNode("import", [lowerExpression(module, source)], source.place(node));
}

/** Lowers an export: its declaration, or the module whose names it re-exports. */
export function lowerExport(node: TreeNode, source: Source): readonly Statement[] {
  const isFrom = childOf(node, "from") !== undefined;
  const value = isFrom ? loadOf(node, source) : undefined;
  if (value !== undefined) return [{ kind: "expression", value, ...source.place(node) }];
  const parts = partsOf(node).filter(({ name }) => !isFrom && name !== "ExportGroup");
  return parts.flatMap((each) => lowerStatement(each, source));
}

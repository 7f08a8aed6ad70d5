import type { Source, TreeNode } from "../../copied-tree.ts";
import type { ImportedName } from "../../engine/ir.ts";
import { sourceOf } from "./tree.ts";

/** The names that an `import` or `from … import` statement binds. */
export function convertImport(children: readonly TreeNode[], context: Source): readonly ImportedName[] {
  const from = children[0]?.name === "from";
  const at = children.findIndex((child) => child.name === "import");
  const module = from
    ? children
        .slice(1, at)
        .map((child) => sourceOf(child, context))
        .join("")
    : "";
  const results: ImportedName[] = [];
  let dotted = "";
  let as: string | null = null;
  const add = (): void => {
    if (dotted === "") return;
    if (from) results.push({ module, member: dotted, as: as ?? dotted });
    else if (as !== null) results.push({ module: dotted, member: null, as });
    else {
      const [first = dotted, second] = dotted.split(".");
      results.push({ module: first, member: null, as: first });
      if (second !== undefined) results.push({ module: dotted, member: null, as: null });
    }
    dotted = "";
    as = null;
  };
  for (const [index, child] of children.entries()) {
    if (index <= at) continue;
    if (child.name === ",") add();
    else if (child.name === "*") dotted = "*";
    else if (children[index - 1]?.name === "as") as = sourceOf(child, context);
    else if (child.name === "VariableName" || child.name === ".") dotted += sourceOf(child, context);
  }
  add();
  return results;
}

/** Splits the tree nodes of argument and parameter lists into single arguments and parameters. */
import type { Source, TreeNode } from "../../copied-tree.ts";
import { sourceOf } from "./tree.ts";

/** One argument of a call, before its expression is converted. */
export interface ArgumentNodes {
  /** The name of `name=value`, `*` or `**` for a spread, `null` for an argument by position. */
  readonly name: string | null;
  readonly value: readonly TreeNode[];
}

/** Splits the argument list of a call, brackets included, into its arguments. */
export function splitArguments(list: TreeNode, context: Source): readonly ArgumentNodes[] {
  const results: ArgumentNodes[] = [];
  let part: TreeNode[] = [];
  // The commas of the targets in `f(a for a, b in c)` separate no arguments.
  let isTarget = false;
  for (const child of list.children) {
    if (child.name === "(" || child.name === "⚠") continue;
    if (child.name === "for" || child.name === "in") isTarget = child.name === "for";
    if ((child.name !== "," || isTarget) && child.name !== ")") {
      part.push(child);
      continue;
    }
    results.push(...argumentNodes(part, context));
    part = [];
  }
  return [...results, ...argumentNodes(part, context)];
}

/** Returns the name and the value of an argument: `name=value`, `*list`. */
function argumentNodes(part: readonly TreeNode[], context: Source): readonly ArgumentNodes[] {
  const [first, second] = part;
  if (first === undefined) return [];
  if (first.name === "*" || first.name === "**") return [{ name: first.name, value: part.slice(1) }];
  if (second?.name === "AssignOp" && sourceOf(second, context) === "=")
    return [{ name: sourceOf(first, context), value: part.slice(2) }];
  return [{ name: null, value: part.filter((child) => child.name !== "AssignOp") }];
}

/** One parameter of a function, before its default value is converted. */
export interface ParameterNodes {
  /** Empty for a bare `*`. */
  readonly name: string;
  readonly rest: "" | "*" | "**";
  readonly defaultValue: TreeNode | null;
}

/** Splits the parameter list of a function or a lambda into its parameters. */
export function splitParameters(list: TreeNode | undefined, context: Source): readonly ParameterNodes[] {
  const results: ParameterNodes[] = [];
  const children = list?.children ?? [];
  for (const [at, child] of children.entries()) {
    const before = children[at - 1]?.name;
    if (before === "AssignOp") {
      const last = results.at(-1);
      if (last !== undefined) results[results.length - 1] = { ...last, defaultValue: child };
    } else if (child.name === "VariableName") {
      results.push({
        name: sourceOf(child, context),
        defaultValue: null,
        rest: before === "*" || before === "**" ? before : "",
      });
    } else if (child.name === "*" && children[at + 1]?.name !== "VariableName") {
      results.push({ name: "", defaultValue: null, rest: "*" });
    }
  }
  return results;
}

import type { CallArgument, Parameter } from "./nodes.ts";
import { readComprehension, readExpression, readExpressions, type SyntaxReader, source } from "./parse-expressions.ts";
import type { TreeNode } from "./tree.ts";

/** The arguments of a call, brackets included; a generator that is one has no brackets of its own. */
export function readArguments(list: TreeNode | undefined, reader: SyntaxReader): readonly CallArgument[] {
  const found: CallArgument[] = [];
  let part: TreeNode[] = [];
  for (const child of list?.children ?? []) {
    if (child.name === "(" || child.name === "⚠") continue;
    if (child.name !== "," && child.name !== ")") {
      part.push(child);
      continue;
    }
    if (part.length > 0 && list !== undefined) found.push(...readArgument(part, list, reader));
    part = [];
  }
  if (part.length > 0 && list !== undefined) found.push(...readArgument(part, list, reader));
  return found;
}

function readArgument(part: readonly TreeNode[], list: TreeNode, reader: SyntaxReader): readonly CallArgument[] {
  const [first, second] = part;
  if (first === undefined) return [];
  if (first.name === "*" || first.name === "**") {
    const [value] = readExpressions(part.slice(1), reader);
    return value === undefined ? [] : [{ name: first.name, value }];
  }
  const named = second?.name === "AssignOp" && source(second, reader) === "=";
  const rest = named ? part.slice(2) : part.filter((child) => child.name !== "AssignOp");
  const [value] = rest.some((child) => child.name === "for")
    ? [readComprehension(list, rest, reader)]
    : readExpressions(rest.slice(-1), reader);
  return value === undefined ? [] : [{ name: named ? source(first, reader) : null, value }];
}

/** The parameters of a function or a lambda. */
export function readParameters(list: TreeNode | undefined, reader: SyntaxReader): readonly Parameter[] {
  const found: Parameter[] = [];
  const children = list?.children ?? [];
  for (const [at, child] of children.entries()) {
    const before = children[at - 1]?.name;
    if (before === "AssignOp") {
      const last = found.at(-1);
      if (last !== undefined) found[found.length - 1] = { ...last, fallback: readExpression(child, reader) };
    } else if (child.name === "VariableName") {
      found.push({
        name: source(child, reader),
        fallback: null,
        rest: before === "*" || before === "**" ? before : "",
      });
    } else if (child.name === "*" && children[at + 1]?.name !== "VariableName") {
      found.push({ name: "", fallback: null, rest: "*" });
    }
  }
  return found;
}

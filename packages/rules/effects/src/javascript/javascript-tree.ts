import type { SyntaxNode } from "@lezer/common";
import type { SyntaxTree, SyntaxTreeResult } from "../syntax-tree.ts";
import { parseProgram } from "./parse-program.ts";

/** Deeper nodes are left out. */
const deepestTree = 300;

/**
 * Parses a JavaScript or TypeScript program to the tree that `javascript.read` evaluates, to show it to a person.
 *
 * @example
 * javascriptTree("f()").tree?.children[0]?.name; // "ExpressionStatement"
 */
export function javascriptTree(program: string): SyntaxTreeResult {
  const { top, problem } = parseProgram(program);
  return { tree: top === null ? null : copyOf(top, 0), problem: problem?.reason };
}

function copyOf(node: SyntaxNode, depth: number): SyntaxTree {
  const children: SyntaxTree[] = [];
  if (depth < deepestTree) {
    for (let child = node.firstChild; child !== null; child = child.nextSibling)
      children.push(copyOf(child, depth + 1));
  }
  return { name: node.name, start: node.from, end: node.to, children };
}

import type { SyntaxTreeResult } from "../syntax-tree.ts";
import { readTree } from "./syntax/tree.ts";

/**
 * Parses a Python program to the tree that `python.read` evaluates, to show it to a person.
 *
 * @example
 * pythonTree("x = 1").tree?.children[0]?.name; // "AssignStatement"
 */
export function pythonTree(program: string): SyntaxTreeResult {
  const { root, problem } = readTree(program);
  return { tree: root, problem: problem !== null ? `the program ${problem}` : undefined };
}

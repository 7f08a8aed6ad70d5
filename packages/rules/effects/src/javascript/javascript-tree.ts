import { copyTree } from "../copied-tree.ts";
import type { SyntaxTreeResult } from "../syntax-tree.ts";
import { parseProgram } from "./parse-program.ts";

/**
 * Parses a JavaScript or TypeScript program to the tree that `javascript.read` evaluates, to show it to a person.
 *
 * @example
 * javascriptTree("f()").tree?.children[0]?.name; // "ExpressionStatement"
 */
export function javascriptTree(program: string): SyntaxTreeResult {
  const { tree, problem } = parseProgram(program);
  return {
    tree: tree === null ? null : copyTree(tree).root,
    problem: problem === null ? undefined : `the program ${problem}`,
  };
}

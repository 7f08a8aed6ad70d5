import type { Issue } from "@helve/core";
import type { Expression, ProgramNode } from "@helve/core/program";
import { maxDepth } from "../syntax/max-depth.ts";
import { ProgramError } from "../syntax/program-error.ts";
import type { NodeComments } from "./place-comments.ts";
import type { Doc } from "./pretty-printer.ts";

/** The state of the formatter while it converts a syntax tree to a pretty-printer document. */
export interface WriteContext {
  readonly comments: ReadonlyMap<ProgramNode, NodeComments>;
  /** The names of the `let` bindings of the current rule. */
  bindingNames: ReadonlySet<string>;
  /** The names of the bindings that all rules share. */
  sharedNames: ReadonlySet<string>;
  /** Writes the condition of a step query, which is part of a value. */
  readonly writeCondition: (condition: Expression, context: WriteContext) => Doc;
  /** The number of open parentheses, negations, lists and objects. */
  depth: number;
  /** The parts of the tree that no text can express. */
  readonly issues: Issue[];
}

/** Creates the initial state of the formatter. */
export function writeContext({
  writeCondition,
  comments,
}: Pick<WriteContext, "comments" | "writeCondition">): WriteContext {
  return { comments, writeCondition, bindingNames: new Set(), sharedNames: new Set(), depth: 0, issues: [] };
}

/**
 * Writes a nested node, such as a list within a list, and counts its nesting level.
 *
 * @throws ProgramError when the node is nested too deeply to be parsed again
 */
export function writeNested(node: ProgramNode, context: WriteContext, write: () => Doc): Doc {
  if (context.depth >= maxDepth) {
    const expected = `at most ${maxDepth} levels`;
    const message = `the rule is nested too deeply: expected ${expected}`;
    throw new ProgramError([{ code: "too_deep", message, range: node.range, expected }]);
  }
  context.depth++;
  const written = write();
  context.depth--;
  return written;
}

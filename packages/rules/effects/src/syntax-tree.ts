/** The syntax tree of a text, for people who want to see how a reader understood it. */

/** A node of the syntax tree that a reader evaluates, for a person. The names of the nodes may change with each version. */
export interface SyntaxTree {
  /** `command`, `pipeline`, `CallExpression` … */
  readonly name: string;
  /** A detail besides the node's name: the operator of a chain, the name of a function. */
  readonly detail?: string;
  /** The node's place in the text, in UTF-16 units; absent if it has no text of its own. */
  readonly start?: number;
  readonly end?: number;
  readonly children: readonly SyntaxTree[];
}

/** The result of parsing a text to a tree. */
export interface SyntaxTreeResult {
  /** `null` if nothing of the text could be parsed. */
  readonly tree: SyntaxTree | null;
  /** Why the tree is missing or incomplete. */
  readonly problem?: string;
}

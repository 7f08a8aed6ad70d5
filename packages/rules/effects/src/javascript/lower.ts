/** Lowers a JavaScript program to the engine's intermediate representation. */
import { copyTree, type Source, type TreeNode } from "../copied-tree.ts";
import type { Expression, Program, Span, Statement } from "../engine/ir.ts";
import { lowerBody } from "./lower-functions.ts";
import { parseProgram } from "./parse-program.ts";

/** Parses a JavaScript or TypeScript program and lowers it. Never throws. */
export function lowerJavaScript(text: string, place: Source["place"]): Program {
  const { tree, problem } = parseProgram(text);
  if (tree === null) return { statements: [], problem };
  const { root, isDeep } = copyTree(tree);
  const statements = lowerBody(root.children, [], { text, place });
  return { statements, problem: problem ?? (isDeep ? "is nested too deeply" : null) };
}

/** The children of a node that are not punctuation, keywords or types. `this`, `super` and `null` are included. */
export function partsOf(node: TreeNode | undefined): readonly TreeNode[] {
  return (node?.children ?? []).filter(
    ({ name }) => (/^[A-Z]/.test(name) && !ignored.test(name)) || isValue.test(name),
  );
}

const isValue = /^(this|super|null)$/;

/** Nodes without effects. */
const ignored =
  /^(Equals|Arrow|Optional|Star|Spread|Interpolation(Start|End)|Escape|Type[A-Z]\w*|\w+(Type|Op|Definition|Signature)|InterfaceDeclaration|AmbientDeclaration|Label|Privacy|(Private)?PropertyName)$/;

/** Creates a text node that has no place in the source. */
export function textNode(text: string, { start, end }: Span): Expression & { kind: "text" } {
  return { kind: "text", text, at: null, start, end };
}

/** Creates a node for `null` or `undefined`. */
export function nothing({ start, end }: Span): Expression {
  return { kind: "constant", constant: null, start, end };
}

/** A declaration of variables of the innermost block. */
export function declaration(targets: readonly Expression[], value: Expression, { start, end }: Span): Statement {
  return { kind: "assignment", targets, value, declares: true, start, end };
}

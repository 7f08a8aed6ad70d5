// Lowers a program to the engine's intermediate representation, without state.

import { copyTree, type TreeNode } from "../copied-tree.ts";
import type { Expression, Program, Span, Statement } from "../engine/ir.ts";
import { lowerBody } from "./lower-functions.ts";
import { parseProgram } from "./parse-program.ts";

/** The text of a program, and the function that converts its positions to those of the program that contains it. */
export interface Source {
  readonly text: string;
  readonly place: (span: Span) => Span;
}

/** Parses a JavaScript or TypeScript program and lowers it. Never throws. */
export function lowerJavaScript(text: string, place: Source["place"]): Program {
  const { tree, problem } = parseProgram(text);
  if (tree === null) return { statements: [], problem };
  const { root, isDeep } = copyTree(tree);
  const statements = lowerBody(root.children, [], { text, place });
  return { statements, problem: problem ?? (isDeep ? "is nested too deeply" : null) };
}

/** The text of a node. */
export function textOf(node: TreeNode | undefined, { text }: Source): string {
  return node === undefined ? "" : text.slice(node.start, node.end);
}

/** The first child with one of some names. */
export function childOf(node: TreeNode | undefined, ...names: readonly string[]): TreeNode | undefined {
  return node?.children.find(({ name }) => names.includes(name));
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

/** The nodes between the commas of a list, without its brackets. */
export function itemsOf(node: TreeNode | undefined): readonly (readonly TreeNode[])[] {
  const items: TreeNode[][] = [[]];
  for (const child of node?.children ?? []) {
    if (child.name === ",") items.push([]);
    else if (!/^[()[\]{}]$/.test(child.name)) items.at(-1)?.push(child);
  }
  return items.at(-1)?.length === 0 ? items.slice(0, -1) : items;
}

/** A name. */
export function nameNode(name: string, { start, end }: Span): Expression & { kind: "name" } {
  return { kind: "name", name, start, end };
}

/** A text that does not stand in the program as it is. */
export function textNode(text: string, { start, end }: Span): Expression & { kind: "text" } {
  return { kind: "text", text, at: null, start, end };
}

/** `null` or `undefined`. */
export function nothing({ start, end }: Span): Expression {
  return { kind: "constant", constant: null, start, end };
}

/** A value of which nothing is known. */
export function unknown({ start, end }: Span): Expression {
  return { kind: "parts", parts: [], start, end };
}

/** A declaration of variables of the innermost block. */
export function declaration(targets: readonly Expression[], value: Expression, { start, end }: Span): Statement {
  return { kind: "assignment", targets, value, declares: true, start, end };
}

/** A call of a function by its name. */
export function callOf(name: string, values: readonly Expression[], { start, end }: Span): Expression {
  const passed = values.map((value) => ({ name: null, value }));
  return { kind: "call", callee: nameNode(name, { start, end }), arguments: passed, start, end };
}

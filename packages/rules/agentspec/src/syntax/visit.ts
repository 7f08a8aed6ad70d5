/** Traverses the syntax tree of a program. */
import type { ProgramNode, ProgramNodeOf, ProgramNodeType } from "@helve/core/program";
import { nodeSchemas } from "./node-schema.ts";

/** A function for each node type that `visit` should call. */
export type Visitor = {
  /**
   * @param parents - the ancestors of the node, the direct parent last
   * @returns `false` to skip the children of the node; any other value continues
   */
  readonly [T in ProgramNodeType]?: (node: ProgramNodeOf<T>, parents: readonly ProgramNode[]) => unknown;
};

/**
 * Traverses a syntax tree depth-first: each node before its children, in the order of the text.
 *
 * @example
 * const names = new Set<string>();
 * visit(program, { predicate: ({ name }) => void names.add(name) });
 */
export function visit(node: ProgramNode, visitor: Visitor): void {
  visitWithParents(node, visitor, []);
}

/** A child node and its path within the parent. */
export interface ChildNode {
  readonly node: ProgramNode;
  /** The field, and in a list the index. */
  readonly path: readonly (string | number)[];
}

/** The direct children of a node, in the order of its fields. */
export function childNodes(node: ProgramNode): readonly ChildNode[] {
  const children: ChildNode[] = [];
  for (const name of nodeFieldsOfType(node.type)) {
    const held = fieldOf(node, name);
    if (isList(held)) for (const [index, one] of held.entries()) children.push({ node: one, path: [name, index] });
    else if (held !== undefined) children.push({ node: held, path: [name] });
  }
  return children;
}

/** Whether the value of a field is a list of nodes. */
function isList(held: ProgramNode | readonly ProgramNode[] | undefined): held is readonly ProgramNode[] {
  return Array.isArray(held);
}

/** Visits a node and its descendants, with the list of their parents. */
function visitWithParents(node: ProgramNode, visitor: Visitor, parents: readonly ProgramNode[]): void {
  const visitNode = visitor[node.type] as ((node: ProgramNode, parents: readonly ProgramNode[]) => unknown) | undefined;
  if (visitNode?.(node, parents) === false) return;
  const fields = nodeFieldsOfType(node.type);
  if (fields.length === 0) return;
  const within = [...parents, node];
  for (const name of fields) {
    const held = fieldOf(node, name);
    if (isList(held)) for (const child of held) visitWithParents(child, visitor, within);
    else if (held !== undefined) visitWithParents(held, visitor, within);
  }
}

/** The value of a field that contains nodes. */
function fieldOf(node: ProgramNode, name: string): ProgramNode | readonly ProgramNode[] | undefined {
  return (node as unknown as Readonly<Record<string, ProgramNode | readonly ProgramNode[] | undefined>>)[name];
}

const nodeFieldsByType = new Map(
  Object.entries(nodeSchemas).map(([type, { fields }]) => [type, nodeFields(fields)] as const),
);

/** The names of the fields that hold nodes. */
function nodeFields(fields: (typeof nodeSchemas)[ProgramNodeType]["fields"]): readonly string[] {
  const held = Object.entries(fields).filter(
    ([, { type }]) => type.kind === "node" || (type.kind === "list" && type.of.kind === "node"),
  );
  return held.map(([name]) => name);
}

/** The fields of a node type that hold nodes, in the order of traversal. */
function nodeFieldsOfType(type: ProgramNodeType): readonly string[] {
  return nodeFieldsByType.get(type) ?? [];
}

/** A plain copy of a lezer syntax tree, because lezer creates its nodes anew at each access. */
import type { Parser, Tree, TreeCursor } from "@lezer/common";
import type { Span } from "./engine/ir.ts";

/** A node of a parser's syntax tree, with the grammar's name for it. */
export interface TreeNode {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly children: TreeNode[];
}

/** The text of a program, and the function that converts its positions to those of the program that contains it. */
export interface Source {
  readonly text: string;
  readonly place: (span: Span) => Span;
}

/** The text of a node. */
export function textOf(node: TreeNode | undefined, { text }: Source): string {
  return node === undefined ? "" : text.slice(node.start, node.end);
}

const deepestTree = 300;

/** Copies a tree without recursion and without comments, down to a depth of 300; `isDeep` tells whether deeper nodes are left out. */
export function copyTree(tree: Tree): { readonly root: TreeNode; readonly isDeep: boolean } {
  const cursor = tree.cursor();
  const root = copyNode(cursor);
  const above: TreeNode[] = [root];
  let isDeep = false;
  // Visits children before siblings.
  for (let down = true; ; ) {
    if (down && above.length < deepestTree && cursor.firstChild()) {
      addChild(cursor, above);
      continue;
    }
    if (down && above.length >= deepestTree) isDeep = true;
    above.pop();
    if (above.length === 0) return { root, isDeep };
    down = cursor.nextSibling();
    if (down) addChild(cursor, above);
    else cursor.parent();
  }
}

/** Copies the node at the cursor and adds it to the node above, unless it is a comment. */
function addChild(cursor: TreeCursor, above: TreeNode[]): void {
  const node = copyNode(cursor);
  if (!node.name.endsWith("Comment")) above.at(-1)?.children.push(node);
  above.push(node);
}

function copyNode(cursor: TreeCursor): TreeNode {
  return { name: cursor.name, start: cursor.from, end: cursor.to, children: [] };
}

/** Returns the first child with one of the names. */
export function childOf(node: TreeNode | undefined, ...names: readonly string[]): TreeNode | undefined {
  return node?.children.find(({ name }) => names.includes(name));
}

/** Returns the items of a list node, without brackets and commas. */
export function itemsOf(node: TreeNode | undefined): readonly (readonly TreeNode[])[] {
  const items: TreeNode[][] = [[]];
  for (const child of node?.children ?? []) {
    if (child.name === ",") items.push([]);
    else if (!/^[()[\]{}]$/.test(child.name)) items.at(-1)?.push(child);
  }
  return items.at(-1)?.length === 0 ? items.slice(0, -1) : items;
}

/** Parses a text to a tree. Returns the offset of the first error that a strict parser finds, or `null` after too many steps (about one for each token). */
export function parseWithin(mostSteps: number, parser: Parser, text: string): Tree | number | null {
  const parse = parser.startParse(text);
  try {
    for (let step = 0; step < mostSteps; step++) {
      const tree = parse.advance();
      if (tree !== null) return tree;
    }
  } catch {
    return Math.min(parse.parsedPos, text.length);
  }
  return null;
}

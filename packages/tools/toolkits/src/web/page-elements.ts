/** Lists and tests the elements of a parsed page. */
import type { Element, Nodes, Root } from "hast";

/**
 * All elements of a tree, in the order of the page.
 *
 * @param isLeftOut - elements that are left out with everything in them
 */
export function elementsOf(tree: Root, isLeftOut: (element: Element) => boolean = () => false): readonly Element[] {
  const found: Element[] = [];
  const open: Nodes[] = [...tree.children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type !== "element" || isLeftOut(node)) continue;
    found.push(node);
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as Nodes);
  }
  return found;
}

/** The text in a part of a tree. */
export function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** Whether a part of a tree has text with a match of a pattern. It stops at the first one. */
export function hasText(node: Nodes, pattern: RegExp = /\S/): boolean {
  if (node.type === "text") return pattern.test(node.value);
  return "children" in node && node.children.some((child) => hasText(child, pattern));
}

/** The length of the text in a part of a tree; `Infinity` if it is longer than a limit, where counting stops. */
export function lengthUpTo(limit: number, node: Nodes): number {
  if (node.type === "text") return node.value.length > limit ? Number.POSITIVE_INFINITY : node.value.length;
  let length = 0;
  for (const child of "children" in node ? node.children : []) {
    length += lengthUpTo(limit - length, child);
    if (length > limit) return Number.POSITIVE_INFINITY;
  }
  return length;
}

/** The text of a page, with a line for each block. */
export function plainText(tree: Root): string {
  const texts: string[] = [];
  const addText = (node: Nodes): void => {
    if (node.type === "text") texts.push(node.value.replace(/\s+/g, " "));
    if (!("children" in node)) return;
    for (const child of node.children) addText(child);
    if (node.type === "element" && blocks.has(node.tagName)) texts.push("\n");
  };
  addText(tree);
  return texts
    .join("")
    .replace(/ *\n\s*/g, "\n")
    .trim();
}

const blocks: ReadonlySet<string> = new Set(
  "address article blockquote br caption dd div dl dt figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul".split(
    " ",
  ),
);

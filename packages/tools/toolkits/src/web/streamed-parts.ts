import type { Comment, Element, Root, RootContent } from "hast";
import { elementsOf, textOf } from "./page-elements.ts";

/**
 * Moves the parts of a page that React has streamed to their places, as its scripts would: a `template` with the place is replaced by the hidden
 * element with the part, and what the page shows until then goes. A part without a place is shown where it is.
 */
export function withStreamedParts(tree: Root): Root {
  const elements = elementsOf(tree);
  const parts = new Map(elements.filter(isPart).map((part) => [String(part.properties["id"]), part]));
  if (parts.size === 0) return tree;
  const places = new Set(elements.filter(({ tagName }) => tagName === "template").map(idOf));
  const moves = new Map<string, Element>();
  for (const script of elements.filter(({ tagName }) => tagName === "script")) {
    for (const [, first = "", second = ""] of textOf(script).matchAll(
      /"([BPS]:[\da-f]+)"\s*,\s*"([BPS]:[\da-f]+)"/gi,
    )) {
      const [place, part] = first.startsWith("S") ? [second, first] : [first, second];
      const found = parts.get(part);
      if (found !== undefined && places.has(place)) moves.set(place, found);
    }
  }
  return { ...tree, children: moved(tree.children, moves, new Set(moves.values())) };
}

/** Moves streamed parts to their places. */
function moved(
  nodes: readonly RootContent[],
  moves: Map<string, Element>,
  hasPlace: ReadonlySet<Element>,
): RootContent[] {
  const result: RootContent[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as RootContent;
    const part = node.type === "element" && node.tagName === "template" ? moves.get(idOf(node)) : undefined;
    if (part !== undefined && node.type === "element") {
      moves.delete(idOf(node));
      result.push(...moved(part.children, moves, hasPlace));
      if (idOf(node).startsWith("B")) at = endOfFallback(nodes, at);
    } else if (node.type !== "element") result.push(node);
    else if (!hasPlace.has(node)) {
      const children = moved(node.children, moves, hasPlace) as Element["children"];
      result.push(isPart(node) ? { ...node, properties: {}, children } : { ...node, children });
    }
  }
  return result;
}

/** The index of the comment that ends what a page shows until a part arrives. */
function endOfFallback(nodes: readonly RootContent[], start: number): number {
  let depth = 1;
  for (let at = start + 1; at < nodes.length; at++) {
    const node = nodes[at];
    if (node?.type !== "comment") continue;
    depth += isEnd(node) ? -1 : 1;
    if (depth === 0) return at;
  }
  return start;
}

function isEnd({ value }: Comment): boolean {
  return value.startsWith("/");
}

/** Whether a comment marks the start or the end of a part that React streams. */
export function isStreamMark(comment: string): boolean {
  return /^\/?\$[?!~]?$/.test(comment);
}

/** Whether an element holds content that React streamed later, `<div hidden id="S:1">`. */
function isPart({ properties: { id, hidden } }: Element): boolean {
  return hidden !== undefined && typeof id === "string" && /^S:[\da-f]+$/i.test(id);
}

/** Returns an element's id; empty if it has none. */
function idOf({ properties }: Element): string {
  return String(properties["id"] ?? "");
}

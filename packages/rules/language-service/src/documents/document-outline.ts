import type { TextRange } from "@helve/core";
import { type DocumentNode, nodeAtPath } from "@helve/opentool/document-tree";
import { documentReading, type OpenDocument } from "./open-document.ts";

/** The members of a document for the outline of an editor; items of lists by their names. At most 5 levels. */
export function documentOutline(document: OpenDocument): readonly OutlineItem[] {
  const { tree, source } = documentReading(document);
  const itemsOf = (node: DocumentNode | undefined, depth: number): readonly OutlineItem[] => {
    if (node === undefined || depth > maxDepth) return [];
    const members = node.members.map(({ name, start, end, value }): OutlineItem => {
      const range = source.range(start, Math.max(end, value?.end ?? end));
      return {
        name,
        kind: kindOf(value),
        range,
        selectionRange: source.range(start, end),
        children: itemsOf(value, depth + 1),
      };
    });
    const items = node.items.map((item, index): OutlineItem => {
      const named = nodeAtPath(item, ["name"])?.value ?? item.value;
      const range = source.range(item.start, item.end);
      const name = typeof named === "string" && named.trim() !== "" ? named : String(index);
      return {
        name,
        kind: kindOf(item),
        range,
        selectionRange: source.range(item.start, item.start),
        children: itemsOf(item, depth + 1),
      };
    });
    return [...members, ...items];
  };
  return itemsOf(tree, 1);
}

/** A member of a document, or an item of a list (LSP `DocumentSymbol`). */
export interface OutlineItem {
  readonly name: string;
  /** Named as in LSP's `SymbolKind`. */
  readonly kind: "Object" | "Array" | "String" | "Number" | "Boolean" | "Null";
  readonly range: TextRange;
  readonly selectionRange: TextRange;
  readonly children: readonly OutlineItem[];
}

const maxDepth = 5;

function kindOf(node: DocumentNode | undefined): OutlineItem["kind"] {
  if (node?.type === "object") return "Object";
  if (node?.type === "array") return "Array";
  const { value } = node ?? {};
  return typeof value === "string"
    ? "String"
    : typeof value === "number"
      ? "Number"
      : typeof value === "boolean"
        ? "Boolean"
        : "Null";
}

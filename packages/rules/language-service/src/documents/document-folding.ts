import type { DocumentNode } from "@helve/opentool/document-tree";
import type { FoldingRange } from "../folding-ranges.ts";
import { documentReading, type OpenDocument } from "./open-document.ts";

/** Lists the objects and lists of several lines, which can be folded. */
export function documentFoldingRanges(document: OpenDocument): readonly FoldingRange[] {
  const { tree, source } = documentReading(document);
  const ranges: FoldingRange[] = [];
  const add = (node: DocumentNode, from: number): void => {
    if (node.type !== "scalar") {
      const last = node.start + document.text.slice(node.start, node.end).trimEnd().length;
      const { start, end } = source.range(from, last);
      // In JSON, the closing bracket stays visible.
      const endLine = document.format === "json" ? end.line - 1 : end.line;
      if (endLine > start.line) ranges.push({ startLine: start.line, endLine, kind: "region" });
    }
    for (const { start, value } of node.members) if (value !== undefined) add(value, start);
    for (const item of node.items) add(item, item.start);
  };
  if (tree !== undefined) add(tree, tree.start);
  return ranges;
}

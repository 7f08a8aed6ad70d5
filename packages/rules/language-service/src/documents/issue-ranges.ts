import type { Issue } from "@helve/core";
import { pointerParts, sourceText } from "@helve/core/internal";
import { placeAtPath } from "@helve/opentool/document-tree";
import { readDocumentTree } from "./document-tree.ts";

/** Adds to issues with a path the place of the value in a JSON text; if the issue is that a member is unknown, the place of its name. */
export function withRanges(issues: readonly Issue[], json: string): readonly Issue[] {
  if (issues.length === 0) return issues;
  const tree = readDocumentTree(json, "json");
  const source = sourceText(json);
  return issues.map((issue) => {
    const part = issue.code === "unknown_member" ? "key" : "value";
    const place = tree && placeAtPath(tree, pointerParts(issue.path ?? ""), part);
    return place === undefined ? issue : { ...issue, range: source.range(place.start, place.end) };
  });
}

import { pointerParts } from "@helve/core/internal";
import { nodeAtPath } from "@helve/opentool/document-tree";
import type { LocationLink } from "../definition.ts";
import { placeAt } from "./document-tree.ts";
import { documentReading, type OpenDocument } from "./open-document.ts";

/**
 * Finds the schema that the `$ref` at an offset names.
 *
 * @param offset - in UTF-16 units
 */
export function documentDefinitionAt(document: OpenDocument, offset: number): LocationLink | undefined {
  const { tree, source } = documentReading(document);
  const place = placeAt(tree, offset);
  const { value } = place?.node ?? {};
  if (place?.node === undefined || place.path.at(-1) !== "$ref" || typeof value !== "string") return undefined;
  if (!value.startsWith("#/")) return undefined;
  const path = pointerParts(value);
  const named = nodeAtPath(tree, path.slice(0, -1))?.members.find(({ name }) => name === path.at(-1));
  if (named === undefined) return undefined;
  return {
    originSelectionRange: source.range(place.node.start, place.node.end),
    targetRange: source.range(named.start, named.value?.end ?? named.end),
    targetSelectionRange: source.range(named.start, named.end),
  };
}

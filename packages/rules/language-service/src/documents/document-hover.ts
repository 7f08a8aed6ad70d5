import type { Hover } from "../hover.ts";
import { placeAt } from "./document-tree.ts";
import { documentReading, documentSchema, type OpenDocument } from "./open-document.ts";
import { schemasOfPath } from "./schema-at-path.ts";
import { schemaText } from "./schema-text.ts";

/**
 * Describes the member or the value at an offset by the schema of the document.
 *
 * @param offset - in UTF-16 units
 */
export function documentHoverAt(document: OpenDocument, offset: number): Hover | undefined {
  const { tree, source } = documentReading(document);
  const place = placeAt(tree, offset);
  const part = place?.member ?? (place?.node?.type === "scalar" ? place.node : undefined);
  if (place === undefined || part === undefined) return undefined;
  const { detail, description } = schemaText(schemasOfPath(documentSchema(document.kind, tree), place.path, tree));
  const contents = [description, detail && `\`${detail}\``].filter(Boolean).join("\n\n");
  return contents === "" ? undefined : { contents, range: source.range(part.start, part.end) };
}

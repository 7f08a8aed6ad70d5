import type { JsonSchema } from "@helve/core";
import type { CompletionItem } from "../completion.ts";
import { type CompletionPlace, completionPlace } from "./completion-place.ts";
import { documentReading, documentSchema, type OpenDocument } from "./open-document.ts";
import { schemasOfPath } from "./schema-at-path.ts";
import { schemaText, valuesOf } from "./schema-text.ts";

/**
 * Completes the names of members and their values by the schema of the document. The text may be incomplete.
 *
 * @param offset - in UTF-16 units
 * @returns required members first; none of the members that are already there
 */
export function documentCompletionsAt(document: OpenDocument, offset: number): readonly CompletionItem[] {
  const { tree, source } = documentReading(document);
  const at = Math.min(Math.max(Math.trunc(offset) || 0, 0), document.text.length);
  const place = completionPlace(document.text, at, document.format);
  if (place === undefined) return [];
  const range = source.range(place.start, place.end);
  const schemas = schemasOfPath(documentSchema(document.kind, tree), place.path, tree);
  const suggestions = place.kind === "name" ? names(schemas, place, document) : values(schemas, place);
  const items = suggestions.map(({ label, text, rank, about }): CompletionItem => {
    const { detail, description } = schemaText(about);
    return {
      label,
      kind: place.kind === "name" ? "Property" : "EnumMember",
      detail: place.kind === "name" && detail !== "" ? detail : undefined,
      documentation: description !== "" ? description : undefined,
      sortText: `${rank} ${label}`,
      textEdit: { range, newText: text },
      insertTextFormat: "PlainText",
    };
  });
  return items.sort((first, second) => (first.sortText < second.sortText ? -1 : 1));
}

interface DocumentSuggestion {
  readonly label: string;
  readonly text: string;
  readonly rank: 0 | 2;
  readonly about: readonly JsonSchema[];
}

/** Suggests the members that an object lacks. */
function names(
  schemas: readonly JsonSchema[],
  { path, present, hasColon, quotes }: CompletionPlace,
  document: OpenDocument,
): readonly DocumentSuggestion[] {
  const { tree } = documentReading(document);
  const members = new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)));
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  return [...members].flatMap((name) => {
    if (present.includes(name)) return [];
    const text = `${quotes ? JSON.stringify(name) : name}${hasColon ? "" : ": "}`;
    const about = schemasOfPath(documentSchema(document.kind, tree), [...path, name], tree);
    return [{ label: name, text, rank: required.has(name) ? 0 : 2, about } as const];
  });
}

/** The values that schemas list. */
function values(schemas: readonly JsonSchema[], { quotes }: CompletionPlace): readonly DocumentSuggestion[] {
  return [...new Set(valuesOf(schemas))].map((value) => ({
    label: String(value),
    text: typeof value === "string" && !quotes ? value : JSON.stringify(value),
    rank: 2,
    about: [],
  }));
}

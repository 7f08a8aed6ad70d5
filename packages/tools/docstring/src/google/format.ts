import type {
  Docstring,
  DocstringDeprecation,
  DocstringParameter,
  DocstringRaise,
  DocstringReference,
  DocstringReturn,
  DocstringSection,
} from "../docstring.ts";
import { formatEntry, groupEntries, indentText, joinBlocks } from "../layout.ts";
import { splitLines } from "../lines.ts";
import { endOfBullet } from "../names.ts";
import { flattenParameters } from "../nested-parameters.ts";
import { typeWithNotes } from "../parameter.ts";
import { readGoogleReturns } from "./entries.ts";

/**
 * Writes the Google style.
 *
 * It can't represent:
 *
 * - the name of a return without a type
 * - a section without text
 * - a section with an unknown title, or without a title, if no other part precedes it
 * - a text with a Google section title on one of its lines
 * - a return without a type whose text starts like a type
 */
export function formatGoogle(docstring: Docstring): string {
  return joinBlocks([
    docstring.description,
    formatSection("Args", flattenParameters(docstring.parameters).map(formatParameter)),
    ...groupEntries(docstring.returns, hasType).map((group) => formatSection("Returns", group.map(formatReturn))),
    ...groupEntries(docstring.yields, hasType).map((group) => formatSection("Yields", group.map(formatReturn))),
    ...groupEntries(docstring.raises, hasType).map((group) => formatSection("Raises", group.map(formatRaise))),
    formatDeprecation(docstring.deprecated),
    formatSection("Attributes", docstring.attributes.map(formatParameter)),
    formatSection("See Also", docstring.seeAlso.map(formatReference)),
    ...docstring.notes.map(({ text }) => formatSection("Note", [text])),
    ...docstring.examples.map(({ text }) => formatSection("Example", [text])),
    ...docstring.sections.map(formatTitledSection),
  ]);
}

/** Writes a title and its indented entries; empty if there are no entries. */
function formatSection(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? "" : `${title}:\n${indentText(entries.join("\n"))}`;
}

/** Writes `x (int): text`. */
function formatParameter(parameter: DocstringParameter): string {
  const type = typeWithNotes(parameter);
  const name = `${parameter.stars ?? ""}${parameter.name}`;
  return formatEntry(type === "" ? `${name}:` : `${name} (${type}):`, parameter.description);
}

/** Whether an entry starts with a type. */
function hasType({ type = "" }: { readonly type?: string }): boolean {
  return type !== "";
}

/** Writes `ValueError: text`. */
function formatRaise({ type, description }: DocstringRaise): string {
  return type === "" ? description : formatEntry(`${type}:`, description);
}

/** Writes `int: text` or `name (int): text`. */
function formatReturn(one: DocstringReturn): string {
  const { name, type } = one;
  if (type === undefined)
    return descriptionWithItems(one, readGoogleReturns(splitLines(`\n${one.description}`))[0]?.type !== undefined);
  const head = name === undefined ? `${type}:` : `${name} (${type}):`;
  const text = descriptionWithItems(one);
  return endOfBullet(text) > 0 ? `${head}\n${indentText(text)}` : formatEntry(head, text);
}

/**
 * Writes the description of a return with its items as a list below its first line.
 *
 * @param listFirst - puts the list above the description, whose first line would otherwise be parsed as a type
 */
export function descriptionWithItems({ description, items }: DocstringReturn, listFirst = false): string {
  if (items.length === 0) return description;
  const list = items.map((item) => `- ${formatParameter(item)}`).join("\n");
  if (description === "") return list;
  const lines = description.split("\n");
  const next = lines.findIndex((line, index) => line !== "" && (listFirst || index > 0));
  const at = next === -1 ? lines.length : next;
  const below = lines[at]?.trimStart() ?? "";
  const indent = (lines[at]?.length ?? 0) - below.length + (endOfBullet(below) > 0 ? 4 : 0);
  return [...lines.slice(0, at), indentText(list, indent), ...lines.slice(at)].join("\n");
}

/** Writes an entry of a "See Also" section. */
function formatReference({ name, description }: DocstringReference): string {
  return name === "" ? formatEntry("", description) : description === "" ? name : formatEntry(`${name}:`, description);
}

/** Writes a "Deprecated" section. */
function formatDeprecation(deprecated: DocstringDeprecation | undefined): string {
  if (deprecated === undefined) return "";
  const { version, description } = deprecated;
  return formatSection("Deprecated", [version === undefined ? description : `${version}: ${description}`.trimEnd()]);
}

/** Writes a section with its own title; text without a title has no indentation. */
function formatTitledSection({ title, text }: DocstringSection): string {
  return title === "" ? text : formatSection(title, text === "" ? [] : [text]);
}

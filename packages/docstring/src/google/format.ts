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
import { typeWithNotes } from "../parameter.ts";
import { readGoogleReturns } from "./entries.ts";

/**
 * Writes the Google style.
 *
 * What it can't say: the name of a return without a type; a section without text; a section of a title of its own, or of
 * none, where no other part stands before it; a text that has a title of the style on one of its lines; a return without
 * a type whose text begins with one.
 */
export function formatGoogle(docstring: Docstring): string {
  return joinBlocks([
    docstring.description,
    formatSection("Args", docstring.parameters.map(formatParameter)),
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

function formatSection(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? "" : `${title}:\n${indentText(entries.join("\n"))}`;
}

function formatParameter(parameter: DocstringParameter): string {
  const type = typeWithNotes(parameter);
  const name = `${parameter.stars ?? ""}${parameter.name}`;
  return formatEntry(type === "" ? `${name}:` : `${name} (${type}):`, parameter.description);
}

/** Whether an entry begins with its type, and not with text. */
function hasType({ type = "" }: { readonly type?: string }): boolean {
  return type !== "";
}

function formatRaise({ type, description }: DocstringRaise): string {
  return type === "" ? description : formatEntry(`${type}:`, description);
}

function formatReturn(one: DocstringReturn): string {
  const { name, type } = one;
  if (type === undefined)
    return descriptionWithItems(one, readGoogleReturns(splitLines(`\n${one.description}`))[0]?.type !== undefined);
  const head = name === undefined ? `${type}:` : `${name} (${type}):`;
  const text = descriptionWithItems(one);
  return endOfBullet(text) > 0 ? `${head}\n${indentText(text)}` : formatEntry(head, text);
}

/**
 * The description, and the list of members below its first line, where the list can be told from what goes on below it;
 * or first, where the description would be taken for something else.
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

function formatReference({ name, description }: DocstringReference): string {
  return name === "" ? formatEntry("", description) : description === "" ? name : formatEntry(`${name}:`, description);
}

function formatDeprecation(deprecated: DocstringDeprecation | undefined): string {
  if (deprecated === undefined) return "";
  const { version, description } = deprecated;
  return formatSection("Deprecated", [version === undefined ? description : `${version}: ${description}`.trimEnd()]);
}

function formatTitledSection({ title, text }: DocstringSection): string {
  return title === "" ? text : formatSection(title, text === "" ? [] : [text]);
}

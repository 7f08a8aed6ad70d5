import type {
  Docstring,
  DocstringDeprecation,
  DocstringParameter,
  DocstringRaise,
  DocstringReference,
  DocstringReturn,
} from "../docstring.ts";
import { readRaiseEntries } from "../entries.ts";
import { descriptionWithItems } from "../google/format.ts";
import { formatEntry, groupEntries, indentText, joinBlocks } from "../layout.ts";
import { splitLines } from "../lines.ts";
import { flattenParameters } from "../nested-parameters.ts";
import { typeWithNotes } from "../parameter.ts";
import { readNumpyReturns, readRaiseHead } from "./entries.ts";
import { isUnderline } from "./sections.ts";

/**
 * Writes the NumPy style. Text that contains underlined titles is indented. Text that starts like a type goes below a
 * colon, which marks a return or an error without a type.
 *
 * It can't represent a section without a title, which becomes a note, and a section without text.
 */
export function formatNumpy(docstring: Docstring): string {
  const sections = joinBlocks([
    formatDeprecation(docstring.deprecated),
    formatSection("Parameters", flattenParameters(docstring.parameters).map(formatParameter)),
    formatSection("Attributes", docstring.attributes.map(formatParameter)),
    ...groupEntries(docstring.returns, hasNameOrType).map((group) => formatSection("Returns", group.map(formatReturn))),
    ...groupEntries(docstring.yields, hasNameOrType).map((group) => formatSection("Yields", group.map(formatReturn))),
    ...groupEntries(docstring.raises, hasNameOrType).map((group) => formatSection("Raises", group.map(formatRaise))),
    formatSection("See Also", docstring.seeAlso.map(formatReference)),
    ...docstring.notes.map(({ text }) => formatSection("Notes", [text])),
    ...docstring.examples.map(({ text }) => formatSection("Examples", [text])),
    ...docstring.sections.map(({ title, text }) =>
      formatSection(title === "" ? "Notes" : title, text === "" ? [] : [text]),
    ),
  ]);
  const end = hasSectionMarkup(docstring.description) && sections === "" ? formatSection("Parameters", [""]) : sections;
  return joinBlocks([indentSectionMarkup(docstring.description), end]);
}

/** Writes an underlined title and its entries; empty if there are no entries. */
function formatSection(title: string, entries: readonly string[]): string {
  return entries.length === 0
    ? ""
    : [title, "-".repeat(Math.max(3, title.length)), indentSectionMarkup(entries.join("\n"))].join("\n");
}

/** Writes a head with its description indented below it. */
function withDescriptionBelow(head: string, description: string): string {
  return description === "" ? head : `${head}\n${indentText(description)}`;
}

/** Writes `x : int` with the description below. */
function formatParameter(parameter: DocstringParameter): string {
  const type = typeWithNotes(parameter);
  const name = `${parameter.stars ?? ""}${parameter.name}`;
  return withDescriptionBelow(type === "" ? name : `${name} : ${type}`, parameter.description);
}

/** Whether an entry has a name or a type. */
function hasNameOrType({ name = "", type = "" }: { readonly name?: string; readonly type?: string }): boolean {
  return name !== "" || type !== "";
}

/** Writes an error's type with the description below. */
function formatRaise({ type, description }: DocstringRaise): string {
  if (type !== "") return withDescriptionBelow(type, description);
  const isMistakable = readRaiseEntries(splitLines(`\n${description}`), readRaiseHead).some(hasNameOrType);
  return isMistakable ? withDescriptionBelow(":", description) : description;
}

/** Writes `name : type` or a type, with the description below. */
function formatReturn(one: DocstringReturn): string {
  const { name, type = "" } = one;
  const text = descriptionWithItems(one);
  if (name !== undefined) return withDescriptionBelow(`${name} : ${type}`.trimEnd(), text);
  if (type === "") return readFirstReturn(one.description) === undefined ? text : withDescriptionBelow(":", text);
  const read = readFirstReturn(withDescriptionBelow(type, text));
  return withDescriptionBelow(read?.name === undefined && read?.type === type ? type : `: ${type}`, text);
}

/** The return that is parsed from a text if it has a name or a type. */
function readFirstReturn(text: string): DocstringReturn | undefined {
  const [one] = readNumpyReturns(splitLines(`\n${text}`));
  return one !== undefined && hasNameOrType(one) ? one : undefined;
}

/** Writes an entry of a "See Also" section. */
function formatReference({ name, description }: DocstringReference): string {
  return name === "" ? formatEntry("", description) : description === "" ? name : formatEntry(`${name} :`, description);
}

/** Writes a `.. deprecated::` directive. */
function formatDeprecation(deprecated: DocstringDeprecation | undefined): string {
  if (deprecated === undefined) return "";
  return withDescriptionBelow(`.. deprecated:: ${deprecated.version ?? ""}`.trimEnd(), deprecated.description);
}

/** Indents a text that contains underlined titles or deprecation directives, so that they are parsed as text. */
function indentSectionMarkup(text: string): string {
  return hasSectionMarkup(text) ? indentText(text) : text;
}

/** Whether a text contains an underline or a deprecation directive. */
function hasSectionMarkup(text: string): boolean {
  return text.split("\n").some((line) => isUnderline(line) || /^\.\.\s+deprecated::/.test(line));
}

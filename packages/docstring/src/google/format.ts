import type {
  Docstring,
  DocstringDeprecation,
  DocstringParameter,
  DocstringRaise,
  DocstringReference,
  DocstringReturn,
  DocstringSection,
} from "../docstring.ts";
import { entryOf, grouped, setIn, stacked } from "../layout.ts";
import { linesOf } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { typeWithNotes } from "../parameter.ts";
import { returnsIn } from "./returns.ts";

/**
 * Writes the Google style.
 *
 * What it can't say: the name of a return without a type; a section without text; a section of a title of its own, or of
 * none, where no other part stands before it; a text that has a title of the style on one of its lines; a return without
 * a type whose text begins with one.
 */
export function formatGoogle(docstring: Docstring): string {
  return stacked([
    docstring.description,
    section("Args", docstring.parameters.map(parameter)),
    ...grouped(docstring.returns, isTyped).map((group) => section("Returns", group.map(returned))),
    ...grouped(docstring.yields, isTyped).map((group) => section("Yields", group.map(returned))),
    ...grouped(docstring.raises, isTyped).map((group) => section("Raises", group.map(raised))),
    deprecation(docstring.deprecated),
    section("Attributes", docstring.attributes.map(parameter)),
    section("See Also", docstring.seeAlso.map(reference)),
    ...docstring.notes.map(({ text }) => section("Note", [text])),
    ...docstring.examples.map(({ text }) => section("Example", [text])),
    ...docstring.sections.map(titled),
  ]);
}

function section(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? "" : `${title}:\n${setIn(entries.join("\n"))}`;
}

function parameter(parameter: DocstringParameter): string {
  const type = typeWithNotes(parameter);
  const name = `${parameter.stars ?? ""}${parameter.name}`;
  return entryOf(type === "" ? `${name}:` : `${name} (${type}):`, parameter.description);
}

/** Whether an entry begins with its type, and not with text. */
function isTyped({ type = "" }: { readonly type?: string }): boolean {
  return type !== "";
}

function raised({ type, description }: DocstringRaise): string {
  return type === "" ? description : entryOf(`${type}:`, description);
}

function returned(one: DocstringReturn): string {
  const { name, type } = one;
  if (type === undefined) return withItems(one, returnsIn(linesOf(`\n${one.description}`))[0]?.type !== undefined);
  const head = name === undefined ? `${type}:` : `${name} (${type}):`;
  const text = withItems(one);
  return bulletEnd(text) > 0 ? `${head}\n${setIn(text)}` : entryOf(head, text);
}

/**
 * The description, and the list of members below its first line, where the list can be told from what goes on below it;
 * or first, where the description would be taken for something else.
 */
export function withItems({ description, items }: DocstringReturn, listFirst = false): string {
  if (items.length === 0) return description;
  const list = items.map((item) => `- ${parameter(item)}`).join("\n");
  if (description === "") return list;
  const lines = description.split("\n");
  const next = lines.findIndex((line, index) => line !== "" && (listFirst || index > 0));
  const at = next === -1 ? lines.length : next;
  const below = lines[at]?.trimStart() ?? "";
  const indent = (lines[at]?.length ?? 0) - below.length + (bulletEnd(below) > 0 ? 4 : 0);
  return [...lines.slice(0, at), setIn(list, indent), ...lines.slice(at)].join("\n");
}

function reference({ name, description }: DocstringReference): string {
  return name === "" ? entryOf("", description) : description === "" ? name : entryOf(`${name}:`, description);
}

function deprecation(deprecated: DocstringDeprecation | undefined): string {
  if (deprecated === undefined) return "";
  const { version, description } = deprecated;
  return section("Deprecated", [version === undefined ? description : `${version}: ${description}`.trimEnd()]);
}

function titled({ title, text }: DocstringSection): string {
  return title === "" ? text : section(title, text === "" ? [] : [text]);
}

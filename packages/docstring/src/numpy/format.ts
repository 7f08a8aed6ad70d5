import type {
  Docstring,
  DocstringDeprecation,
  DocstringParameter,
  DocstringRaise,
  DocstringReference,
  DocstringReturn,
} from "../docstring.ts";
import { withItems } from "../google/format.ts";
import { entryOf, grouped, setIn, stacked } from "../layout.ts";
import { linesOf } from "../lines.ts";
import { typeWithNotes } from "../parameter.ts";
import { raisesIn } from "../section-entries.ts";
import { raiseHeadAt } from "./raises.ts";
import { returnsIn } from "./returns.ts";
import { isUnderline } from "./sections.ts";

/**
 * Writes the NumPy style. Text that has underlined titles of its own is set in; text that begins like a type stands below
 * a colon, which is a return or an error without one.
 *
 * What it can't say: a section without a title, which becomes a note; a section without text.
 */
export function formatNumpy(docstring: Docstring): string {
  const sections = stacked([
    deprecation(docstring.deprecated),
    section("Parameters", docstring.parameters.map(parameter)),
    section("Attributes", docstring.attributes.map(parameter)),
    ...grouped(docstring.returns, isMarked).map((group) => section("Returns", group.map(returned))),
    ...grouped(docstring.yields, isMarked).map((group) => section("Yields", group.map(returned))),
    ...grouped(docstring.raises, isMarked).map((group) => section("Raises", group.map(raised))),
    section("See Also", docstring.seeAlso.map(reference)),
    ...docstring.notes.map(({ text }) => section("Notes", [text])),
    ...docstring.examples.map(({ text }) => section("Examples", [text])),
    ...docstring.sections.map(({ title, text }) => section(title === "" ? "Notes" : title, text === "" ? [] : [text])),
  ]);
  const end = hasMarks(docstring.description) && sections === "" ? section("Parameters", [""]) : sections;
  return stacked([atMargin(docstring.description), end]);
}

function section(title: string, entries: readonly string[]): string {
  return entries.length === 0
    ? ""
    : [title, "-".repeat(Math.max(3, title.length)), atMargin(entries.join("\n"))].join("\n");
}

function described(head: string, description: string): string {
  return description === "" ? head : `${head}\n${setIn(description)}`;
}

function parameter(parameter: DocstringParameter): string {
  const type = typeWithNotes(parameter);
  const name = `${parameter.stars ?? ""}${parameter.name}`;
  return described(type === "" ? name : `${name} : ${type}`, parameter.description);
}

/** Whether an entry begins with more than text. */
function isMarked({ name = "", type = "" }: { readonly name?: string; readonly type?: string }): boolean {
  return name !== "" || type !== "";
}

function raised({ type, description }: DocstringRaise): string {
  if (type !== "") return described(type, description);
  const isMistakable = raisesIn(linesOf(`\n${description}`), raiseHeadAt).some(isMarked);
  return isMistakable ? described(":", description) : description;
}

function returned(one: DocstringReturn): string {
  const { name, type = "" } = one;
  const text = withItems(one);
  if (name !== undefined) return described(`${name} : ${type}`.trimEnd(), text);
  if (type === "") return returnAt(one.description) === undefined ? text : described(":", text);
  const read = returnAt(described(type, text));
  return described(read?.name === undefined && read?.type === type ? type : `: ${type}`, text);
}

/** The return that a text begins with; undefined when it is text alone. */
function returnAt(text: string): DocstringReturn | undefined {
  const [one] = returnsIn(linesOf(`\n${text}`));
  return one !== undefined && isMarked(one) ? one : undefined;
}

function reference({ name, description }: DocstringReference): string {
  return name === "" ? entryOf("", description) : description === "" ? name : entryOf(`${name} :`, description);
}

function deprecation(deprecated: DocstringDeprecation | undefined): string {
  if (deprecated === undefined) return "";
  return described(`.. deprecated:: ${deprecated.version ?? ""}`.trimEnd(), deprecated.description);
}

/** Text that has titles or directives of its own is set in, so that they stay text. */
function atMargin(text: string): string {
  return hasMarks(text) ? setIn(text) : text;
}

function hasMarks(text: string): boolean {
  return text.split("\n").some((line) => isUnderline(line) || /^\.\.\s+deprecated::/.test(line));
}

import type { Docstring, DocstringParameter, DocstringReference, DocstringReturn } from "../docstring.ts";
import { returnText, standsBelow } from "../fields/returns.ts";
import { deprecationField, type FieldWriting, fieldOf, proseOf } from "../fields/write.ts";
import { entryOf, stacked } from "../layout.ts";
import { blankLine } from "../lines.ts";
import { typeWithNotes } from "../parameter.ts";
import { framed, isFramed } from "./frame.ts";
import { withLiteralLinks } from "./links.ts";
import { jsdocMarks } from "./marks.ts";

/** How to write JSDoc. */
export interface FormatJsdocOptions {
  /** Whether to write the comment around it: `/** … *\/`. Default: only where the text would be taken for one. */
  readonly frame?: boolean;
}

/**
 * Writes JSDoc. A section whose title no tag may have is `@section title`.
 *
 * What it can't say: the name of a return without a type.
 */
export function formatJsdoc(docstring: Docstring, { frame = false }: FormatJsdocOptions = {}): string {
  const { deprecated, description, sections } = docstring;
  const tags = [
    ...(deprecated === undefined ? [] : [deprecationField("@deprecated", deprecated, writing)]),
    ...docstring.parameters.map((one) => parameterTag("@param", one)),
    ...docstring.attributes.map((one) => parameterTag("@property", one)),
    ...docstring.returns.map((one) => returnTag("@returns", one)),
    ...docstring.yields.map((one) => returnTag("@yields", one)),
    ...docstring.raises.map(({ type, description: text }) => described("@throws", type, text)),
    ...docstring.notes.map(({ text }) => fieldOf("@note", text, writing)),
    ...docstring.seeAlso.map(referenceTag),
    ...sections.map(({ title, text }) => sectionTag(title, text)),
    ...docstring.examples.map(({ text }) => fieldOf("@example", text, exampleWriting)),
  ];
  const text = stacked([proseOf(description, writing), tags.join("\n")]);
  return frame || isFramed(text) ? framed(text) : text;
}

const exampleWriting: FieldWriting = { marks: jsdocMarks, columns: 2 };
const writing: FieldWriting = { ...exampleWriting, literal: withLiteralLinks };

function parameterTag(tag: string, one: DocstringParameter): string {
  const { type, stars, optional } = one;
  const isRest = stars === "*";
  const braces = type === undefined ? "" : ` {${isRest ? "..." : ""}${type}}`;
  const mark = type === undefined && isRest ? "..." : stars === "**" ? "**" : "";
  const isSaid = !typeWithNotes({ ...one, type: "" }).includes("default:");
  const value = one.default === undefined || isSaid ? "" : `=${one.default}`;
  const name = `${mark}${one.name}${value}`;
  const note = optional === false ? " (required)" : "";
  const isBracketed = optional === true || (optional === false && value !== "");
  const head = `${tag}${braces} ${isBracketed ? `[${name}]` : name}${note}`;
  return one.description === "" ? head : fieldOf(`${head} -`, one.description, writing);
}

function returnTag(tag: string, one: DocstringReturn): string {
  const { name, type } = one;
  const text = returnText(one);
  const isBelow = standsBelow(one);
  if (name !== undefined && type !== undefined) return fieldOf(`${tag} ${name} (${type}):`, text, writing, isBelow);
  return described(tag, type ?? "", text, isBelow);
}

/** A dash stands before a text that would be read as something else. */
function described(tag: string, type: string, text: string, isBelow = false): string {
  const head = type === "" ? tag : `${tag} {${type}}`;
  const needsDash = /^(?:[-–—:{]|\p{Lu}[\p{L}\p{N}_.]*(?:Error|Exception)(?![\p{L}\p{N}_.]))/u.test(text);
  return fieldOf(needsDash && !isBelow ? `${head} -` : head, text, writing, isBelow);
}

function referenceTag({ name, description }: DocstringReference): string {
  if (name === "") return fieldOf("@see", entryOf("-", description), writing, true);
  const isLink = /[,`]/.test(name) && !/[{}|]/.test(name);
  if (isLink) return fieldOf(`@see {@link ${name}}${description === "" ? "" : " -"}`, description, writing);
  if (description === "") return `@see ${name}${name.endsWith(":") ? ":" : ""}`;
  return fieldOf(`@see ${name} -`, description, writing);
}

function sectionTag(title: string, text: string): string {
  const read = jsdocMarks.headIn({ ...blankLine, text: `@${title}` });
  if (read?.kind === "section" && read.tag === title && title !== "") return fieldOf(`@${title}`, text, writing);
  return fieldOf(title === "" ? "@section" : `@section ${title}`, text, writing, true);
}

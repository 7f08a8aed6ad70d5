import type { Docstring, DocstringParameter, DocstringReference, DocstringReturn } from "../docstring.ts";
import { escapeProse, type FieldLayout, formatDeprecationField, formatField } from "../fields/format-field.ts";
import { formatEntry, joinBlocks } from "../layout.ts";
import { blankLine } from "../lines.ts";
import { typeWithNotes } from "../parameter.ts";
import { formatReturnText, mustStartBelow } from "../return-entries.ts";
import { looksLikeComment, wrapInComment } from "./comment-frame.ts";
import { escapeLinks } from "./links.ts";
import { jsdocSyntax } from "./tags.ts";

/** How to write JSDoc. */
interface FormatJsdocOptions {
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
    ...(deprecated === undefined ? [] : [formatDeprecationField("@deprecated", deprecated, tagLayout)]),
    ...docstring.parameters.map((one) => formatParamTag("@param", one)),
    ...docstring.attributes.map((one) => formatParamTag("@property", one)),
    ...docstring.returns.map((one) => formatReturnsTag("@returns", one)),
    ...docstring.yields.map((one) => formatReturnsTag("@yields", one)),
    ...docstring.raises.map(({ type, description: text }) => formatTypedTag("@throws", type, text)),
    ...docstring.notes.map(({ text }) => formatField("@note", text, tagLayout)),
    ...docstring.seeAlso.map(formatSeeTag),
    ...sections.map(({ title, text }) => formatSectionTag(title, text)),
    ...docstring.examples.map(({ text }) => formatField("@example", text, exampleLayout)),
  ];
  const text = joinBlocks([escapeProse(description, tagLayout), tags.join("\n")]);
  return frame || looksLikeComment(text) ? wrapInComment(text) : text;
}

const exampleLayout: FieldLayout = { syntax: jsdocSyntax, columns: 2 };
const tagLayout: FieldLayout = { ...exampleLayout, escapeLine: escapeLinks };

function formatParamTag(tag: string, one: DocstringParameter): string {
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
  return one.description === "" ? head : formatField(`${head} -`, one.description, tagLayout);
}

function formatReturnsTag(tag: string, one: DocstringReturn): string {
  const { name, type } = one;
  const text = formatReturnText(one);
  const isBelow = mustStartBelow(one);
  if (name !== undefined && type !== undefined)
    return formatField(`${tag} ${name} (${type}):`, text, tagLayout, isBelow);
  return formatTypedTag(tag, type ?? "", text, isBelow);
}

/** A dash stands before a text that would be read as something else. */
function formatTypedTag(tag: string, type: string, text: string, isBelow = false): string {
  const head = type === "" ? tag : `${tag} {${type}}`;
  const needsDash = /^(?:[-–—:{]|\p{Lu}[\p{L}\p{N}_.]*(?:Error|Exception)(?![\p{L}\p{N}_.]))/u.test(text);
  return formatField(needsDash && !isBelow ? `${head} -` : head, text, tagLayout, isBelow);
}

function formatSeeTag({ name, description }: DocstringReference): string {
  if (name === "") return formatField("@see", formatEntry("-", description), tagLayout, true);
  const isLink = /[,`]/.test(name) && !/[{}|]/.test(name);
  if (isLink) return formatField(`@see {@link ${name}}${description === "" ? "" : " -"}`, description, tagLayout);
  if (description === "") return `@see ${name}${name.endsWith(":") ? ":" : ""}`;
  return formatField(`@see ${name} -`, description, tagLayout);
}

function formatSectionTag(title: string, text: string): string {
  const read = jsdocSyntax.readHead({ ...blankLine, text: `@${title}` });
  if (read?.kind === "section" && read.tag === title && title !== "") return formatField(`@${title}`, text, tagLayout);
  return formatField(title === "" ? "@section" : `@section ${title}`, text, tagLayout, true);
}

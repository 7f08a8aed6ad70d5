/** Writes a docstring as JSDoc tags. */
import type { Docstring, DocstringParameter, DocstringReference, DocstringReturn } from "../docstring.ts";
import { escapeDescription, type FieldLayout, formatDeprecationField, formatField } from "../fields/format-field.ts";
import { formatEntry, joinBlocks } from "../layout.ts";
import { blankLine } from "../lines.ts";
import { flattenParameters } from "../nested-parameters.ts";
import { typeWithNotes } from "../parameter.ts";
import { formatReturnText, mustStartBelow } from "../return-entries.ts";
import { looksLikeComment, wrapInComment } from "./comment-frame.ts";
import { escapeLinks } from "./links.ts";
import { jsdocSyntax } from "./tags.ts";

/** Options of `formatJsdoc`. */
interface FormatJsdocOptions {
  /** Whether to wrap the text in `/** … *\/`. Default `false`, except for text that would be parsed as a comment. */
  readonly frame?: boolean;
}

/**
 * Writes JSDoc. A section whose title can't be a tag is written as `@section title`.
 *
 * It can't represent the name of a return without a type.
 */
export function formatJsdoc(docstring: Docstring, { frame = false }: FormatJsdocOptions = {}): string {
  const { deprecated, description, sections } = docstring;
  const tags = [
    ...(deprecated === undefined ? [] : [formatDeprecationField("@deprecated", deprecated, tagLayout)]),
    ...flattenParameters(docstring.parameters).map((one) => formatParamTag("@param", one)),
    ...docstring.attributes.map((one) => formatParamTag("@property", one)),
    ...docstring.returns.map((one) => formatReturnsTag("@returns", one)),
    ...docstring.yields.map((one) => formatReturnsTag("@yields", one)),
    ...docstring.raises.map(({ type, description: text }) => formatTypedTag("@throws", type, text)),
    ...docstring.notes.map(({ text }) => formatField("@note", text, tagLayout)),
    ...docstring.seeAlso.map(formatSeeTag),
    ...sections.map(({ title, text }) => formatSectionTag(title, text)),
    ...docstring.examples.map(({ text }) => formatField("@example", text, exampleLayout)),
  ];
  const text = joinBlocks([escapeDescription(description, tagLayout), tags.join("\n")]);
  return frame || looksLikeComment(text) ? wrapInComment(text) : text;
}

const exampleLayout: FieldLayout = { syntax: jsdocSyntax, columns: 2 };
const tagLayout: FieldLayout = { ...exampleLayout, escapeLine: escapeLinks };

/** Writes `@param {number} [x=3] - text`. */
function formatParamTag(tag: string, one: DocstringParameter): string {
  const { type, stars, optional } = one;
  const isRest = stars === "*";
  const braces = type === undefined ? "" : ` {${isRest ? "..." : ""}${type}}`;
  const starsPrefix = type === undefined && isRest ? "..." : stars === "**" ? "**" : "";
  const isInDescription = !typeWithNotes({ ...one, type: "" }).includes("default:");
  const value = one.default === undefined || isInDescription ? "" : `=${one.default}`;
  const name = `${starsPrefix}${one.name}${value}`;
  const note = optional === false ? " (required)" : "";
  const isBracketed = optional === true || (optional === false && value !== "");
  const head = `${tag}${braces} ${isBracketed ? `[${name}]` : name}${note}`;
  return one.description === "" ? head : formatField(`${head} -`, one.description, tagLayout);
}

/** Writes `@returns {number} text`. */
function formatReturnsTag(tag: string, one: DocstringReturn): string {
  const { name, type } = one;
  const text = formatReturnText(one);
  const isBelow = mustStartBelow(one);
  if (name !== undefined && type !== undefined)
    return formatField(`${tag} ${name} (${type}):`, text, tagLayout, isBelow);
  return formatTypedTag(tag, type ?? "", text, isBelow);
}

/** Writes a tag with a type in braces. A dash precedes a text that would be parsed as something else. */
function formatTypedTag(tag: string, type: string, text: string, isBelow = false): string {
  const head = type === "" ? tag : `${tag} {${type}}`;
  const needsDash = /^(?:[-–—:{]|\p{Lu}[\p{L}\p{N}_.]*(?:Error|Exception)(?![\p{L}\p{N}_.]))/u.test(text);
  return formatField(needsDash && !isBelow ? `${head} -` : head, text, tagLayout, isBelow);
}

/** Writes a `@see` tag. */
function formatSeeTag({ name, description }: DocstringReference): string {
  if (name === "") return formatField("@see", formatEntry("-", description), tagLayout, true);
  const isLink = /[,`]/.test(name) && !/[{}|]/.test(name);
  if (isLink) return formatField(`@see {@link ${name}}${description === "" ? "" : " -"}`, description, tagLayout);
  if (description === "") return `@see ${name}${name.endsWith(":") ? ":" : ""}`;
  return formatField(`@see ${name} -`, description, tagLayout);
}

/** Writes a section as a tag with its title, or as `@section title`. */
function formatSectionTag(title: string, text: string): string {
  const read = jsdocSyntax.readHead({ ...blankLine, text: `@${title}` });
  if (read?.kind === "section" && read.tag === title && title !== "") return formatField(`@${title}`, text, tagLayout);
  return formatField(title === "" ? "@section" : `@section ${title}`, text, tagLayout, true);
}

import type { Docstring } from "./docstring.ts";
import type { FieldSyntax } from "./fields/field.ts";
import { readFieldHead } from "./fields/field-head.ts";
import { type FieldStyle, formatFields, formatReference, formatSections } from "./fields/format.ts";
import { escapeDescription, formatDeprecationField, formatField } from "./fields/format-field.ts";
import { parseFields } from "./fields.ts";
import { joinBlocks } from "./layout.ts";
import type { Line } from "./lines.ts";

/**
 * Parses Epytext: `@param x: text`, `@type x: int`, `@return: text`, `@rtype: int`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseEpydoc(lines: readonly Line[]): Docstring {
  return parseFields("epydoc", lines, epydocSyntax, stripEpytextMarkup);
}

/**
 * Writes Epytext. A section whose title can't be a tag is written as `@section title:`.
 *
 * It can't represent the name of a return without a type.
 */
export function formatEpydoc(docstring: Docstring): string {
  const { deprecated, description, notes, sections, seeAlso } = docstring;
  const fields = [
    ...(deprecated === undefined ? [] : [formatDeprecationField("@deprecated:", deprecated, epydocStyle)]),
    ...formatFields(docstring, epydocStyle),
    ...notes.map(({ text }) => formatField("@note:", text, epydocStyle)),
    ...seeAlso.map((one) => formatField("@see:", formatReference(one), epydocStyle)),
  ];
  const blocks = formatSections(sections, epydocStyle, fields.length > 0);
  return joinBlocks([escapeDescription(description, epydocStyle), fields.join("\n"), ...blocks]);
}

/** The syntax of fields in Epytext. */
const epydocSyntax: FieldSyntax = {
  startPattern: /@|```/y,
  readHead: (line) => readFieldHead(line, /^@([\p{L}_][\p{L}\p{N}_-]*)(?=[\s:])/u),
  endsAtParagraph: true,
  extraIndent: 0,
};

/** The style of fields in Epytext. */
const epydocStyle: FieldStyle = {
  syntax: epydocSyntax,
  columns: 4,
  formatHead: (tag, argument = "") => `@${argument === "" ? tag : `${tag} ${argument}`}:`,
  tags: {
    parameter: "param",
    parameterType: "type",
    attribute: "ivar",
    attributeType: "type",
    returns: "return",
    returnsType: "rtype",
    yields: "yield",
    yieldsType: "ytype",
    raises: "raise",
    examples: "example",
    notes: "note",
    seeAlso: "see",
    deprecated: "deprecated",
  },
  starEscape: "",
  inlineTypes: false,
};

/** A longer type keeps its markup, which keeps the work linear. */
const maxTypeLength = 1000;

/** Removes Epytext markup from a type: `L{Foo}` and `C{int}` become `Foo` and `int`. */
function stripEpytextMarkup(type: string): string {
  if (type.length > maxTypeLength) return type;
  const plain = type.replace(/(?<![\p{L}\p{N}_}])[BCILM]\{([^{}]*)\}(?!\{)/gu, "$1");
  return plain === type ? type : stripEpytextMarkup(plain);
}

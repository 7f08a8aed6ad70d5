import { readDirectiveVersion } from "./deprecation.ts";
import type { Docstring, DocstringReference } from "./docstring.ts";
import type { FieldHead, FieldKind, FieldSyntax } from "./fields/field.ts";
import { readFieldHead } from "./fields/field-head.ts";
import { type FieldStyle, formatFields, formatReference, formatSections } from "./fields/format.ts";
import { escapeDescription, formatField } from "./fields/format-field.ts";
import { parseFields } from "./fields.ts";
import { joinBlocks } from "./layout.ts";
import { blankLine, type Line, restOfLine, sliceLine } from "./lines.ts";
import { sectionKind } from "./section-titles.ts";

/**
 * Parses reStructuredText with Sphinx fields: `:param int x: text`, `:type x: int`, `:returns:`, and directives such
 * as `.. note::`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseRest(lines: readonly Line[]): Docstring {
  return parseFields("rest", lines, restSyntax, (type) => type);
}

/**
 * Writes reStructuredText with Sphinx fields. A section whose title can't be a tag is written as `:section title:`, or
 * else as a rubric.
 *
 * It can't represent the name of a return without a type.
 */
export function formatRest(docstring: Docstring): string {
  const { deprecated, description, notes, sections, seeAlso } = docstring;
  const fields = formatFields(docstring, restStyle);
  return joinBlocks([
    escapeDescription(description, restStyle),
    deprecated === undefined ? "" : formatDeprecation(deprecated),
    fields.join("\n"),
    ...notes.map(({ text }) => formatField(".. note::", text, restStyle)),
    ...formatSeeAlso(seeAlso).map((text) => formatField(".. seealso::", text, restStyle, true)),
    ...formatSections(sections, restStyle, fields.length > 0),
  ]);
}

/** Writes a `.. deprecated::` directive. */
function formatDeprecation({ version, description }: NonNullable<Docstring["deprecated"]>): string {
  return formatField(
    version === undefined ? ".. deprecated::" : `.. deprecated:: ${version}`,
    description,
    restStyle,
    true,
  );
}

/**
 * The references as one text, or as one text each if an entry contains what may be a code fence: the fence would
 * include the next entry.
 */
function formatSeeAlso(references: readonly DocstringReference[]): readonly string[] {
  const entries = references.map(formatReference);
  return entries.length === 0 || entries.some((entry) => /^\s*```/m.test(entry)) ? entries : [entries.join("\n")];
}

/** The syntax of fields and directives in reStructuredText. */
export const restSyntax: FieldSyntax = {
  startPattern: /:|\.\. |```/y,
  readHead: (line) => readDirectiveHead(line) ?? readFieldHead(line, /^:([\p{L}_][\p{L}\p{N}_-]*)(?=[\s:])/u),
  endsAtParagraph: true,
  extraIndent: 0,
};

/** The style of fields in reStructuredText. */
const restStyle: FieldStyle = {
  syntax: restSyntax,
  columns: 4,
  formatHead: (tag, argument = "") =>
    argument === "" && sectionDirectives.has(tag) ? `.. ${tag}::` : `:${argument === "" ? tag : `${tag} ${argument}`}:`,
  tags: {
    parameter: "param",
    parameterType: "type",
    attribute: "var",
    attributeType: "vartype",
    returns: "returns",
    returnsType: "rtype",
    yields: "yields",
    yieldsType: "ytype",
    raises: "raises",
    examples: "example",
    notes: "note",
    seeAlso: "seealso",
    deprecated: "deprecated",
  },
  starEscape: "\\",
  inlineTypes: true,
  formatRubric: (title) => `.. rubric:: ${title}`,
};

/** Directives that are notes, references or deprecation notices. */
const kindByDirective: ReadonlyMap<string, FieldKind> = new Map([
  ["note", "notes"],
  ["seealso", "seeAlso"],
  ["deprecated", "deprecated"],
]);

/** Directives whose text becomes a section titled with their name. */
const sectionDirectives: ReadonlySet<string> = new Set(
  "attention caution danger error hint important tip todo warning versionadded versionchanged".split(" "),
);

/** Reads `.. note:: text`. Other directives, such as `.. code-block::`, are part of the text around them. */
function readDirectiveHead(line: Line): FieldHead | undefined {
  const match = /^\.\. ([\w-]{1,40})::(?=\s|$)/.exec(line.text);
  if (match === null) return undefined;
  const [prefix, tag = ""] = match;
  const rest = restOfLine(line, prefix.length);
  if (tag === "rubric") return rest.text === "" ? undefined : readRubricHead(rest);
  const kind = kindByDirective.get(tag) ?? (sectionDirectives.has(tag) ? "section" : undefined);
  if (kind === undefined) return undefined;
  const { version = "", end = 0 } = (kind === "deprecated" ? readDirectiveVersion(rest.text) : undefined) ?? {};
  return {
    kind,
    tag,
    argument: sliceLine(rest, 0, version.length),
    rest: restOfLine(rest, end),
    continuesDescription: true,
  };
}

/** Reads `.. rubric:: Title`, a title above unindented text. */
function readRubricHead(title: Line): FieldHead {
  const kind = sectionKind(title.text);
  const isText = kind === "examples" || kind === "notes" || kind === "seeAlso";
  return {
    kind: isText ? kind : "section",
    tag: title.text,
    argument: blankLine,
    rest: blankLine,
    lastsUntilNextField: true,
  };
}

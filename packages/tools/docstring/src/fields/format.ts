/** Writes the fields that reStructuredText and Epytext share: parameters, returns, errors, examples, sections. */
import type {
  Docstring,
  DocstringParameter,
  DocstringReference,
  DocstringReturn,
  DocstringSection,
} from "../docstring.ts";
import { formatEntry, joinBlocks } from "../layout.ts";
import { blankLine, type Line } from "../lines.ts";
import { flattenParameters } from "../nested-parameters.ts";
import { typeWithNotes } from "../parameter.ts";
import { formatReturnText, mustStartBelow } from "../return-entries.ts";
import type { FieldKind } from "./field.ts";
import { readArgument } from "./field-head.ts";
import { escapeDescription, type FieldLayout, formatField } from "./format-field.ts";

/** The style of a docstring with a list of fields. */
export interface FieldStyle extends FieldLayout {
  /** Writes the head of a field: `:param x:`. */
  readonly formatHead: (tag: string, argument?: string) => string;
  /** The tag of each kind of field. */
  readonly tags: Readonly<Record<Exclude<FieldKind, "description" | "section">, string>>;
  /** The text before each star of a name. */
  readonly starEscape: string;
  /** Whether a type can precede the name: `:param int x:`. */
  readonly inlineTypes: boolean;
  /** Writes a title above unindented text, for titles that no field can have. */
  readonly formatRubric?: (title: string) => string;
}

/** Writes the fields for parameters, attributes, returns, yields, errors and examples. */
export function formatFields(docstring: Docstring, style: FieldStyle): readonly string[] {
  return [
    ...flattenParameters(docstring.parameters).map((one) => formatParameterField("parameter", one, style)),
    ...docstring.attributes.map((one) => formatParameterField("attribute", one, style)),
    ...formatReturnFields("returns", docstring.returns, style),
    ...formatReturnFields("yields", docstring.yields, style),
    ...docstring.raises.map(({ type, description }) =>
      formatField(style.formatHead(style.tags.raises, type), description, style),
    ),
    ...docstring.examples.map(({ text }) => formatField(style.formatHead(style.tags.examples), text, style)),
  ];
}

/** Writes an entry of a "See also". */
export function formatReference({ name, description }: DocstringReference): string {
  if (name === "") return formatEntry("-", description);
  return description === "" && !name.endsWith(":") ? name : formatEntry(`${name}:`, description);
}

/**
 * Writes sections with their titles as tags. Text without a title becomes a paragraph if a field precedes it.
 *
 * @param hasFields - whether a field precedes the sections
 */
export function formatSections(
  sections: readonly DocstringSection[],
  style: FieldStyle,
  hasFields: boolean,
): readonly string[] {
  const blocks: string[] = [];
  let followsField = hasFields;
  /** Whether the last block is text that a further paragraph would continue. */
  let isText = false;
  for (const { title, text } of sections) {
    if (title === "" && followsField && !isText && /^\S/.test(text)) {
      blocks.push(escapeDescription(text, style));
      isText = true;
      continue;
    }
    const head = sectionHead(title, style);
    if (head === undefined && style.formatRubric !== undefined) {
      blocks.push(joinBlocks([style.formatRubric(title), escapeDescription(text, style)]));
      isText = true;
      followsField = true;
      continue;
    }
    blocks.push(formatField(head ?? style.formatHead("section", title), text, style));
    isText = false;
    followsField ||= style.syntax.readHead(toLine(head ?? ""))?.continuesDescription !== true;
  }
  return blocks;
}

/** The head of a field that is read as a section with this title: `@title:` or `@section title:`; `undefined` if neither is. */
function sectionHead(title: string, style: FieldStyle): string | undefined {
  return [style.formatHead(title), style.formatHead("section", title)].find((head) => {
    const read = style.syntax.readHead(toLine(head));
    return read?.kind === "section" && read.tag === title && read.rest.text === "";
  });
}

/** Writes `:param int x: text`, with a separate `:type x:` field if the type can't precede the name. */
function formatParameterField(kind: "parameter" | "attribute", one: DocstringParameter, style: FieldStyle): string {
  const { formatHead, tags } = style;
  const name = `${(one.stars ?? "").replaceAll("*", `${style.starEscape}*`)}${one.name}`;
  const type = typeWithNotes(one);
  if (type === "") return formatField(formatHead(tags[kind], name), one.description, style);
  if (style.inlineTypes && canPrecedeName(type, name)) {
    return formatField(formatHead(tags[kind], `${type} ${name}`), one.description, style);
  }
  const field = formatField(formatHead(tags[kind], name), one.description, style);
  return `${field}\n${formatHead(tags[kind === "parameter" ? "parameterType" : "attributeType"], one.name)} ${type}`;
}

/** Whether a type is parsed as a type when it precedes the name. */
function canPrecedeName(type: string, name: string): boolean {
  if (!/^[^\s:`,?]+$/.test(type)) return false;
  const { type: read, names } = readArgument({ kind: "parameter", argument: toLine(`${type} ${name}`) });
  return read?.text === type && names.length === 1;
}

/** Writes `:returns: text` and `:rtype: int` for each return. */
function formatReturnFields(
  kind: "returns" | "yields",
  returns: readonly DocstringReturn[],
  { formatHead, tags, ...style }: FieldStyle,
): readonly string[] {
  return returns.map((one) => {
    const { name, type } = one;
    const text = formatReturnText(one);
    const isBelow = mustStartBelow(one);
    if (name !== undefined && type !== undefined) {
      return formatField(`${formatHead(tags[kind])} ${name} (${type}):`, text, style, isBelow);
    }
    const typeField = type === undefined ? "" : `${formatHead(tags[`${kind}Type`])} ${type}`;
    if (text === "" && returns.length === 1) return typeField;
    const field = formatField(formatHead(tags[kind]), text, style, isBelow);
    return typeField === "" ? field : `${field}\n${typeField}`;
  });
}

/** A text as an unindented line. */
function toLine(text: string): Line {
  return { ...blankLine, text };
}

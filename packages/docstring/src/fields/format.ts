import type {
  Docstring,
  DocstringParameter,
  DocstringReference,
  DocstringReturn,
  DocstringSection,
} from "../docstring.ts";
import { entryOf, stacked } from "../layout.ts";
import { blankLine, type Line } from "../lines.ts";
import { typeWithNotes } from "../parameter.ts";
import { argumentOf } from "./argument.ts";
import type { FieldKind } from "./field.ts";
import { returnText, standsBelow } from "./returns.ts";
import { type FieldWriting, fieldOf, proseOf } from "./write.ts";

/** How a style with a list of fields is written. */
export interface FieldStyle extends FieldWriting {
  /** The mark of a field: `:param x:`. */
  readonly head: (tag: string, argument?: string) => string;
  readonly tags: Readonly<Record<Exclude<FieldKind, "prose" | "section">, string>>;
  /** Before each star of a name. */
  readonly star: string;
  /** Whether a type may stand before the name. */
  readonly inlineTypes: boolean;
  /** A title above text at the margin, for titles that no field can have. */
  readonly rubric?: (title: string) => string;
}

/** The fields for parameters, attributes, returns, yields, errors and examples, one a line or more. */
export function fieldsOf(docstring: Docstring, style: FieldStyle): readonly string[] {
  return [
    ...docstring.parameters.map((one) => parameterField("parameter", one, style)),
    ...docstring.attributes.map((one) => parameterField("attribute", one, style)),
    ...returnFields("returns", docstring.returns, style),
    ...returnFields("yields", docstring.yields, style),
    ...docstring.raises.map(({ type, description }) =>
      fieldOf(style.head(style.tags.raises, type), description, style),
    ),
    ...docstring.examples.map(({ text }) => fieldOf(style.head(style.tags.examples), text, style)),
  ];
}

/** An entry of a "See also". */
export function referenceText({ name, description }: DocstringReference): string {
  if (name === "") return entryOf("-", description);
  return description === "" && !name.endsWith(":") ? name : entryOf(`${name}:`, description);
}

/**
 * Sections with their titles as tags. Text without a title is a paragraph, where a field stands before it.
 *
 * @param hasFields - whether one does
 */
export function sectionBlocks(
  sections: readonly DocstringSection[],
  style: FieldStyle,
  hasFields: boolean,
): readonly string[] {
  let hasField = hasFields;
  let isOpen = false;
  return sections.map(({ title, text }) => {
    if (title === "" && hasField && !isOpen && /^\S/.test(text)) {
      isOpen = true;
      return proseOf(text, style);
    }
    const head = [style.head(title), style.head("section", title)].find((one) => {
      const read = style.marks.headIn(lineOf(one));
      return read?.kind === "section" && read.tag === title && read.rest.text === "";
    });
    isOpen = head === undefined && style.rubric !== undefined;
    if (isOpen) hasField = true;
    if (head === undefined && style.rubric !== undefined) return stacked([style.rubric(title), proseOf(text, style)]);
    hasField ||= style.marks.headIn(lineOf(head ?? ""))?.aside !== true;
    return fieldOf(head ?? style.head("section", title), text, style);
  });
}

function parameterField(kind: "parameter" | "attribute", one: DocstringParameter, style: FieldStyle): string {
  const { head, tags } = style;
  const name = `${(one.stars ?? "").replaceAll("*", `${style.star}*`)}${one.name}`;
  const type = typeWithNotes(one);
  if (type === "") return fieldOf(head(tags[kind], name), one.description, style);
  if (style.inlineTypes && standsBefore(type, name)) {
    return fieldOf(head(tags[kind], `${type} ${name}`), one.description, style);
  }
  const field = fieldOf(head(tags[kind], name), one.description, style);
  return `${field}\n${head(tags[kind === "parameter" ? "parameterType" : "attributeType"], one.name)} ${type}`;
}

/** Whether a type is one word that is read back from before a name. */
function standsBefore(type: string, name: string): boolean {
  if (!/^[^\s:`,?]+$/.test(type)) return false;
  const { type: read, names } = argumentOf({ kind: "parameter", argument: lineOf(`${type} ${name}`) });
  return read?.text === type && names.length === 1;
}

function returnFields(
  kind: "returns" | "yields",
  returns: readonly DocstringReturn[],
  { head, tags, ...style }: FieldStyle,
): readonly string[] {
  return returns.map((one) => {
    const { name, type } = one;
    const text = returnText(one);
    const isBelow = standsBelow(one);
    if (name !== undefined && type !== undefined) {
      return fieldOf(`${head(tags[kind])} ${name} (${type}):`, text, style, isBelow);
    }
    const typeField = type === undefined ? "" : `${head(tags[`${kind}Type`])} ${type}`;
    if (text === "" && returns.length === 1) return typeField;
    const field = fieldOf(head(tags[kind]), text, style, isBelow);
    return typeField === "" ? field : `${field}\n${typeField}`;
  });
}

function lineOf(text: string): Line {
  return { ...blankLine, text };
}

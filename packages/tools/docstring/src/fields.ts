import { buildDocstring, type DocstringParts } from "./build-docstring.ts";
import { readDeprecationField } from "./deprecation.ts";
import type { Docstring, DocstringStyle } from "./docstring.ts";
import { attachTypes, type TypedField } from "./fields/attach-types.ts";
import type { Field, FieldSyntax } from "./fields/field.ts";
import { splitFields } from "./fields/split-fields.ts";
import { blankLine, dedentLines, joinLines, type Line, rangeOfLines } from "./lines.ts";
import { createParameter } from "./parameter.ts";
import { readReturnField } from "./return-entries.ts";
import { readReferences } from "./see-also.ts";
import { splitTypeNotes, stripTypeMarkup, type TypeNotes } from "./type-annotation.ts";
import { withoutUndefined } from "./without-undefined.ts";

/**
 * Parses a docstring that consists of a description and a list of fields, such as `:param x: text` or `@param x:
 * text`.
 *
 * @param syntax - how the style marks its fields
 * @param stripStyleMarkup - removes the style's own markup from a type
 */
export function parseFields(
  style: DocstringStyle,
  lines: readonly Line[],
  syntax: FieldSyntax,
  stripStyleMarkup: (type: string) => string,
): Docstring {
  const { description, fields } = splitFields(lines, syntax);
  const isSummary = (field: Field): boolean => field.kind === "description";
  const summary = fields.filter(isSummary).flatMap(({ rest, body }) => [...dedentLines([rest, ...body]), blankLine]);
  const others = attachTypes(fields.filter((field) => !isSummary(field)));
  const parts = others.map((field) => readField(field, stripStyleMarkup));
  const { descriptionRange: _, ...docstring } = buildDocstring(style, [...summary, ...description], parts);
  const { range } = rangeOfLines([...description, ...summary]);
  return { ...docstring, ...withoutUndefined({ descriptionRange: range }) };
}

/** Converts a field to docstring parts. */
function readField(
  { field, argument, type, typeRange }: TypedField,
  stripStyleMarkup: (type: string) => string,
): DocstringParts {
  const { kind, rest, body, allLines } = field;
  const text = joinLines(body, rest);
  const place = rangeOfLines(allLines);
  const plain = type === undefined ? undefined : stripFieldTypeMarkup(type, stripStyleMarkup);
  switch (kind) {
    case "parameter":
    case "attribute": {
      const notes = type === undefined ? undefined : readFieldType(type, stripStyleMarkup);
      const about = { type: notes, typeRange, description: text, ...place };
      return { [`${kind}s`]: argument.names.map((name) => createParameter(name, about)) };
    }
    case "returns":
    case "yields":
      return { [kind]: readReturnField(rest, body, plain).map((one) => ({ ...one, ...place })) };
    case "raises":
      return { raises: [{ type: plain ?? "", description: text, ...place }] };
    case "examples":
    case "notes":
      return text === "" ? {} : { [kind]: [{ text, ...place }] };
    case "seeAlso":
      return {
        seeAlso: readReferences([rest, ...body]).map((one) => ({
          ...one,
          name: stripFieldTypeMarkup(one.name, stripStyleMarkup),
        })),
      };
    case "deprecated":
      return { deprecated: { ...readDeprecationField(field, body), ...place } };
    default:
      return { sections: field.tag === "" && text === "" ? [] : [{ title: field.tag, text, ...place }] };
  }
}

/** In a longer type only the outermost markup and notes are removed, which keeps the work linear. */
const maxNestedTypeLength = 1000;

/**
 * Reads a type without markup and splits its notes, nested ones included, so that the type is unchanged when it is
 * written and parsed again.
 */
function readFieldType(text: string, stripStyleMarkup: (type: string) => string): TypeNotes {
  const { type = "", ...notes } = splitTypeNotes(stripStyleMarkup(stripTypeMarkup(text)));
  if (type === "") return notes;
  if (type === text || text.length > maxNestedTypeLength) return { type, ...notes };
  return { ...readFieldType(type, stripStyleMarkup), ...notes };
}

/** Removes nested markup from a type and keeps notes such as `optional`, which have no meaning for a return. */
function stripFieldTypeMarkup(text: string, stripStyleMarkup: (type: string) => string): string {
  const type = stripStyleMarkup(stripTypeMarkup(text));
  return type === text || text.length > maxNestedTypeLength ? type : stripFieldTypeMarkup(type, stripStyleMarkup);
}

import type { Docstring, DocstringStyle } from "../docstring.ts";
import { type Contents, docstringOf } from "../docstring-of.ts";
import { blankLine, dedented, type Line, located, textOf } from "../lines.ts";
import { parameterOf } from "../parameter.ts";
import { referencesIn } from "../references.ts";
import { deprecationOf } from "./deprecation.ts";
import type { Field, FieldMarks } from "./field.ts";
import { returnsIn } from "./returns.ts";
import { splitFields } from "./split.ts";
import { fieldType, plainFieldType } from "./type.ts";
import { type TypedField, typedFields } from "./typed.ts";

/**
 * Reads a docstring with a list of fields.
 *
 * @param typeIn - takes the style's own mark-up from a type
 */
export function parseFields(
  style: DocstringStyle,
  lines: readonly Line[],
  marks: FieldMarks,
  typeIn: (type: string) => string,
): Docstring {
  const { prose, fields } = splitFields(lines, marks);
  const isSummary = (field: Field): boolean => field.kind === "prose";
  const summary = fields.filter(isSummary).flatMap(({ rest, body }) => [...dedented([rest, ...body]), blankLine]);
  const others = typedFields(fields.filter((field) => !isSummary(field)));
  const parts = others.map((field) => contentsOf(field, typeIn));
  const { descriptionRange: _, ...docstring } = docstringOf(style, [...summary, ...prose], parts);
  const { range } = located([...prose, ...summary]);
  return { ...docstring, ...(range !== undefined && { descriptionRange: range }) };
}

function contentsOf({ field, argument, type, typeRange }: TypedField, typeIn: (type: string) => string): Contents {
  const { kind, rest, body, whole } = field;
  const text = textOf(body, rest);
  const place = located(whole);
  const plain = type === undefined ? undefined : plainFieldType(type, typeIn);
  switch (kind) {
    case "parameter":
    case "attribute": {
      const notes = type === undefined ? undefined : fieldType(type, typeIn);
      const about = { type: notes, typeRange, description: text, ...place };
      return { [`${kind}s`]: argument.names.map((name) => parameterOf(name, about)) };
    }
    case "returns":
    case "yields":
      return { [kind]: returnsIn(rest, body, plain).map((one) => ({ ...one, ...place })) };
    case "raises":
      return { raises: [{ type: plain ?? "", description: text, ...place }] };
    case "examples":
    case "notes":
      return text === "" ? {} : { [kind]: [{ text, ...place }] };
    case "seeAlso":
      return {
        seeAlso: referencesIn([rest, ...body]).map((one) => ({ ...one, name: plainFieldType(one.name, typeIn) })),
      };
    case "deprecated":
      return { deprecated: { ...deprecationOf(field, body), ...place } };
    default:
      return { sections: field.tag === "" && text === "" ? [] : [{ title: field.tag, text, ...place }] };
  }
}

import type { Docstring, DocstringReference } from "../docstring.ts";
import { type FieldStyle, fieldsOf, referenceText, sectionBlocks } from "../fields/format.ts";
import { fieldOf, proseOf } from "../fields/write.ts";
import { stacked } from "../layout.ts";
import { restMarks, titledDirectives } from "./marks.ts";

/**
 * Writes reStructuredText with Sphinx's fields. A section whose title no field may have is `:section title:`.
 *
 * What it can't say: the name of a return without a type.
 */
export function formatRest(docstring: Docstring): string {
  const { deprecated, description, notes, sections, seeAlso } = docstring;
  const fields = fieldsOf(docstring, restStyle);
  return stacked([
    proseOf(description, restStyle),
    deprecated === undefined ? "" : deprecation(deprecated),
    fields.join("\n"),
    ...notes.map(({ text }) => fieldOf(".. note::", text, restStyle)),
    ...seeAlsoTexts(seeAlso).map((text) => fieldOf(".. seealso::", text, restStyle, true)),
    ...sectionBlocks(sections, restStyle, fields.length > 0),
  ]);
}

const restStyle: FieldStyle = {
  marks: restMarks,
  columns: 4,
  head: (tag, argument = "") =>
    argument === "" && titledDirectives.has(tag) ? `.. ${tag}::` : `:${argument === "" ? tag : `${tag} ${argument}`}:`,
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
  star: "\\",
  inlineTypes: true,
  rubric: (title) => `.. rubric:: ${title}`,
};

function deprecation({ version, description }: NonNullable<Docstring["deprecated"]>): string {
  return fieldOf(
    version === undefined ? ".. deprecated::" : `.. deprecated:: ${version}`,
    description,
    restStyle,
    true,
  );
}

/** All entries together, unless one holds what may be a fence: it would go on to the next. */
function seeAlsoTexts(references: readonly DocstringReference[]): readonly string[] {
  const entries = references.map(referenceText);
  return entries.length === 0 || entries.some((entry) => /^\s*```/m.test(entry)) ? entries : [entries.join("\n")];
}

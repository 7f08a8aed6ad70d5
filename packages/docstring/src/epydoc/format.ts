import type { Docstring } from "../docstring.ts";
import { type FieldStyle, fieldsOf, referenceText, sectionBlocks } from "../fields/format.ts";
import { deprecationField, fieldOf, proseOf } from "../fields/write.ts";
import { stacked } from "../layout.ts";
import { epydocMarks } from "./marks.ts";

/**
 * Writes Epytext. A section whose title no field may have is `@section title:`.
 *
 * What it can't say: the name of a return without a type.
 */
export function formatEpydoc(docstring: Docstring): string {
  const { deprecated, description, notes, sections, seeAlso } = docstring;
  const fields = [
    ...(deprecated === undefined ? [] : [deprecationField("@deprecated:", deprecated, epydocStyle)]),
    ...fieldsOf(docstring, epydocStyle),
    ...notes.map(({ text }) => fieldOf("@note:", text, epydocStyle)),
    ...seeAlso.map((one) => fieldOf("@see:", referenceText(one), epydocStyle)),
  ];
  const blocks = sectionBlocks(sections, epydocStyle, fields.length > 0);
  return stacked([proseOf(description, epydocStyle), fields.join("\n"), ...blocks]);
}

const epydocStyle: FieldStyle = {
  marks: epydocMarks,
  columns: 4,
  head: (tag, argument = "") => `@${argument === "" ? tag : `${tag} ${argument}`}:`,
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
  star: "",
  inlineTypes: false,
};

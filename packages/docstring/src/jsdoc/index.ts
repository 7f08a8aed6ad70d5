import type { Docstring } from "../docstring.ts";
import { type Contents, docstringOf } from "../docstring-of.ts";
import { deprecationOf } from "../fields/deprecation.ts";
import type { Field } from "../fields/field.ts";
import { splitFields } from "../fields/split.ts";
import { blankLine, dedented, type Line, located, textOf } from "../lines.ts";
import { unframed } from "./frame.ts";
import { withoutLinks } from "./links.ts";
import { jsdocMarks } from "./marks.ts";
import { parameterIn } from "./parameter.ts";
import { referenceIn } from "./reference.ts";
import { raiseIn, returnIn } from "./returns.ts";

/**
 * Reads JSDoc and TSDoc, with or without the comment around it: `@param {number} [x=3] - text`, `@param x - text`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseJsdoc(lines: readonly Line[]): Docstring {
  const { prose, fields } = splitFields(unframed(lines), jsdocMarks);
  const proseOf = (...tags: string[]): readonly Line[] =>
    fields.filter(({ kind, tag }) => kind === "prose" && tags.includes(tag)).flatMap(paragraphOf);
  const { descriptionRange: _, ...docstring } = docstringOf(
    "jsdoc",
    withoutLinks([
      ...proseOf("summary"),
      ...withoutBlankEnd(prose),
      blankLine,
      ...proseOf("description", "desc", "remarks"),
    ]),
    fields.map(contentsOf),
  );
  const { range } = located([
    ...prose,
    ...fields.filter(({ kind }) => kind === "prose").flatMap(({ body, rest }) => [rest, ...body]),
  ]);
  return { ...docstring, ...(range !== undefined && { descriptionRange: range }) };
}

function withoutBlankEnd(lines: readonly Line[]): readonly Line[] {
  return lines.slice(0, lines.findLastIndex((line) => line.text !== "") + 1);
}

/** The text of a tag as a paragraph of the description. */
function paragraphOf({ rest, body }: Field): readonly Line[] {
  return [...dedented([rest, ...body]), blankLine];
}

function contentsOf(field: Field): Contents {
  const { kind, tag, rest, whole } = field;
  const [linkless = rest, ...body] = withoutLinks([rest, ...field.body]);
  const text = textOf(body, linkless);
  const place = located(whole);
  switch (kind) {
    case "parameter":
    case "attribute": {
      const parameter = parameterIn(rest, field.body);
      if (parameter !== undefined) return { [`${kind}s`]: [{ ...parameter, ...place }] };
      break;
    }
    case "returns":
    case "yields":
      return { [kind]: returnIn(rest, field.body).map((one) => ({ ...one, ...place })) };
    case "raises":
      return { raises: [{ ...raiseIn(rest, field.body), ...place }] };
    case "examples":
      return textOf(field.body, rest) === ""
        ? {}
        : { examples: [{ text: captioned(textOf(field.body, rest)), ...place }] };
    case "notes":
      return text === "" ? {} : { notes: [{ text, ...place }] };
    case "seeAlso":
      return { seeAlso: referenceIn(rest, field.body).map((one) => ({ ...one, ...place })) };
    case "deprecated":
      return { deprecated: { ...deprecationOf({ ...field, rest: linkless }, body), ...place } };
    case "prose":
      return {};
  }
  return { sections: [{ title: tag, text, ...place }] };
}

/** The caption of an example is its first line. */
function captioned(text: string): string {
  return text
    .replace(/^<caption>([^<]+)<\/caption>[^\S\n]*\n?/, (whole, caption: string) =>
      caption.trim() === "" ? whole : `${caption.trim()}\n`,
    )
    .trimEnd();
}

import { buildDocstring, type DocstringParts } from "./build-docstring.ts";
import { readDeprecationField } from "./deprecation.ts";
import type { Docstring } from "./docstring.ts";
import type { Field } from "./fields/field.ts";
import { splitFields } from "./fields/split-fields.ts";
import { unwrapComment } from "./jsdoc/comment-frame.ts";
import { replaceLinks } from "./jsdoc/links.ts";
import { readParamTag } from "./jsdoc/parameter.ts";
import { readReturnsTag, readSeeTag, readThrowsTag } from "./jsdoc/tag-text.ts";
import { jsdocSyntax } from "./jsdoc/tags.ts";
import { blankLine, dedentLines, joinLines, type Line, rangeOfLines } from "./lines.ts";
import { nestParameters } from "./nested-parameters.ts";
import { withoutUndefined } from "./without-undefined.ts";

/**
 * Parses JSDoc and TSDoc, with or without the comment delimiters: `@param {number} [x=3] - text`, `@param x - text`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseJsdoc(lines: readonly Line[]): Docstring {
  const { description, fields } = splitFields(unwrapComment(lines), jsdocSyntax);
  const textOfTags = (...tags: string[]): readonly Line[] =>
    fields.filter(({ kind, tag }) => kind === "description" && tags.includes(tag)).flatMap(tagParagraph);
  const { descriptionRange: _, ...docstring } = buildDocstring(
    "jsdoc",
    replaceLinks([
      ...textOfTags("summary"),
      ...trimTrailingBlankLines(description),
      blankLine,
      ...textOfTags("description", "desc", "remarks"),
    ]),
    fields.map(readTagParts),
  );
  const { range } = rangeOfLines([
    ...description,
    ...fields.filter(({ kind }) => kind === "description").flatMap(({ body, rest }) => [rest, ...body]),
  ]);
  return {
    ...docstring,
    parameters: nestParameters(docstring.parameters),
    ...withoutUndefined({ descriptionRange: range }),
  };
}

/** Removes blank lines at the end. */
function trimTrailingBlankLines(lines: readonly Line[]): readonly Line[] {
  return lines.slice(0, lines.findLastIndex((line) => line.text !== "") + 1);
}

/** The text of a tag such as `@remarks` as a paragraph of the description. */
function tagParagraph({ rest, body }: Field): readonly Line[] {
  return [...dedentLines([rest, ...body]), blankLine];
}

/** Converts a tag to docstring parts. */
function readTagParts(field: Field): DocstringParts {
  const { kind, tag, rest, allLines } = field;
  const [linkless = rest, ...body] = replaceLinks([rest, ...field.body]);
  const text = joinLines(body, linkless);
  const place = rangeOfLines(allLines);
  switch (kind) {
    case "parameter":
    case "attribute": {
      const parameter = readParamTag(rest, field.body);
      if (parameter !== undefined) return { [`${kind}s`]: [{ ...parameter, ...place }] };
      break;
    }
    case "returns":
    case "yields":
      return { [kind]: readReturnsTag(rest, field.body).map((one) => ({ ...one, ...place })) };
    case "raises":
      return { raises: [{ ...readThrowsTag(rest, field.body), ...place }] };
    case "examples":
      return joinLines(field.body, rest) === ""
        ? {}
        : { examples: [{ text: replaceCaption(joinLines(field.body, rest)), ...place }] };
    case "notes":
      return text === "" ? {} : { notes: [{ text, ...place }] };
    case "seeAlso":
      return { seeAlso: readSeeTag(rest, field.body).map((one) => ({ ...one, ...place })) };
    case "deprecated":
      return { deprecated: { ...readDeprecationField({ ...field, rest: linkless }, body), ...place } };
    case "description":
      return {};
  }
  return { sections: [{ title: tag, text, ...place }] };
}

/** Puts the text of `<caption>` on the first line of an example. */
function replaceCaption(text: string): string {
  return text
    .replace(/^<caption>([^<]+)<\/caption>[^\S\n]*\n?/, (whole, caption: string) =>
      caption.trim() === "" ? whole : `${caption.trim()}\n`,
    )
    .trimEnd();
}

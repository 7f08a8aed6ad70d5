/** Assembles a docstring from its description and the parts that its sections or fields contribute. */
import type { Docstring, DocstringDeprecation, DocstringSection, DocstringStyle, DocstringText } from "./docstring.ts";
import { joinLines, type Line, rangeOfLines } from "./lines.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** The parts of a docstring that one section or field contributes. */
export type DocstringParts = Partial<Omit<Docstring, "style" | "summary" | "description" | "descriptionRange">>;

/**
 * Creates a docstring from its description and the parts of its sections or fields, in source order. The first
 * deprecation becomes `deprecated`, later ones become sections.
 */
export function buildDocstring(
  style: DocstringStyle,
  description: readonly Line[],
  parts: readonly DocstringParts[],
): Docstring {
  const { range } = rangeOfLines(description);
  const { deprecated } = parts.find((part) => part.deprecated !== undefined) ?? {};
  return withoutUndefined({
    style,
    summary: firstParagraph(description),
    description: joinLines(description),
    descriptionRange: range,
    parameters: parts.flatMap((part) => part.parameters ?? []),
    attributes: parts.flatMap((part) => part.attributes ?? []),
    returns: parts.flatMap((part) => part.returns ?? []),
    yields: parts.flatMap((part) => part.yields ?? []),
    raises: parts.flatMap((part) => part.raises ?? []),
    examples: parts.flatMap((part) => part.examples ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
    seeAlso: parts.flatMap((part) => part.seeAlso ?? []),
    deprecated,
    sections: mergeUntitledSections(
      parts.flatMap((part) => [
        ...(part.sections ?? []),
        ...(part.deprecated === undefined || part.deprecated === deprecated
          ? []
          : [deprecationSection(part.deprecated)]),
      ]),
    ),
  });
}

/** The lines as one example or note; empty if there is no text. */
export function optionalText(lines: readonly Line[]): readonly DocstringText[] {
  const text = joinLines(lines);
  return text === "" ? [] : [{ text, ...rangeOfLines(lines) }];
}

/**
 * The lines as one titled section; empty if there is no text.
 *
 * @param allLines - the lines that determine the range, with the title
 */
export function optionalSection(
  title: string,
  lines: readonly Line[],
  allLines: readonly Line[] = lines,
): readonly DocstringSection[] {
  const text = joinLines(lines);
  return text === "" ? [] : [{ title, text, ...rangeOfLines(allLines) }];
}

/** Merges adjacent sections without a title into one. */
function mergeUntitledSections(sections: readonly DocstringSection[]): readonly DocstringSection[] {
  const result: DocstringSection[] = [];
  for (const section of sections) {
    const last = result.at(-1);
    if (last?.title !== "" || section.title !== "") {
      result.push(section);
      continue;
    }
    const range = last.range && section.range && { start: last.range.start, end: section.range.end };
    result[result.length - 1] = withoutUndefined({ title: "", text: `${last.text}\n\n${section.text}`, range });
  }
  return result;
}

/** A section "Deprecated" for a deprecation after the first. */
function deprecationSection({ version, description, range }: DocstringDeprecation): DocstringSection {
  const text = version === undefined ? description : `${version}: ${description.trimStart()}`.trimEnd();
  return withoutUndefined({ title: "Deprecated", text, range });
}

/** The first paragraph on one line: the docstring's summary. */
function firstParagraph(lines: readonly Line[]): string {
  const first = lines.findIndex((line) => line.text !== "");
  const blank = lines.findIndex((line, index) => index > first && line.text === "");
  const paragraph = lines.slice(Math.max(0, first), blank === -1 ? lines.length : blank);
  return paragraph.map((line) => line.text).join(" ");
}

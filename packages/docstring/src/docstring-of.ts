import type { Docstring, DocstringDeprecation, DocstringSection, DocstringStyle, DocstringText } from "./docstring.ts";
import { type Line, located, textOf } from "./lines.ts";

/** What one section or field says; what it does not say is absent. */
export type Contents = Partial<Omit<Docstring, "style" | "summary" | "description" | "descriptionRange">>;

/**
 * A docstring from its description and what its sections or fields say, in the order of the text. A deprecation after
 * the first is a section.
 */
export function docstringOf(style: DocstringStyle, prose: readonly Line[], parts: readonly Contents[]): Docstring {
  const { range } = located(prose);
  const { deprecated } = parts.find((part) => part.deprecated !== undefined) ?? {};
  return {
    style,
    summary: summaryOf(prose),
    description: textOf(prose),
    ...(range !== undefined && { descriptionRange: range }),
    parameters: parts.flatMap((part) => part.parameters ?? []),
    attributes: parts.flatMap((part) => part.attributes ?? []),
    returns: parts.flatMap((part) => part.returns ?? []),
    yields: parts.flatMap((part) => part.yields ?? []),
    raises: parts.flatMap((part) => part.raises ?? []),
    examples: parts.flatMap((part) => part.examples ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
    seeAlso: parts.flatMap((part) => part.seeAlso ?? []),
    ...(deprecated !== undefined && { deprecated }),
    sections: joined(
      parts.flatMap((part) => [
        ...(part.sections ?? []),
        ...(part.deprecated === undefined || part.deprecated === deprecated ? [] : [sectionOf(part.deprecated)]),
      ]),
    ),
  };
}

/** Text as the one example or note of a section; none when there is no text. */
export function textsOf(lines: readonly Line[]): readonly DocstringText[] {
  const text = textOf(lines);
  return text === "" ? [] : [{ text, ...located(lines) }];
}

/**
 * Text under a title; no section when there is no text.
 *
 * @param whole - the lines that it takes, its title included
 */
export function sectionsOf(
  title: string,
  lines: readonly Line[],
  whole: readonly Line[] = lines,
): readonly DocstringSection[] {
  const text = textOf(lines);
  return text === "" ? [] : [{ title, text, ...located(whole) }];
}

/** Texts without a title, one after the other, are one text. */
function joined(sections: readonly DocstringSection[]): readonly DocstringSection[] {
  const result: DocstringSection[] = [];
  for (const section of sections) {
    const last = result.at(-1);
    if (last?.title !== "" || section.title !== "") {
      result.push(section);
      continue;
    }
    const range = last.range && section.range && { start: last.range.start, end: section.range.end };
    result[result.length - 1] = { title: "", text: `${last.text}\n\n${section.text}`, ...(range && { range }) };
  }
  return result;
}

function sectionOf({ version, description, range }: DocstringDeprecation): DocstringSection {
  const text = version === undefined ? description : `${version}: ${description.trimStart()}`.trimEnd();
  return { title: "Deprecated", text, ...(range !== undefined && { range }) };
}

/** The first paragraph, on one line. */
function summaryOf(prose: readonly Line[]): string {
  const first = prose.findIndex((line) => line.text !== "");
  const blank = prose.findIndex((line, index) => index > first && line.text === "");
  const paragraph = prose.slice(Math.max(0, first), blank === -1 ? prose.length : blank);
  return paragraph.map((line) => line.text).join(" ");
}

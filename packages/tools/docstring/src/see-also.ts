import type { DocstringReference } from "./docstring.ts";
import { joinLines, type Line, rangeOfLines, sliceLine } from "./lines.ts";
import { stripTypeMarkup } from "./type-annotation.ts";

/**
 * Parses the lines of a "See also" section: `name: text`, `name : text`, several names with one text, names or URLs
 * alone, or text without a name. Deeper lines continue the entry above them.
 */
export function readReferences(lines: readonly Line[]): readonly DocstringReference[] {
  const entries: { readonly first: Line; readonly body: Line[] }[] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    const mayBegin = last === undefined || (line.indent <= last.first.indent && !line.fenced);
    if (line.text !== "" && mayBegin) entries.push({ first: line, body: [] });
    else last?.body.push(line);
  }
  return entries.flatMap(({ first, body }) => readReferenceEntry(first, body));
}

/** Parses one entry; several names share one description. */
function readReferenceEntry(first: Line, body: readonly Line[]): readonly DocstringReference[] {
  const line = sliceLine(first, /^(?:[-+*•·]\s+)?/.exec(first.text)?.[0].length ?? 0);
  const range = rangeOfLines([line, ...body]);
  const colon = /:(?=\s|$)/.exec(line.text);
  const names = splitNames(line.text.slice(0, colon?.index));
  if (names === undefined) return [{ name: "", description: joinLines(body, line), ...range }];
  const rest = colon === null ? undefined : sliceLine(line, colon.index + colon[0].length);
  const description = joinLines(body, rest);
  return names.map((name) => ({ name, description, ...range }));
}

/** Splits comma-separated names; undefined if the text is a sentence. */
function splitNames(text: string): readonly string[] | undefined {
  const names = text.split(",").map((name) => stripTypeMarkup(name));
  return names.every((name) => /^[^\s,`]+$/.test(name)) ? names : undefined;
}

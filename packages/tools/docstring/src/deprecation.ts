import type { DocstringDeprecation } from "./docstring.ts";
import { joinLines, type Line, restOfLine } from "./lines.ts";

/** Splits a deprecation notice into its version and description: `1.2: use y`, `Since 1.2, use y`. */
export function readDeprecation(text: string): DocstringDeprecation {
  const match = /^(?:since\s+)?(?:version\s+)?(v?\d[\w.+-]{0,40}?)\.?(?:[:：,，]|(?<=\.)|$)(?:\s+|$)/i.exec(text);
  const version = match?.[1];
  return version === undefined ? { description: text } : { version, description: text.slice(match?.[0].length).trim() };
}

/** The version after `.. deprecated::`, and the index after it. */
export function readDirectiveVersion(text: string): { readonly version: string; readonly end: number } | undefined {
  const match = /^(v?\d\S{0,40}?)[.:,]{0,40}(?=\s|$)/i.exec(text);
  return match === null ? undefined : { version: match[1] ?? "", end: match[0].length };
}

/** Reads a deprecation field or tag. The version is the argument of its directive, or else the start of its text. */
export function readDeprecationField(
  { argument, rest }: { readonly argument: Line; readonly rest: Line },
  body: readonly Line[],
): DocstringDeprecation {
  if (argument.text !== "") return { version: argument.text, description: joinLines(body, rest) };
  const { version, description } = readDeprecationLine(rest.text);
  if (version === undefined) return { description: joinLines(body, rest) };
  return { version, description: joinLines(body, restOfLine(rest, rest.text.length - description.length)) };
}

/** Reads a line such as `since 1.2: text` or `1.2 text`. */
export function readDeprecationLine(line: string): DocstringDeprecation {
  const bare = /^(?:since\s+)?(?:version\s+)?(v?\d[\w+-]{0,20}\.[\w.+-]{0,40}\w)\s+/i.exec(line);
  return bare === null ? readDeprecation(line) : { version: bare[1] ?? "", description: line.slice(bare[0].length) };
}

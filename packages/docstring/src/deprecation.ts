import type { DocstringDeprecation } from "./docstring.ts";

/**
 * The version that a deprecation begins with, and the text after it: `1.2: use y`, `Since 1.2, use y`.
 */
export function deprecationIn(text: string): DocstringDeprecation {
  const match = /^(?:since\s+)?(?:version\s+)?(v?\d[\w.+-]{0,40}?)\.?(?:[:：,，]|(?<=\.)|$)(?:\s+|$)/i.exec(text);
  const version = match?.[1];
  return version === undefined ? { description: text } : { version, description: text.slice(match?.[0].length).trim() };
}

/** The version that the text of a directive begins with, `.. deprecated:: 1.2`, and where the text goes on. */
export function versionIn(text: string): { readonly version: string; readonly end: number } | undefined {
  const match = /^(v?\d\S{0,40}?)[.:,]{0,40}(?=\s|$)/i.exec(text);
  return match === null ? undefined : { version: match[1] ?? "", end: match[0].length };
}

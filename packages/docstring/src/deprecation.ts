import type { DocstringDeprecation } from "./docstring.ts";

/**
 * The version that a deprecation begins with, and the text after it: `1.2: use y`, `Since 1.2, use y`.
 */
export function deprecationIn(text: string): DocstringDeprecation {
  const match = /^(?:since\s+)?(?:version\s+)?(v?\d[\w.+-]{0,40}?)\.?(?:[:：,，]|(?<=\.)|$)(?:\s+|$)/i.exec(text);
  const version = match?.[1];
  return version === undefined ? { description: text } : { version, description: text.slice(match?.[0].length).trim() };
}

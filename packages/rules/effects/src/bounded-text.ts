/** Limits the length of the texts that an interpreted program builds. */

/** The longest text that is built, in UTF-16 units. */
const longestText = 200_000;

/** Joins texts; `undefined` if the result would be too long. */
export function joinTexts(texts: readonly string[], separator = ""): string | undefined {
  let length = 0;
  for (const text of texts) {
    length += text.length + separator.length;
    if (length > longestText + separator.length) return undefined;
  }
  return texts.join(separator);
}

/** A text with every occurrence of another replaced; `undefined` if it would be too long. */
export function replaceText(text: string, old: string, replacement: string): string | undefined {
  return joinTexts(text.split(old), replacement);
}

/** As `replaceText`, for a pattern whose groups the replacement may name: `$1`. */
export function replacePattern(text: string, pattern: RegExp, replacement: string): string | undefined {
  const groups = replacement.split("$").length - 1;
  const longest = replacement.length + groups * text.length;
  if (text.length * longest > maxReplaced && (text.match(pattern)?.length ?? 0) * longest > longestText)
    return undefined;
  const replaced = text.replaceAll(pattern, replacement);
  return replaced.length > longestText ? undefined : replaced;
}

/** Up to this length, a replacement is made without counting the matches. */
const maxReplaced = 1_000_000;

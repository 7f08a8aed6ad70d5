/** Repairs text with doubled braces, as in a template: `{{"a": 1}}`. */
import { char } from "./characters.ts";

/** A text whose braces were doubled, as a template writes them. */
export interface DoubledBraces {
  /** The text with single braces. */
  readonly text: string;
  /** Whether the braces within strings may have been doubled as well. */
  readonly isAmbiguous: boolean;
}

/**
 * Undoubles the braces of `{{"a": 1}}`: all braces outside strings, if all of them are doubled.
 *
 * @param start - the offset of the first brace
 * @returns `undefined` if the braces are not doubled
 */
export function withoutDoubledBraces(text: string, start: number): DoubledBraces | undefined {
  if (!text.startsWith("{{", start)) return undefined;
  let single = text.slice(0, start);
  let inString = false;
  let hasBraces = false;
  let hasSingleBraces = false;
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === char.curlyOpen || code === char.curlyClose) {
      while (text.charCodeAt(end) === code) end += 1;
      const isOdd = (end - at) % 2 === 1;
      if (isOdd && !inString) return undefined;
      hasBraces ||= inString;
      hasSingleBraces ||= isOdd;
      single += text.slice(at, inString ? end : at + (end - at) / 2);
    } else {
      if (code === char.doubleQuote) inString = !inString;
      if (code === char.backslash && inString) end += 1;
      single += text.slice(at, end);
    }
    at = end;
  }
  return { text: single, isAmbiguous: hasBraces && !hasSingleBraces };
}

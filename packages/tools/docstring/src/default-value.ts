/** Finds the default value in a parameter's description: `Defaults to 3.` */
import { findClosingBracket, isOpeningBracket } from "./scan.ts";

const defaultMarkers =
  /\bdefaults?(?: value)?\s*(to\s|is\s|[=:：])|默认值?\s*([为是]|[=:：])|(?<=[(（[,，;；]\s{0,3})(?:by )?defaults?\s+(?=\S)/giu;

/** The longest default value that is recognized. The limit keeps the search linear. */
const maxValueLength = 500;

/**
 * Finds the default value that a description names: `Defaults to 3.`, `(default: "a")`, `(default 3)`, `默认为 3`.
 *
 * A value is a number, a constant, a string, code in backticks or brackets. If there is none, another word counts if
 * it ends its sentence: `Defaults to celsius.` has a default, `Defaults to the current directory.` has none.
 */
export function findDefaultValue(description: string): string | undefined {
  let word: string | undefined;
  for (const marker of description.matchAll(defaultMarkers)) {
    const start = marker.index + marker[0].length;
    const text = description.slice(start, start + maxValueLength).trimStart();
    const value = readValue(text);
    if (value !== undefined) return value;
    if (/^(?:to|[=:：])/i.test(marker[1] ?? marker[2] ?? "")) word ??= readFinalWord(text);
  }
  return word;
}

/** The value that a text starts with; undefined if it starts with another word. */
function readValue(text: string): string | undefined {
  const code = /^(?:(?::[\w+.-]{1,40}){1,3}:)?`{1,2}([^`\n]+)`/.exec(text);
  if (code !== null) return code[1];
  const string = /^"[^"\n]*"|^'[^'\n]*'/.exec(text);
  if (string !== null) return string[0];
  const word = readWord(text);
  return isOpeningBracket(word[0]) || /^(?:[-+]?\.?\d|(?:true|false|none|null|undefined|nan)$)/i.test(word)
    ? word
    : undefined;
}

/** The first word of a text if it also ends the sentence. */
function readFinalWord(text: string): string | undefined {
  const word = readWord(text);
  return word === "" || /^\s/.test(text.slice(word.length)) ? undefined : word;
}

/** The first word of a text, without punctuation after it. */
function readWord(text: string): string {
  return text.slice(0, endOfWord(text)).replace(/[.:!?]$/, "");
}

/** The index after a word: at white space or punctuation outside brackets. */
function endOfWord(text: string): number {
  let end = 0;
  while (end < text.length && !/[\s,;)\]}，；。）］｝】]/.test(text.charAt(end))) {
    const close = isOpeningBracket(text[end]) ? findClosingBracket(text, end) : end;
    if (close === -1) return 0;
    end = close + 1;
  }
  return end;
}

import { findClosingBracket, isOpeningBracket } from "./scan.ts";

const defaultMarkers =
  /\bdefaults?(?: value)?\s*(to\s|is\s|[=:：])|默认值?\s*([为是]|[=:：])|(?<=[(（[,，;；]\s{0,3})(?:by )?defaults?\s+(?=\S)/giu;

/** A default that is written longer than this is not read, which keeps the search linear. */
const maxValueLength = 500;

/**
 * The default value that a description names: `Defaults to 3.`, `(default: "a")`, `(default 3)`, `默认为 3`.
 *
 * A value is a number, a constant, a string, code in backticks or brackets. Another word counts where there is no value
 * and the word ends its sentence: `Defaults to celsius.` names one, `Defaults to the current directory.` none.
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

/** The word that a text begins with, where its sentence ends with it. */
function readFinalWord(text: string): string | undefined {
  const word = readWord(text);
  return word === "" || /^\s/.test(text.slice(word.length)) ? undefined : word;
}

function readWord(text: string): string {
  return text.slice(0, endOfWord(text)).replace(/[.:!?]$/, "");
}

/** Where a word ends: at white space or punctuation outside its brackets, or at the end of brackets around it. */
function endOfWord(text: string): number {
  let end = 0;
  while (end < text.length && !/[\s,;)\]}，；。）］｝】]/.test(text.charAt(end))) {
    const close = isOpeningBracket(text[end]) ? findClosingBracket(text, end) : end;
    if (close === -1) return 0;
    end = close + 1;
  }
  return end;
}

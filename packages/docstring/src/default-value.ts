import { closing, opens } from "./brackets.ts";

const markers =
  /\bdefaults?(?: value)?\s*(to\s|is\s|[=:：])|默认值?\s*([为是]|[=:：])|(?<=[(（[,，;；]\s{0,3})(?:by )?defaults?\s+(?=\S)/giu;

/** A default that is written longer than this is not read, which keeps the search linear. */
const longest = 500;

/**
 * The default value that a description names: `Defaults to 3.`, `(default: "a")`, `(default 3)`, `默认为 3`.
 *
 * A value is a number, a constant, a string, code in backticks or brackets. Another word counts where there is no value
 * and the word ends its sentence: `Defaults to celsius.` names one, `Defaults to the current directory.` none.
 */
export function defaultIn(description: string): string | undefined {
  let word: string | undefined;
  for (const marker of description.matchAll(markers)) {
    const start = marker.index + marker[0].length;
    const text = description.slice(start, start + longest).trimStart();
    const value = valueAtStart(text);
    if (value !== undefined) return value;
    if (/^(?:to|[=:：])/i.test(marker[1] ?? marker[2] ?? "")) word ??= lastWordAtStart(text);
  }
  return word;
}

function valueAtStart(text: string): string | undefined {
  const code = /^(?:(?::[\w+.-]{1,40}){1,3}:)?`{1,2}([^`\n]+)`/.exec(text);
  if (code !== null) return code[1];
  const string = /^"[^"\n]*"|^'[^'\n]*'/.exec(text);
  if (string !== null) return string[0];
  const word = wordAtStart(text);
  return opens(word[0]) || /^(?:[-+]?\.?\d|(?:true|false|none|null|undefined|nan)$)/i.test(word) ? word : undefined;
}

/** The word that a text begins with, where its sentence ends with it. */
function lastWordAtStart(text: string): string | undefined {
  const word = wordAtStart(text);
  return word === "" || /^\s/.test(text.slice(word.length)) ? undefined : word;
}

function wordAtStart(text: string): string {
  return text.slice(0, wordEnd(text)).replace(/[.:!?]$/, "");
}

/** Where a word ends: at white space or punctuation outside its brackets, or at the end of brackets around it. */
function wordEnd(text: string): number {
  let end = 0;
  while (end < text.length && !/[\s,;)\]}，；。）］｝】]/.test(text.charAt(end))) {
    const close = opens(text[end]) ? closing(text, end) : end;
    if (close === -1) return 0;
    end = close + 1;
  }
  return end;
}

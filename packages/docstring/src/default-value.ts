import { closing, opens } from "./brackets.ts";

const markers =
  /\bdefaults?(?: value)?\s*(to\s|is\s|[=:：])|默认值?\s*([为是]|[=:：])|(?<=[(（[,，;；]\s{0,3})defaults?\s+(?=\S)/giu;

/** A default that is written longer than this is not read, which keeps the search linear. */
const longest = 500;

/**
 * The default value that a description names: `Defaults to 3.`, `(default: "a")`, `(default 3)`, `默认为 3`.
 *
 * A value is a number, a constant, a string, code in backticks or brackets; another word counts only where it ends its
 * sentence, so that `Defaults to the current directory.` names none.
 */
export function defaultIn(description: string): string | undefined {
  for (const marker of description.matchAll(markers)) {
    const start = marker.index + marker[0].length;
    const mayBeWord = /^(?:to|[=:：])/i.test(marker[1] ?? marker[2] ?? "");
    const value = valueAtStart(description.slice(start, start + longest).trimStart(), mayBeWord);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueAtStart(text: string, mayBeWord: boolean): string | undefined {
  const code = /^(?:(?::[\w+.-]{1,40}){1,3}:)?`{1,2}([^`\n]+)`/.exec(text);
  if (code !== null) return code[1];
  const string = /^"[^"\n]*"|^'[^'\n]*'/.exec(text);
  if (string !== null) return string[0];

  const end = wordEnd(text);
  const word = text.slice(0, end).replace(/[.:!?]$/, "");
  if (opens(word[0]) || /^(?:[-+]?\.?\d|(?:true|false|none|null|undefined|nan)$)/i.test(word)) return word;
  const endsSentence = word.length < end || end === text.length || !/\s/.test(text.charAt(end));
  return mayBeWord && endsSentence && word !== "" ? word : undefined;
}

/** Where a word ends: at white space or punctuation outside brackets. */
function wordEnd(text: string): number {
  let end = 0;
  while (end < text.length && !/[\s,;)，；。）]/.test(text.charAt(end))) {
    const close = opens(text[end]) ? closing(text, end) : end;
    if (close === -1) return 0;
    end = close + 1;
  }
  return end;
}

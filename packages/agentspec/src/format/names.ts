// Tests whether a text can be written as a name in a rule without quotes.
import { stringPatterns } from "../syntax/node-schema.ts";

const word = new RegExp(stringPatterns.word.pattern, "u");
const name = new RegExp(stringPatterns.name.pattern, "u");

/** Whether a text is a word of the language: letters, digits, `_` and `-`. Keywords are words, too. */
export function isWord(text: string): boolean {
  return word.test(text);
}

/** Whether a text is a word of the language and not one of its keywords, such as `rule`. */
export function isName(text: string): boolean {
  return name.test(text);
}

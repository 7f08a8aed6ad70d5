import { textPatterns } from "../syntax/shapes.ts";

const word = new RegExp(textPatterns.word.pattern, "u");
const name = new RegExp(textPatterns.name.pattern, "u");

/** Whether a text is one word: what may stand after an `@` or a `.`. */
export function isWord(text: string): boolean {
  return word.test(text);
}

/** Whether a text is a word that is no keyword. */
export function isName(text: string): boolean {
  return name.test(text);
}

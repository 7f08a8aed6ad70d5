import { type Argument, literalText } from "./argument.ts";

/** The values of an option, as the next word, after `=`, or, for an option of one letter, in the same word: `-uFILE`. */
export function valuesOfOption(option: string, words: readonly Argument[]): readonly Argument[] {
  return words.flatMap((word, index) => {
    const text = literalText(word) ?? "";
    const next = words[index + 1];
    if (text === option) return next === undefined ? [] : [next];
    const isInSameWord = text.startsWith(`${option}=`) || (option.length === 2 && text.startsWith(option));
    if (!isInSameWord) return [];
    const value = text.slice(option.length).replace(/^=/, "");
    return [{ ...word, value: { text: value, glob: false } }];
  });
}

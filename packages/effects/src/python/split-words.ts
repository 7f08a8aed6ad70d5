import { hasHole, listValue, textsOf, textValue, unknownFrom, type Value } from "./value.ts";

/** The words of a command line, as `shlex.split` gives them. */
export function splitWords(value: Value): Value {
  const [text] = textsOf(value);
  if (text === undefined || value.known.length !== 1 || value.open || hasHole(text))
    return listValue([], unknownFrom(value.from), value.from);
  return listValue(wordsOf(text).map((word) => textValue(word, value.from)));
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote === "" && /\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === "\\" && quote !== "'") word = (word ?? "") + text.charAt(++at);
    else if (quote === "" && (char === "'" || char === '"')) {
      quote = char;
      word ??= "";
    } else if (char === quote) quote = "";
    else word = (word ?? "") + char;
  }
  return word === null ? words : [...words, word];
}

/** The words of a text: runs of letters and digits, normalized, with their offsets in UTF-16 units of the text. */
export interface WordList {
  readonly words: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Reads the words of a text in linear time. Case, punctuation, white space, invisible characters and the variants of a character that
 * Unicode treats as compatible make no difference. Chinese and Japanese characters are words of their own, and words that are longer
 * than 64 characters are divided. The scheme of a URL and `www` are left out, so that a domain equals its URL.
 */
export function readWords(text: string): WordList {
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const push = (word: string, start: number, end: number): void => {
    if (unimportant.has(word)) return;
    words.push(word);
    starts.push(start);
    ends.push(end);
  };
  for (const match of text.matchAll(wordPattern)) {
    const [raw] = match;
    const end = match.index + raw.length;
    if (asciiWord.test(raw)) push(raw.toLowerCase(), match.index, end);
    else for (const [word] of normalize(raw).matchAll(wordPattern)) push(word, match.index, end);
  }
  return { words, starts, ends };
}

const characters = "\\p{Ideographic}\\p{Script=Hiragana}\\p{Script=Katakana}";
const wordPattern = new RegExp(
  `[${characters}]|[[\\p{L}\\p{N}\\p{M}\\p{Default_Ignorable_Code_Point}]--[${characters}]]{1,64}`,
  "gv",
);
const asciiWord = /^[A-Za-z0-9]+$/;

/** In NFKC and lower case, without invisible characters. */
function normalize(word: string): string {
  return word.normalize("NFKC").toLowerCase().normalize("NFKC").replace(invisible, "");
}

const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const unimportant: ReadonlySet<string> = new Set(["http", "https", "www"]);

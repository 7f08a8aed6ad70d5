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
    if (word.length >= 3 && unimportant.has(word)) return;
    words.push(word);
    starts.push(start);
    ends.push(end);
  };
  const normalized = new Map<string, readonly string[]>();
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = endOfAsciiWord(text, start);
    const next = text.charCodeAt(at);
    if (!(next >= firstBeyondAscii) || isPlainCharacter(next)) {
      if (at > start) push(text.slice(start, at).toLowerCase(), start, at);
      else if (next >= firstBeyondAscii) push(text.charAt(at), at, ++at);
      else at++;
      continue;
    }
    wordHere.lastIndex = start;
    const [raw] = wordHere.exec(text) ?? [];
    at = start + (raw ?? String.fromCodePoint(text.codePointAt(start) ?? 0)).length;
    if (raw === undefined) continue;
    let own = normalized.get(raw);
    if (own === undefined) {
      own = normalize(raw).match(wordPattern) ?? [];
      normalized.set(raw, own);
    }
    for (const word of own) push(word, start, at);
  }
  return { words, starts, ends };
}

/** Whether a character is a word of its own that normalization does not change: most Chinese characters and kana. */
function isPlainCharacter(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x3400 && code <= 0x4dbf)
  );
}

/** The end of the ASCII letters and digits that start at an offset; a word has at most 64. */
function endOfAsciiWord(text: string, start: number): number {
  let end = start;
  while (end < start + longestWord && isAsciiWord[text.charCodeAt(end)] === 1) end++;
  return end;
}

const firstBeyondAscii = 128;
const longestWord = 64;
/** By character code; nothing for what is not ASCII. */
const isAsciiWord = Uint8Array.from({ length: firstBeyondAscii }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

const characters = "\\p{Ideographic}\\p{Script=Hiragana}\\p{Script=Katakana}";
const word = `[${characters}]|[[\\p{L}\\p{N}\\p{M}\\p{Default_Ignorable_Code_Point}]--[${characters}]]{1,${longestWord}}`;
const wordPattern = new RegExp(word, "gv");
const wordHere = new RegExp(word, "vy");

/** Normalizes text: NFKC, lower case, no invisible characters. */
function normalize(word: string): string {
  return word.normalize("NFKC").toLowerCase().normalize("NFKC").replace(invisible, "");
}

const invisible = /\p{Default_Ignorable_Code_Point}+/gu;
const unimportant: ReadonlySet<string> = new Set(["http", "https", "www"]);

/** Splits texts into words for the tool search, also in scripts without spaces. */

/** The words of a text. In scripts without spaces between words, each pair of letters is a word. */
export function tokenize(text: string): string[] {
  return (text.match(wordPattern) ?? []).flatMap((word) => (isUnspaced.test(word) ? pairsOf(word) : [word]));
}

const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}";
const wordPattern = new RegExp(`[${unspaced}]+|(?:[^\\P{L}${unspaced}]|\\p{M})+|\\p{N}+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");

/** Splits a word into overlapping pairs of letters. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** A word without the endings of English that don't change what it is about. Words that say nothing about a tool are left out. */
export function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (stopWords.has(word)) return null;
  if (word.length < 5) return word.replace(/(?<=[^s])s$/, "");
  return word
    .replace(/ies$/, "y")
    .replace(/(?:ing|ed|es|s)$/, "")
    .replace(/e$/, "");
}

/** The function words of English, and the words of a request. */
const stopWords: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its itself i me my mine myself we us our ours you your yours he him his she her hers they them their theirs who whom " +
    "whose which what when where why how there here is am are was were be been being do does did doing done have has had having will would shall should can " +
    "could may might must of to in on for and or nor but if so as at by from with without into onto than then too very just also only even still yet not no " +
    "any some all both each either every other another such same own one ones about against between through during before after above below up down out off " +
    "over under again once please let lets give gives show tell want wants need needs like get gets got look looks know say says said s t m d ll re ve"
  ).split(" "),
);

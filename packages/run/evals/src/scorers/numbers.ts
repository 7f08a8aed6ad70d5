/** Finds and compares numbers in texts. */

/**
 * Parses a text that is a number: with a sign, commas between digits, a currency sign or an exponent. `60%` is not a number.
 *
 * @returns `undefined` if it is not a number
 */
export function parseNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^[$£€]\s?/, "")
    .replace(/^([+-])[$£€]/, "$1")
    .replace(/^\u2212/, "-")
    .replaceAll("{,}", ",")
    .replaceAll(/,(?=\d{3}(?:\D|$))/g, "")
    .replace(/\.$/, "");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** The numbers that stand alone in a text, with punctuation, currency signs or LaTeX around them or not. A percentage is `NaN`: another number. */
export function numbersIn(text: string): readonly number[] {
  const words = text
    .replaceAll(/\\(?:boxed|text|mathrm)\{/g, " ")
    .split(/[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u);
  return words.flatMap((word) => {
    const plain = word.replace(leading, "").replace(trailing, "");
    if (/^[+-]?[\d.,]*\d\s*[%‰]$/.test(plain)) return [Number.NaN];
    const number = parseNumber(word) ?? parseNumber(plain) ?? parseNumber(plain.replace(/\s?[$£€¥]$/, ""));
    return number === undefined ? [] : [number];
  });
}

/** Characters that may surround a number in a sentence. Not `%`: a percentage is another number. */
const marks = "!?:;()\\[\\]{}'\"`~<>=@#^&|*_\\\\。，、；：！？（）「」『』“”‘’";
const leading = new RegExp(`^(?:[${marks}]|\\$(?=\\S*\\$))+`);
const trailing = new RegExp(`(?<![${marks}.,$])[${marks}.,$]+$`);

/** Whether two numbers are equal; numbers with a fraction are compared by five significant digits. */
export function sameNumber(left: number, right: number): boolean {
  if (left === right) return true;
  if (Number.isInteger(left) && Number.isInteger(right)) return false;
  return left.toPrecision(5) === right.toPrecision(5);
}

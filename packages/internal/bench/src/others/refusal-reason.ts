/**
 * The intended reason why `JsonParser` refuses a text that another library reads as `expected`; `undefined` if there is no good reason:
 * the refusal is then worse than the reading.
 */
export function refusalReason(input: string, expected: object): string | undefined {
  return reasons.find(([, applies]) => applies(input, expected))?.[0];
}

const reasons: readonly (readonly [string, (input: string, expected: object) => boolean])[] = [
  ["refused: an ellipsis stands for values", (input) => /\.\.\.|…/.test(input)],
  ["refused: they leave out a part", (input, expected) => leavesOutWords(input, expected)],
  ["refused: they invent a value", (input, expected) => inventsValue(input, expected)],
  ["refused: a comment may hold a part", (input) => /(?:#|\/\/)[^\n]*[}\]]/.test(input)],
  ["refused: strings of a list without quotes", (input) => /[[,"]\s*[A-Za-z][^[\]{}",]*\]/.test(input)],
  ["refused: a string without quotes and a space after it", (input) => /:\s*[A-Za-z\d][^"{}[\]]*\s[}\]]/.test(input)],
  [
    "refused: a string without quotes may hold the next member",
    (input) => /:\s*[A-Za-z][^,"{}[\]]*\s["']?\w+["']?\s*:/.test(input),
  ],
  ["refused: the end of a string is unclear", (input) => hasUnpairedQuote(input)],
  ["refused: the text is cut off", (input) => !/[}\])`]\W*$/.test(input)],
];

/** Whether a word or a bracket of the text is in no part of the value. */
function leavesOutWords(input: string, expected: object): boolean {
  const kept = JSON.stringify(expected);
  const text = input.replace(/```\w*|\/\*.*?\*\/|(?:\/\/|#).*$/gms, " ");
  if (brackets(text) > brackets(kept)) return true;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !/^(?:true|false|null|none|n|t|r|u\w{0,4})$/i.test(word) && !kept.includes(word));
}

/** Whether the value has an empty string or null that the text does not write. */
function inventsValue(input: string, expected: object): boolean {
  const values = Object.values(expected);
  return (values.includes("") && !/""|''/.test(input)) || (values.includes(null) && !/null|none/i.test(input));
}

/** Counts the lists and objects that a text opens. */
function brackets(text: string): number {
  return (text.match(/[{[]/g) ?? []).length;
}

function hasUnpairedQuote(input: string): boolean {
  return (input.replace(/\\./gs, "").match(/"/g) ?? []).length % 2 === 1;
}

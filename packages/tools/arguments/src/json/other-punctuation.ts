import { parsedJson } from "../valid-json.ts";

/**
 * Rewrites a text that is JSON except for its punctuation: full-width characters between values, `\n` for a line break between them,
 * every quote doubled, or a fence in quotes around a part of it.
 *
 * @returns `undefined` if the text is not JSON for another reason
 */
export function withJsonPunctuation(text: string): string | undefined {
  return withAsciiPunctuation(text) ?? withSingleQuotes(text) ?? withoutFencesInStrings(text);
}

/** Full-width punctuation, and the ASCII characters that it stands for. */
const asciiFor: ReadonlyMap<string, string> = new Map([
  ["｛", "{"],
  ["｝", "}"],
  ["［", "["],
  ["］", "]"],
  ["：", ":"],
  ["，", ","],
]);

/** A text with JSON in place of strings that are a fence with JSON in it. */
function withoutFencesInStrings(text: string): string | undefined {
  const plain = text.replace(/"```(?:json)?\s{0,9}([{[][^`]*[}\]])\s{0,9}```"/gi, "$1");
  return plain === text || parsedJson(plain) === undefined ? undefined : plain;
}

/** A text without the doubling of its quotes, if all quotes are doubled. */
function withSingleQuotes(text: string): string | undefined {
  if (!/^\s*[{[]\s*""/.test(text) || /(?<!["\\])"(?!")|\\"/.test(text)) return undefined;
  const single = text.replace(/""|''/g, '"');
  return parsedJson(single) === undefined ? undefined : single;
}

function withAsciiPunctuation(text: string): string | undefined {
  if (!/[｛：，［]|\\[nrt]/.test(text) || !/^\s*[{｛]/.test(text)) return undefined;
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|[“＂][^"“”＂\\]*[”＂]|[｛｝［］：，]|\\[nrt]/gs, (piece) => {
    if (piece.startsWith('"')) return piece;
    if (/^[“＂]/.test(piece)) return `"${piece.slice(1, -1)}"`;
    return asciiFor.get(piece) ?? "  ";
  });
  return plain !== text && parsedJson(plain) !== undefined ? plain : undefined;
}

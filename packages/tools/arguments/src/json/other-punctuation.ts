import { parsedJson } from "./strict-json.ts";

/** Full-width punctuation, and the ASCII characters that it stands for. */
const asciiFor: ReadonlyMap<string, string> = new Map([
  ["｛", "{"],
  ["｝", "}"],
  ["［", "["],
  ["］", "]"],
  ["：", ":"],
  ["，", ","],
]);

/**
 * A text that is JSON except for its punctuation between values: full-width characters, or `\n` for a line break. The result is as
 * long as the text.
 *
 * @returns `undefined` if the text is not JSON for another reason
 */
export function withJsonPunctuation(text: string): string | undefined {
  if (!/[｛：，［]|\\[nrt]/.test(text) || !/^\s*[{｛]/.test(text)) return undefined;
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|[｛｝［］：，]|\\[nrt]/gs, (piece) => {
    if (piece.startsWith('"')) return piece;
    return asciiFor.get(piece) ?? "  ";
  });
  return plain !== text && parsedJson(plain) !== undefined ? plain : undefined;
}

/** What a string literal says, and the escapes in it that JSON does not know. */
export interface StringContent {
  readonly value: string;
  readonly badEscapes: readonly { readonly text: string; readonly offset: number }[];
}

const escaped = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
]);

/**
 * Reads a string literal, its quotes included. Its escapes are those of JSON (RFC 8259 §7); other than in JSON, control
 * characters may stand in it.
 *
 * @returns offsets from the start of the literal; a bad escape stands in the value as it is written
 */
export function readString(literal: string): StringContent {
  const badEscapes: { text: string; offset: number }[] = [];
  const value = literal.slice(1, -1).replace(/\\(?:u([\dA-Fa-f]{4})|(.))/gsu, (text, hex, letter, index) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    const character = escaped.get(letter);
    if (character === undefined) badEscapes.push({ text, offset: index + 1 });
    return character ?? text;
  });
  return { value, badEscapes };
}

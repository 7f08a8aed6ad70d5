// Reads string, rune and number literals of Go.

/** The text of a string literal; `offset` is the position of its first character, `null` when the literal has escapes. */
export function stringText(source: string): { readonly text: string; readonly offset: number | null } {
  const inner = source.slice(1, source.length > 1 && source.endsWith(source.charAt(0)) ? -1 : undefined);
  if (source.startsWith("`")) return { text: inner.replaceAll("\r", ""), offset: inner.includes("\r") ? null : 1 };
  return inner.includes("\\") ? { text: unescapeText(inner), offset: null } : { text: inner, offset: 1 };
}

/** The code point of a rune literal. */
export function runeNumber(source: string): number {
  return unescapeText(source.slice(1, -1)).codePointAt(0) ?? 0;
}

/** The value of a number literal; `NaN` for an imaginary number. */
export function numberValue(source: string): number {
  const digits = source.replaceAll("_", "");
  return Number(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

const simpleEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }),
);

/** Replaces escape sequences. Consecutive bytes (`\xe2\x82\xac`) are decoded as UTF-8. */
function unescapeText(text: string): string {
  const escapes = /((?:\\x[\da-fA-F]{2}|\\[0-7]{3})+)|\\u([\da-fA-F]{4})|\\U([\da-fA-F]{8})|\\(.)/gs;
  return text.replaceAll(escapes, (_, bytes?: string, short?: string, long?: string, simple: string = "") => {
    if (bytes !== undefined) return textOfByteEscapes(bytes);
    const code = Number.parseInt(short ?? long ?? "", 16);
    if (Number.isNaN(code)) return simpleEscapes.get(simple) ?? simple;
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "?";
  });
}

function textOfByteEscapes(bytes: string): string {
  const codes = [...bytes.matchAll(/\\(?:x(..)|(...))/g)].map(([, hex, octal]) =>
    hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16),
  );
  return new TextDecoder().decode(Uint8Array.from(codes));
}

import type { TextPart } from "./token.ts";

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["0", "\0"],
  ["e", "\u001B"],
  ["a", "\u0007"],
  ["f", "\f"],
  ["b", "\b"],
  ["v", "\v"],
  ["s", " "],
]);

/**
 * Splits the content of a string into literal text and code whose value is inserted.
 *
 * @param inserted - matches inserted code; absent if the string is literal
 * @param quote - the delimiter, which a backslash quotes in a literal string
 */
export function splitText(content: string, inserted: RegExp | undefined, quote: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let text = "";
  for (let at = 0; at < content.length; ) {
    if (inserted !== undefined) {
      inserted.lastIndex = at;
      const match = inserted.exec(content);
      if (match !== null) {
        if (text !== "") parts.push({ text });
        text = "";
        parts.push({ code: match.slice(1).find((group) => group !== undefined) ?? match[0] });
        at += match[0].length;
        continue;
      }
    }
    const each = content[at] ?? "";
    if (each !== "\\") {
      text += each;
      at++;
      continue;
    }
    const hex = inserted === undefined ? null : /^\\x\{?([\da-f]{1,6})\}?/i.exec(content.slice(at, at + 10));
    const octal = inserted === undefined ? null : /^\\([0-3]?[0-7]{2})/.exec(content.slice(at, at + 4));
    const next = content[at + 1] ?? "";
    if (hex !== null || octal !== null) {
      const [whole, digits = ""] = hex ?? octal ?? ["\\"];
      text += characterOf(Number.parseInt(digits, hex === null ? 8 : 16));
      at += whole.length;
    } else if (inserted === undefined) {
      text += next === quote || next === "\\" ? next : `\\${next}`;
      at += 2;
    } else if (/[A-Za-z1-9]/.test(next) && !escapes.has(next)) {
      // An escape that is not decoded here: its value is unknown.
      parts.push({ text }, { code: "" });
      text = "";
      at += 2;
    } else {
      text += escapes.get(next) ?? next;
      at += 2;
    }
  }
  if (text !== "" || parts.length === 0) parts.push({ text });
  return parts;
}

/** Returns the character of a code point; U+FFFD if there is no such character. */
function characterOf(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : "\uFFFD";
}

/** Parses the strings of PowerShell with the variables inside them: `"$home\x"`. */
import type { Expression } from "../engine/ir.ts";
import { callNode } from "../engine/nodes.ts";
import { asValue, type Cursor, expect, fail, spanFrom, take } from "./cursor.ts";
import { asExpression, variableOf } from "./nodes.ts";

/** The characters that PowerShell accepts as single or double quotes, typographic ones included. */
export const singleQuotes = "'‘’‚‛";
export const doubleQuotes = '"“”„';

/** Parses a string in quotes, or a here-string. */
export function parseString(cursor: Cursor): Expression {
  const start = cursor.at;
  const { text } = cursor;
  if (text[start] === "@") return parseHereString(cursor);
  cursor.at++;
  const isSingle = singleQuotes.includes(text[start] ?? "");
  const parts = isSingle
    ? [literalUntil(cursor, singleQuotes)]
    : parseExpandable(cursor, (at) => doubleQuotes.includes(text[at] ?? "") && text[at] !== undefined);
  return textFrom(parts, start, cursor);
}

/** A text from its parts, which begins at an offset and ends at the cursor. */
export function textFrom(parts: readonly (string | Expression)[], start: number, cursor: Cursor): Expression {
  const span = spanFrom(start, cursor);
  const [text = "", other] = parts;
  if (typeof text !== "string" || other !== undefined) {
    const texts = parts.map((part) => (typeof part === "string" ? part : callNode("(string)", [part], part)));
    return { kind: "template", parts: texts, ...span };
  }
  // Behind a quote, or in a here-string behind its first line.
  const offset = text === "" ? undefined : [0, 1, 3, 4].find((each) => cursor.text.startsWith(text, start + each));
  const at = offset === undefined ? null : cursor.place({ start: start + offset, end: cursor.at }).start;
  return { kind: "text", text, at, ...span };
}

/** The text up to a quote, in which a doubled quote is a quote. */
function literalUntil(cursor: Cursor, quotes: string): string {
  const { text } = cursor;
  let result = "";
  for (let from = cursor.at; ; cursor.at++) {
    const character = text[cursor.at];
    if (character === undefined) fail("has a quote without an end");
    if (!quotes.includes(character)) continue;
    result += text.slice(from, cursor.at);
    if (!quotes.includes(text[cursor.at + 1] ?? " ")) break;
    cursor.at++;
    from = cursor.at;
  }
  cursor.at++;
  return result;
}

/** Parses `@'…'@` and `@"…"@`, whose ends begin a line. */
function parseHereString(cursor: Cursor): Expression {
  const start = cursor.at;
  const quote = cursor.text[start + 1] ?? "";
  cursor.at += 2;
  if (take(cursor, /[ \t]*\r?\n/y) === undefined) fail("has text after the beginning of a here-string");
  const isSingle = singleQuotes.includes(quote);
  const ends = (at: number): boolean =>
    cursor.text[at] === "\n" &&
    cursor.text[at + 2] === "@" &&
    (isSingle ? singleQuotes : doubleQuotes).includes(cursor.text[at + 1] ?? " ");
  // The text may be empty: its end then follows at once.
  cursor.at--;
  let parts: readonly (string | Expression)[];
  if (isSingle) {
    let end = cursor.at;
    while (end < cursor.text.length && !ends(end)) end++;
    if (end === cursor.text.length) fail("has a here-string without an end");
    parts = [cursor.text.slice(cursor.at + 1, end).replace(/\r$/, "")];
    cursor.at = end + 1;
  } else if (ends(cursor.at)) {
    parts = [];
    cursor.at++;
  } else {
    cursor.at++;
    parts = parseExpandable(cursor, ends, true);
  }
  cursor.at++;
  expect(cursor, "@");
  return textFrom(parts, start, cursor);
}

/** The meaning of a letter after a backtick. In Windows PowerShell, `e` is only itself. */
export function escaped(letter: string): string {
  return escapes.get(letter) ?? letter;
}

const escapes = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", "0": "\0", a: "\u0007", b: "\b", f: "\f", v: "\v" }),
);

/** Parses the inside of a string with variables, and moves behind its end. */
function parseExpandable(
  cursor: Cursor,
  ends: (at: number) => boolean,
  isHere = false,
): readonly (string | Expression)[] {
  const { text } = cursor;
  const parts: (string | Expression)[] = [];
  let literal = "";
  for (;;) {
    const character = text[cursor.at];
    if (character === undefined) fail("has a quote without an end");
    if (ends(cursor.at)) {
      if (isHere || !ends(cursor.at + 1)) break;
      literal += character;
      cursor.at += 2;
    } else if (character === "`") {
      literal += escaped(text[cursor.at + 1] ?? "");
      cursor.at += 2;
    } else {
      const expression = character === "$" ? parseDollar(cursor) : undefined;
      if (expression === undefined) {
        literal += character;
        cursor.at++;
      } else {
        if (literal !== "") parts.push(literal);
        literal = "";
        parts.push(expression);
      }
    }
  }
  cursor.at++;
  if (literal !== "") parts.push(literal);
  return parts;
}

/** Parses `$name`, `${name}`, `$scope:name` and `$(…)`; `undefined` if the `$` is only a character. */
export function parseDollar(cursor: Cursor): Expression | undefined {
  const start = cursor.at;
  if (cursor.text[start + 1] === "(") {
    cursor.at += 2;
    const statements = asValue(cursor, () => cursor.parseStatements(cursor, ")"));
    expect(cursor, ")");
    return asExpression(statements, spanFrom(start, cursor));
  }
  const name = take(cursor, /\$(?:\{[^}]*\}|(?:\w+:)?\w+|[$?^])/uy);
  if (name === undefined) return undefined;
  const inside = name.startsWith("${") ? name.slice(2, -1).replaceAll("`", "") : name.slice(1);
  return variableOf(inside, spanFrom(start, cursor));
}

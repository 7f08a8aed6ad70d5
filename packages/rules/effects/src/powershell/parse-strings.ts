import { type Cursor, expect, fail, nested, spanFrom, take } from "./cursor.ts";
import type { Expression, Span } from "./syntax.ts";

/** Single and double quotes; PowerShell accepts the typographic ones, too. */
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
  return { kind: "text", parts, bare: false, ...spanFrom(start, cursor) };
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
  return { kind: "text", parts, bare: false, ...spanFrom(start, cursor) };
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
    const statements = nested(cursor, () => cursor.parseStatements(cursor, ")"));
    expect(cursor, ")");
    return { kind: "statements", statements, isArray: false, ...spanFrom(start, cursor) };
  }
  const name = take(cursor, /\$(?:\{[^}]*\}|(?:\w+:)?\w+|[$?^])/uy);
  if (name === undefined) return undefined;
  const inside = name.startsWith("${") ? name.slice(2, -1).replaceAll("`", "") : name.slice(1);
  return variable(inside, false, spanFrom(start, cursor));
}

/** A variable by its name with its scope. */
export function variable(written: string, isSplat: boolean, span: Span): Expression {
  return {
    kind: "variable",
    name: normalizeName(written),
    isSplat,
    isOutermost: /^(?:global|script):/i.test(written),
    ...span,
  };
}

/** A variable's name in lower case, without its scope. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/^(?:global|local|script|private|using|variable):/, "");
}

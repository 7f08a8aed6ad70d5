/** The position of the PowerShell parser in its text, and functions that test and take the next characters. */
import type { Parameter, Span, Statement } from "../engine/ir.ts";

/** A position in the text while it is parsed. */
export interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
  /** Converts positions in the text to positions in the program that contains it. */
  readonly place: (span: Span) => Span;
  /** Whether the code belongs to a method: its result is the returned value, not its output. */
  isMethod: boolean;
  /** The block of code around the cursor, whose parameters `param` lists; `null` in the script itself. */
  block: { parameters: readonly Parameter[] | null } | null;
  /** Parses statements up to a closing bracket; expressions contain statements, and the other way round. */
  readonly parseStatements: (cursor: Cursor, closer: string) => readonly Statement[];
  /** Parses a statement, which may become several. */
  readonly parseStatement: (cursor: Cursor) => readonly Statement[];
}

/** The text can't be parsed. */
export class SyntaxProblem extends Error {}

/** More levels of brackets than these are not parsed. */
const deepestBrackets = 60;

/** Stops parsing with an error. */
export function fail(reason: string): never {
  throw new SyntaxProblem(reason);
}

/** Runs a parser one level of brackets deeper. */
export function nested<T>(cursor: Cursor, parse: () => T): T {
  if (++cursor.depth > deepestBrackets) fail("is nested too deeply");
  const result = parse();
  cursor.depth--;
  return result;
}

/** Takes the match of a sticky pattern at the cursor. */
export function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const [found] = pattern.exec(cursor.text) ?? [];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

/** Whether a sticky pattern matches at the cursor. */
export function sees(cursor: Cursor, pattern: RegExp): boolean {
  pattern.lastIndex = cursor.at;
  return pattern.test(cursor.text);
}

/** Takes an expected text; fails if it is missing. */
export function expect(cursor: Cursor, text: string): void {
  if (!cursor.text.startsWith(text, cursor.at)) fail(`has no "${text}" where one is expected`);
  cursor.at += text.length;
}

/** Moves behind spaces, continued lines and comments in angle brackets; with `lines`, also behind line ends and comments. */
export function skipSpace(cursor: Cursor, lines: boolean): void {
  const { text } = cursor;
  for (;;) {
    const character = text[cursor.at];
    if (character === undefined) return;
    if (
      character === " " ||
      character === "\t" ||
      character === "\u00a0" ||
      character === "\r" ||
      character === "\ufeff"
    )
      cursor.at++;
    else if (character === "\n") {
      if (!lines) return;
      cursor.at++;
    } else if (character === "`" && /[\r\n]/.test(text[cursor.at + 1] ?? "")) {
      cursor.at += text[cursor.at + 1] === "\r" && text[cursor.at + 2] === "\n" ? 3 : 2;
    } else if (character === "<" && text[cursor.at + 1] === "#") {
      const end = text.indexOf("#>", cursor.at + 2);
      if (end === -1) fail("has a comment without an end");
      cursor.at = end + 2;
    } else if (character === "#") {
      const end = text.indexOf("\n", cursor.at);
      cursor.at = end === -1 ? text.length : end;
    } else return;
  }
}

/** Parses code whose statements make a value, so that they output it even in a method. */
export function asValue<T>(cursor: Cursor, parse: () => T): T {
  const { isMethod } = cursor;
  cursor.isMethod = false;
  const result = nested(cursor, parse);
  cursor.isMethod = isMethod;
  return result;
}

/** The span from an offset to the cursor. */
export function spanFrom(start: number, { at, place }: Cursor): Span {
  return place({ start, end: at });
}

import { escapeAt } from "./escape.ts";
import type { Fault } from "./literal.ts";

/** A Python string literal: a piece of an implicit concatenation. */
export interface StringLiteral {
  readonly kind: "text" | "bytes" | "formatted";
  /** What it says; of bytes, a character from U+0000 to U+00FF for each. */
  readonly value: string;
  /** The first thing that is wrong with it. */
  readonly fault: Fault | undefined;
  /** The offset after its last quote, or where a quote that is missing should stand. */
  readonly end: number;
}

const prefix = /(?:[rR][bBfFtT]?|[bBfFtT][rR]?|[uU])?(?='|")/y;

/**
 * Reads the string literal at an offset (Python reference, §2.4.1). What an f-string or a t-string holds is not looked at.
 *
 * @returns `undefined` when there is none
 */
export function stringLiteralAt(text: string, offset: number): StringLiteral | undefined {
  prefix.lastIndex = offset;
  const letters = prefix.exec(text)?.[0].toLowerCase();
  return letters === undefined ? undefined : read(text, offset + letters.length, letters);
}

function read(text: string, open: number, letters: string): StringLiteral {
  const kind = letters.includes("b") ? "bytes" : /[ft]/.test(letters) ? "formatted" : "text";
  const raw = letters.includes("r");
  const quote = text.charAt(open);
  const triple = text.startsWith(quote.repeat(3), open);
  const close = triple ? quote.repeat(3) : quote;
  let fault = kind === "formatted" ? formatted(letters) : undefined;
  let value = "";
  let at = open + close.length;
  /** Where what is still to be copied begins. */
  let copied = at;
  const put = (instead: string, length: number): void => {
    value += text.slice(copied, at) + instead;
    at += length;
    copied = at;
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === quote && text.startsWith(close, at)) {
      put("", close.length);
      return { kind, value, fault, end: at };
    }
    if (character === "\\") {
      if (raw) at++;
      const after = text.charAt(at);
      if (!raw) {
        const escaped = escapeAt(text, at, kind);
        fault ??= escaped.fault;
        put(escaped.value, escaped.length);
      } else if (after === "\r") put("\n", lineBreakAt(text, at));
      else at++;
    } else if (character === "\n" || character === "\r") {
      if (!triple) break;
      put("\n", lineBreakAt(text, at));
    } else {
      if (kind === "bytes" && character > "\x7f") fault ??= notAscii(character);
      at++;
    }
  }
  return { kind, value, fault: unclosed(close), end: Math.min(at, text.length) };
}

/** How long the line break at an offset is; Python reads each kind as `\n`. */
function lineBreakAt(text: string, at: number): number {
  return text.startsWith("\r\n", at) ? 2 : 1;
}

function formatted(letters: string): Fault {
  const name = letters.includes("f") ? "an f-string" : "a t-string";
  const message = `${name} is not evaluated: write the text that it stands for`;
  return { code: "formatted_string", message, expected: "a string without that prefix" };
}

function notAscii(character: string): Fault {
  const message = `bytes hold ASCII characters only (got ${JSON.stringify(character)}): leave out the b before the quote`;
  return { code: "bytes", message, expected: "a string without that prefix" };
}

function unclosed(quote: string): Fault {
  const hint = `a quote within the text is written \\${quote.charAt(0)}`;
  return { code: "unclosed_string", message: `a string is not closed: expected ${quote} (${hint})`, expected: quote };
}

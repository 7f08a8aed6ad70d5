import type { Issue } from "../issue.ts";
import { quote } from "./quote.ts";
import { sourceText } from "./source-text.ts";

/**
 * Finds the first JSON syntax error (RFC 8259) of a text: where it is and what was expected. `undefined` for valid JSON.
 *
 * Used instead of the message of `JSON.parse`, which differs between engines and often has no location.
 */
export function jsonSyntaxIssue(text: string): Issue | undefined {
  const open: ("{" | "[")[] = [];
  let state: State = "value";
  for (let at = 0; ; ) {
    at += match(/[ \t\n\r]*/y, text, at).length;
    if (state === "end" && at === text.length) return undefined;
    const token = match(tokens[state], text, at);
    const first = token.charAt(0);
    const closes = state === "comma" && (first === "}" || first === "]");
    if (token === "" || (closes && first !== closing(open))) return expectedIssue(state, open, text, at);
    at += token.length;
    if (first === '"' && !isClosed(token)) return stringIssue(text, at);
    if (first === "{" || first === "[") open.push(first);
    if (first === "}" || first === "]") open.pop();
    state = following(first, state, open);
  }
}

/** The token that the grammar allows next. */
type State = "value" | "first item" | "key" | "first key" | "colon" | "comma" | "end";

/** The valid beginning of a string. */
const string = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"?/;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;

const tokens: Readonly<Record<State, RegExp>> = {
  value: new RegExp(`[{[]|${string.source}|${scalar.source}`, "y"),
  "first item": new RegExp(`[{[\\]]|${string.source}|${scalar.source}`, "y"),
  key: new RegExp(string.source, "y"),
  "first key": new RegExp(`\\}|${string.source}`, "y"),
  colon: /:/y,
  comma: /[,}\]]/y,
  end: /(?!)/y,
};

/** Matches a sticky pattern at an offset. */
function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Returns the bracket that closes the innermost open one. */
function closing(open: readonly ("{" | "[")[]): string {
  return open.at(-1) === "{" ? "}" : "]";
}

/** Returns what JSON expects after a token. */
function following(first: string, state: State, open: readonly ("{" | "[")[]): State {
  if (first === "{") return "first key";
  if (first === "[") return "first item";
  if (first === ":") return "value";
  if (first === ",") return open.at(-1) === "{" ? "key" : "value";
  if (first === '"' && (state === "key" || state === "first key")) return "colon";
  return open.length === 0 ? "end" : "comma";
}

/** Creates the issue of an unexpected token. */
function expectedIssue(state: State, open: readonly ("{" | "[")[], text: string, at: number): Issue {
  const expected = {
    value: "a value",
    "first item": 'a value or "]"',
    key: "a property name in double quotes",
    "first key": 'a property name in double quotes or "}"',
    colon: '":"',
    comma: `"," or "${closing(open)}"`,
    end: "nothing more",
  }[state];
  const word = match(/[\p{L}\p{N}_]+|[\s\S]/uy, text, at);
  const got = word === "" ? "the end of the text" : quote(word);
  return { ...issue(`expected ${expected} (got ${got})`, text, at, at + word.length), expected };
}

/** Whether a string token ends with its closing quote. */
function isClosed(token: string): boolean {
  return /^".*"$/s.test(token.replace(/\\./g, ""));
}

/** Creates the issue of an invalid string. */
function stringIssue(text: string, at: number): Issue {
  const next = text.charAt(at);
  if (next === "\\") return issue(`${quote(text.slice(at, at + 2))} stands for no character`, text, at, at + 2);
  if (next === "") return issue('unclosed string (expected "\\"")', text, at, at);
  return issue(`a string can't hold ${quote(next)} as it is (write a backslash and a letter)`, text, at, at + 1);
}

/** Creates an issue at a range of the text. */
function issue(message: string, text: string, start: number, end: number): Issue {
  const range = sourceText(text).range(start, Math.min(end, text.length));
  return { code: "json", message: `not JSON: ${message}`, path: "", range };
}

/** Splits SQL text into tokens, by the dialects of the databases. */

/** One token of an SQL text. */
export interface Token {
  /**
   * - `word`: a keyword or a name without quotes
   * - `name`: a name in quotes
   * - `string`: a text in quotes
   * - `number`, `symbol`
   * - `end`: the end of a statement
   * - `command`: a command to the client program, up to the end of its line: `\! ls`
   */
  readonly kind: "word" | "name" | "string" | "number" | "symbol" | "end" | "command";
  /** Words in upper case; names and texts without quotes, with escapes resolved; symbols as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How many parentheses are open. */
  readonly depth: number;
  /** Where the content of a text in quotes begins, if the source contains it unchanged. */
  readonly content?: number;
}

/** The differences of an SQL dialect in splitting texts into tokens. */
export interface Dialect {
  readonly name: "postgresql" | "mysql" | "sqlite" | "tsql";
  /** Whether backslashes escape in all texts. */
  readonly backslashes: boolean;
  /** Whether `/* /* *\/ *\/` is one comment. */
  readonly nestedComments: boolean;
  /** Whether `#` begins a comment, `--` only before a space, `"` a text, and whether the content of `/*! *\/` runs. */
  readonly mysqlComments: boolean;
  /** Whether `[a b]` is a name. */
  readonly brackets: boolean;
}

/** The dialects. */
export const dialects: readonly Dialect[] = [
  { name: "postgresql", backslashes: false, nestedComments: true, mysqlComments: false, brackets: false },
  { name: "mysql", backslashes: true, nestedComments: false, mysqlComments: true, brackets: false },
  { name: "sqlite", backslashes: false, nestedComments: false, mysqlComments: false, brackets: true },
  { name: "tsql", backslashes: false, nestedComments: true, mysqlComments: false, brackets: true },
];

/** Matches a text that dialects may separate into different tokens. */
export const dialectsMayDiffer: RegExp = /[\\#[]|--\S|\/\*/;

/** A character that stands for unknown text. */
export const unknownPart = "\uFFFC";

/** Matches one character that stands for unknown text, as the readers of other languages write it. */
export const unknownCharacter: RegExp = /[\uFDD0\uFFFC\uFFFE\uFFFF]/;

const space = /\s+/y;
const word = /[\p{L}_@#$\uFDD0\uFFFC\uFFFE\uFFFF][\p{L}\p{N}_@#$\uFDD0\uFFFC\uFFFE\uFFFF]*/uy;
const number = /\d[\w.]*/y;
const symbol = /\|\||:=|::|<=>|<=|>=|<>|!=|&&|./suy;
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const lineCommand = /(?:\.[a-z]\w*|:[a-z!]\w*|!!|(?:source|system|tee|pager|delimiter)(?=[ \t]))[^\n]*/iy;
const lineCommandInStatement = /:?!![^\n]*/y;
const batchEnd = /(?:GO(?:[ \t]+\d+)?|\/)[ \t]*(?:\r?\n|$)/iy;

/** Separates an SQL text into tokens. Never throws, and takes linear time. */
export function tokenize(text: string, dialect: Dialect): readonly Token[] {
  const tokens: Token[] = [];
  const executedComments: number[] = [];
  let [at, depth, delimiter] = [0, 0, ";"];
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: Token["kind"], end: number, value: string, content?: number): void => {
    tokens.push({ kind, text: value, start: at, end, depth, content });
    at = end;
  };
  let isLineStart = true;
  while (at < text.length) {
    const blank = match(space);
    if (blank !== undefined) {
      isLineStart ||= blank.includes("\n");
      at += blank.length;
      continue;
    }
    const char = text.charAt(at);
    const two = text.slice(at, at + 2);
    if (isLineStart) {
      isLineStart = false;
      const last = tokens.at(-1)?.kind ?? "end";
      const command = match(last === "end" || last === "command" ? lineCommand : lineCommandInStatement);
      if (command !== undefined) {
        const [, changed] = /^delimiter[ \t]+(\S+)/i.exec(command) ?? [];
        delimiter = changed ?? delimiter;
        push("command", at + command.length, command.trimEnd());
        continue;
      }
      const batch = match(batchEnd);
      if (batch !== undefined) {
        depth = 0;
        push("end", at + batch.length, batch);
        isLineStart = true;
        continue;
      }
    }
    if (delimiter !== ";" && text.startsWith(delimiter, at)) {
      depth = 0;
      push("end", at + delimiter.length, delimiter);
    } else if (isLineComment(text, at, dialect)) {
      at = endOfLine(text, at);
    } else if (two === "/*") {
      const inner = dialect.mysqlComments ? executedCommentStart(text, at) : undefined;
      if (inner !== undefined) executedComments.push(at);
      at = inner ?? endOfComment(text, at, dialect.nestedComments);
    } else if (two === "*/" && executedComments.pop() !== undefined) {
      at += 2;
    } else if (char === ";") {
      depth = 0;
      push("end", at + 1, ";");
    } else if (match(dialect.mysqlComments ? mysqlEnd : psqlSeparator) !== undefined) {
      depth = 0;
      push("end", at + 2, two);
    } else if (char === "\\") {
      const end = endOfLine(text, at);
      push("command", end, text.slice(at, end).trimEnd());
    } else if (char === "'" || char === '"' || char === "`" || (char === "[" && dialect.brackets)) {
      const escapes = dialect.backslashes || (char === "'" && hasEscapePrefix(tokens, at));
      const quoted = readQuoted(text, at, char === "[" ? "]" : char, escapes && char !== "`" && char !== "[");
      const isText = char === "'" || (char === '"' && dialect.mysqlComments);
      if (char === "'" && isPrefix(tokens, at)) tokens.pop();
      push(isText ? "string" : "name", quoted.end, quoted.value, quoted.isVerbatim ? at + 1 : undefined);
    } else if (char === "$" && match(dollarTag) !== undefined) {
      const tag = match(dollarTag) ?? "";
      const close = text.indexOf(tag, at + tag.length);
      const contentEnd = close === -1 ? text.length : close;
      const content = text.slice(at + tag.length, contentEnd);
      push("string", close === -1 ? text.length : close + tag.length, content, at + tag.length);
    } else {
      const found = match(number) ?? match(word);
      if (found !== undefined) {
        push(/^\d/.test(found) ? "number" : "word", at + found.length, found.toUpperCase());
        continue;
      }
      if (char === "(") push("symbol", at + 1, char);
      else if (char === ")") {
        depth = Math.max(0, depth - 1);
        push("symbol", at + 1, char);
      } else {
        const other = match(symbol) ?? char;
        push("symbol", at + other.length, other);
      }
      if (char === "(") depth++;
    }
  }
  return tokens;
}

/** `\\G` and `\\g` of the program `mysql`, and `\\;` of psql, which end a statement. */
const mysqlEnd = /\\[gG](?![A-Za-z])/y;
const psqlSeparator = /\\;/y;

/** A text in quotes: its value, where it ends, and whether it has no escapes. A missing closing quote ends at the end. */
function readQuoted(
  text: string,
  start: number,
  close: string,
  backslashes: boolean,
): { readonly value: string; readonly end: number; readonly isVerbatim: boolean } {
  const parts: string[] = [];
  let from = start + 1;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (backslashes && char === "\\") {
      parts.push(text.slice(from, at));
      from = at + 1;
      at++;
    } else if (char === close && text.charAt(at + 1) === close) {
      parts.push(text.slice(from, at));
      from = at + 1;
      at++;
    } else if (char === close) {
      return { value: parts.join("") + text.slice(from, at), end: at + 1, isVerbatim: parts.length === 0 };
    }
  }
  return { value: parts.join("") + text.slice(from), end: text.length, isVerbatim: parts.length === 0 };
}

/** Whether the last token is a prefix of the text that begins here: `E'…'`, `N'…'`. */
function isPrefix(tokens: readonly Token[], at: number): boolean {
  const last = tokens.at(-1);
  return last?.end === at && last.kind === "word" && /^(E|N|B|X|R|U|_UTF8|_LATIN1)$/.test(last.text);
}

function hasEscapePrefix(tokens: readonly Token[], at: number): boolean {
  return isPrefix(tokens, at) && tokens.at(-1)?.text === "E";
}

function isLineComment(text: string, at: number, { mysqlComments }: Dialect): boolean {
  if (text.startsWith("--", at)) return !mysqlComments || !/\S/.test(text.charAt(at + 2));
  if (!mysqlComments || text.charAt(at) !== "#") return false;
  jsonOperator.lastIndex = at;
  return !jsonOperator.test(text);
}

/** An operator of PostgreSQL with the path in a JSON value that follows it: `data #>> '{a,b}'`. */
const jsonOperator = /#(?:>>?|-)[ \t]*'\{[^'{}\n]*\}'/y;

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

const executedComment = /\/\*M?!\d*/y;

/** Where the code of a comment that MySQL runs begins: `/*!50000 DROP … *\/`. */
function executedCommentStart(text: string, at: number): number | undefined {
  executedComment.lastIndex = at;
  const found = executedComment.exec(text)?.[0];
  return found === undefined ? undefined : at + found.length;
}

const commentMark = /\/\*|\*\//g;

function endOfComment(text: string, start: number, nested: boolean): number {
  if (!nested) {
    const close = text.indexOf("*/", start + 2);
    return close === -1 ? text.length : close + 2;
  }
  let level = 0;
  commentMark.lastIndex = start;
  for (let mark = commentMark.exec(text); mark !== null; mark = commentMark.exec(text)) {
    level += mark[0] === "/*" ? 1 : -1;
    if (level === 0) return commentMark.lastIndex;
  }
  return text.length;
}

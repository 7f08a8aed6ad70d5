import { splitText } from "./split-text.ts";
import type { Token, TokenSyntax } from "./token.ts";

/** Splits code into tokens. @returns `undefined` if a string or a pattern has no end */
export function tokenize(code: string, syntax: TokenSyntax): readonly Token[] | undefined {
  const scanner: Scanner = { code, syntax, at: 0, tokens: [], heres: [], variables: new Set() };
  if (syntax.unreadable?.test(code) === true) return;
  while (scanner.at < code.length) if (!scanToken(scanner)) return;
  return scanner.heres.length > 0 ? undefined : scanner.tokens;
}

interface Scanner {
  readonly code: string;
  readonly syntax: TokenSyntax;
  at: number;
  readonly tokens: Token[];
  /** Words that may be variables, because they are assigned or parameters. */
  readonly variables: Set<string>;
  /** The texts that begin after the end of the line: their final line, and the index of their token. */
  heres: { readonly name: string; readonly inserts: boolean; readonly index: number }[];
}

const closers: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

const space = /[ \t\r]+|\\\n/y;
const mark =
  /<=>|[=!]==|===|\*\*=|\|\|=|&&=|\.\.\.|<<-|->|=>|=~|!~|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|\/=|\.=|\.\.|<-|::|\/\/|[\s\S]/y;

/** Scans one token. @returns false if it has no end */
function scanToken(scanner: Scanner): boolean {
  const { code, syntax, at } = scanner;
  if (skip(space, scanner) || skip(syntax.comment, scanner)) return true;
  const first = code[at] ?? "";
  if (first === "\n") return scanLineEnd(scanner);
  if (syntax.long !== undefined) {
    const match = matchAt(syntax.long, scanner);
    if (match !== undefined) {
      const text = match[2] ?? "";
      return push({ kind: "text", text, parts: [{ text }] }, match[0].length, scanner);
    }
  }
  if (syntax.documentation !== undefined && matchAt(syntax.documentation, scanner) !== undefined)
    return isStatementStart(scanner) && skip(syntax.documentation, scanner);
  const here = syntax.here === undefined || !mayBeginValue(scanner) ? undefined : matchAt(syntax.here, scanner);
  if (here !== undefined) {
    const [whole, quote = "", name = ""] = here;
    scanner.heres.push({ name, inserts: quote !== "'", index: scanner.tokens.length });
    return push({ kind: "text", text: "" }, whole.length, scanner);
  }
  if (first === '"') return scanQuoted({ kind: "text", open: first, skipped: 1, inserts: true }, scanner);
  if (first === "'" && syntax.singleQuotes)
    return scanQuoted({ kind: "text", open: first, skipped: 1, inserts: false }, scanner);
  if (first === "`" && syntax.backquotes === true)
    return scanQuoted({ kind: "command", open: first, skipped: 1, inserts: true }, scanner);
  if (first === "/" && syntax.patternAfter !== undefined) {
    if (expectsValue(scanner))
      return scanQuoted({ kind: "pattern", open: first, skipped: 1, inserts: true }, scanner) && skipFlags(scanner);
    if (isUnclear(scanner) && /["'`#]/.test(code.slice(at, endOfQuoted(code, at + 1, "/", "/") + 1))) return false;
  }
  const operator =
    syntax.operator === undefined || follows(scanner, /^(->|\{|::)$/) ? undefined : matchAt(syntax.operator, scanner);
  if (operator !== undefined && (!/^[%/]/.test(operator[0]) || mayBeginValue(scanner)))
    return scanOperator(operator, scanner);
  for (const [kind, pattern] of [
    ["variable", syntax.variable],
    ["number", syntax.number],
    ["word", syntax.word],
    ["mark", mark],
  ] as const) {
    const match = pattern === undefined ? undefined : matchAt(pattern, scanner);
    if (match !== undefined && match[0] !== "") return push({ kind, text: match[0] }, match[0].length, scanner);
  }
  return push({ kind: "mark", text: first }, 1, scanner);
}

function matchAt(pattern: RegExp, { code, at }: Scanner): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(code) ?? undefined;
}

/** Skips a match of the pattern; returns whether there was one. */
function skip(pattern: RegExp, scanner: Scanner): boolean {
  const length = matchAt(pattern, scanner)?.[0].length ?? 0;
  scanner.at += length;
  return length > 0;
}

/** Adds a token of a length. */
function push(
  { kind, text, parts }: Pick<Token, "kind" | "text" | "parts">,
  length: number,
  scanner: Scanner,
): boolean {
  const { at, tokens, variables } = scanner;
  const last = tokens.at(-1);
  if (last?.kind === "word" && (text === "in" || (kind === "mark" && /^([=|,)]|\+=|-=|\|\|=)$/.test(text))))
    variables.add(last.text);
  tokens.push({ kind, text, parts, start: at, end: at + length });
  scanner.at += length;
  return true;
}

/** Whether the previous token is a given mark, such as an arrow before a method name. */
function follows({ tokens }: Scanner, pattern: RegExp): boolean {
  const last = tokens.at(-1);
  return last?.kind === "mark" && pattern.test(last.text);
}

/** Whether a value starts here, so that a slash begins a regular expression. */
function expectsValue({ tokens, syntax, variables }: Scanner): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last.kind === "line") return true;
  if (last.kind === "mark") return !/^([)\]}]|\+\+|--)$/.test(last.text);
  return last.kind === "word" && syntax.patternAfter?.has(last.text) === true && !variables.has(last.text);
}

/** Whether a value may start here. */
function mayBeginValue(scanner: Scanner): boolean {
  const last = scanner.tokens.at(-1);
  return expectsValue(scanner) || (last?.kind === "word" && !scanner.variables.has(last.text));
}

/** Whether a slash is ambiguous: a division or a regular expression. */
function isUnclear({ tokens }: Scanner): boolean {
  const last = tokens.at(-1);
  return last?.kind === "word" || (last?.kind === "mark" && /^(\}|\+\+|--)$/.test(last.text));
}

/** Whether a statement may begin here. */
function isStatementStart({ tokens }: Scanner): boolean {
  const last = tokens.findLast(({ kind }) => kind !== "line");
  return last === undefined || (last.kind === "mark" && /^[;}]$/.test(last.text));
}

/** Scans the end of a line, and the texts that begin there. */
function scanLineEnd(scanner: Scanner): boolean {
  const { code, syntax, tokens, heres } = scanner;
  push({ kind: "line", text: "\n" }, 1, scanner);
  scanner.heres = [];
  for (const { name, inserts, index } of heres) {
    const end = new RegExp(`^[ \\t]*${name}\\b`, "gm");
    end.lastIndex = scanner.at;
    const found = end.exec(code);
    if (found === null) return false;
    const text = code.slice(scanner.at, found.index);
    const before = tokens[index];
    if (before !== undefined)
      tokens[index] = { ...before, text, parts: splitText(text, inserts ? syntax.inserted : undefined, "") };
    scanner.at = end.lastIndex;
  }
  return true;
}

/** A text between delimiters. */
interface Quoted {
  readonly kind: Token["kind"];
  readonly open: string;
  /** The length of the opening delimiter with what precedes it: `qw(`. */
  readonly skipped: number;
  /** Whether values are inserted into the text. */
  readonly inserts: boolean;
}

/** Scans a text between delimiters, which may be nested if they are brackets. */
function scanQuoted({ kind, open, skipped, inserts }: Quoted, scanner: Scanner): boolean {
  const close = closers.get(open) ?? open;
  const end = endOfQuoted(scanner.code, scanner.at + skipped, open, close);
  if (end === -1) return false;
  const text = scanner.code.slice(scanner.at + skipped, end);
  const parts = splitText(text, inserts ? scanner.syntax.inserted : undefined, open);
  return push({ kind, text, parts }, end + 1 - scanner.at, scanner);
}

/** Returns the index of the closing delimiter; -1 if not found. */
function endOfQuoted(code: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const each = code[at];
    if (each === "\\") at++;
    else if (each === close && depth === 0) return at;
    else if (open !== close && each === open) depth++;
    else if (open !== close && each === close) depth--;
  }
  return -1;
}

/** Adds the flags after a regular expression, such as `gi`, to its token. */
function skipFlags(scanner: Scanner): boolean {
  const last = scanner.tokens.at(-1);
  const [flags = ""] = matchAt(/[a-z]*/y, scanner) ?? [];
  scanner.at += flags.length;
  if (last !== undefined && flags !== "") scanner.tokens[scanner.tokens.length - 1] = { ...last, end: scanner.at };
  return true;
}

/** Scans a string with an operator: `qw(a b)`, `s{a}{b}e`, whose replacement is code. */
function scanOperator([whole, name = "", open = ""]: RegExpExecArray, scanner: Scanner): boolean {
  const { syntax, tokens, code } = scanner;
  const { kind = "text", inserts = false, parts, list } = syntax.operators?.get(name) ?? {};
  const close = closers.get(open) ?? open;
  if (!scanQuoted({ kind, open, skipped: whole.length, inserts: inserts && open !== "'" }, scanner)) return false;
  const own = tokens.at(-1);
  if (list === true && own !== undefined) tokens[tokens.length - 1] = { ...own, list };
  if (parts !== 2) return kind === "pattern" ? skipFlags(scanner) : true;
  if (close !== open) {
    while (skip(/\s+/y, scanner));
  } else scanner.at--;
  const second = code[scanner.at] ?? "";
  if (second === "" || !scanQuoted({ kind: "text", open: second, skipped: 1, inserts: true }, scanner)) return false;
  const [flags = ""] = matchAt(/[a-z]*/y, scanner) ?? [];
  const replacement = tokens.pop();
  scanner.at += flags.length;
  if (replacement === undefined) return false;
  const isCode = flags.includes("e") && name === "s";
  if (isCode) tokens.push({ ...replacement, parts: [{ code: flags.includes("ee") ? "eval $_" : replacement.text }] });
  else if (name === "s") tokens.push({ ...replacement, kind: "pattern" });
  return true;
}

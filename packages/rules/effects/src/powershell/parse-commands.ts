/** Parses the pipelines of PowerShell: commands, expressions and redirects. */
import type { CommandWord, Expression } from "../engine/ir.ts";
import { type Cursor, sees, skipSpace, spanFrom, take } from "./cursor.ts";
import { commandOf } from "./nodes.ts";
import { beginsValue, parseBareWord, parseExpression, parsePostfix, parsePrimary } from "./parse-expression.ts";
import { textFrom } from "./parse-strings.ts";

/** One element of a pipeline: a command or an expression, and a command for each redirect of its output. */
interface Element {
  readonly isExpression: boolean;
  readonly stages: readonly Expression[];
}

/** Parses one element of a pipeline: a command with its arguments, or an expression. */
export function parseElement(cursor: Cursor): Element {
  const start = cursor.at;
  const call = take(cursor, /&(?!&)|\.(?=[\s$"'({&])/y);
  const redirects: Expression[] = [];
  if (call === undefined && sees(cursor, expressionStart)) {
    const expression = parseExpression(cursor, 1);
    skipSpace(cursor, false);
    while (sees(cursor, redirect)) {
      takeRedirect(cursor, redirects);
      skipSpace(cursor, false);
    }
    return { isExpression: true, stages: [expression, ...redirects] };
  }
  skipSpace(cursor, false);
  const name = parseWord(cursor);
  const words = parseWords(cursor, redirects);
  const inCaller = call === "." || undefined;
  const command: Expression = { kind: "command", name, words, inCaller, ...spanFrom(start, cursor) };
  return { isExpression: false, stages: [command, ...redirects] };
}

/** Matches the start of an expression, as opposed to a command. */
const expressionStart =
  /[$@"'“”„‘’‚‛({[!]|[-–—―](?:not|bnot|join|[ci]?split)(?!\w)|[-+]{1,2}[\d$(]|,|\.?\d[\w.]*(?=[\s;|)}\].,%*/+-]|$)/iy;

const redirect = /(?:[1-6*])?>>?(?:&[12])?/y;

/** Reads a redirection, `> file`, and adds it to the others. */
function takeRedirect(cursor: Cursor, redirects: Expression[]): void {
  const start = cursor.at;
  const operator = take(cursor, redirect) ?? "";
  if (operator.includes("&")) return;
  skipSpace(cursor, false);
  const to = parseWord(cursor);
  redirects.push(commandOf(operator.includes(">>") ? ">>" : ">", [to], spanFrom(start, cursor)));
}

/** Reads the words of a command up to its end. */
function parseWords(cursor: Cursor, redirects: Expression[]): readonly CommandWord[] {
  const words: CommandWord[] = [];
  for (;;) {
    skipSpace(cursor, false);
    if (sees(cursor, /[\r\n;|&)}]|$/y)) return words;
    if (sees(cursor, redirect)) {
      takeRedirect(cursor, redirects);
      continue;
    }
    const start = cursor.at;
    if (take(cursor, /--%/y) !== undefined) {
      const rest = take(cursor, /[^\r\n|]*/y) ?? "";
      for (const word of rest.trim().split(/\s+/)) words.push({ name: null, value: textFrom([word], start, cursor) });
      continue;
    }
    const parameter = take(cursor, /[-–—―][A-Za-z_?](?:[^\s;|&(){},<>:.="'`$[\]/\\]|`[^\r\n])*(?=[\s;|&)}:,>]|$)/y);
    if (parameter === undefined) {
      const isSpread = sees(cursor, /@\w+(?=[\s;|&)}]|$)/y);
      words.push({ name: null, value: parseArgument(cursor), spread: isSpread || undefined });
      continue;
    }
    const hasValue = take(cursor, /:/y) !== undefined;
    if (hasValue) skipSpace(cursor, false);
    const value = hasValue && !sees(cursor, /[\r\n;|&)}]|$/y) ? parseArgument(cursor) : null;
    if (value === null && cursor.text[cursor.at] === ",") cursor.at++;
    words.push({ name: parameter.slice(1).replaceAll("`", ""), value });
  }
}

/** Parses one argument, which may be a list with commas. A bare number is an argument. */
function parseArgument(cursor: Cursor): Expression {
  const start = cursor.at;
  const isBare = !beginsValue(cursor);
  const items: Expression[] = [];
  for (;;) {
    if (cursor.text[cursor.at] !== ",") items.push(parseWord(cursor));
    const end = cursor.at;
    skipSpace(cursor, false);
    if (take(cursor, /,/y) === undefined) {
      cursor.at = end;
      break;
    }
    skipSpace(cursor, true);
  }
  const [only] = items;
  const span = spanFrom(start, cursor);
  if (items.length !== 1 || only === undefined) return { kind: "list", items, ...span };
  const isNumber = isBare && only.kind === "text" && /^(?:0|[1-9]\d{0,8})$/.test(only.text);
  return isNumber ? { kind: "number", number: Number(only.text), ...span } : only;
}

/** Parses a word: a value, which characters may follow at once if it is a variable or a member (`$env:TEMP\a`), or a bare word. */
function parseWord(cursor: Cursor): Expression {
  if (!beginsValue(cursor)) return parseBareWord(cursor);
  const start = cursor.at;
  const primary = parsePrimary(cursor);
  const end = cursor.at;
  const value = parsePostfix(cursor, primary, false, start);
  const joins = cursor.text[start] === "$" || cursor.at > end;
  if (!joins || sees(cursor, /[\s;|&(){},<>]|$/y)) return value;
  return textFrom([value, parseBareWord(cursor)], start, cursor);
}

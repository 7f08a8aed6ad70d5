import { type Cursor, sees, skipSpace, spanFrom, take } from "./cursor.ts";
import { beginsValue, parseBareWord, parseExpression, parsePostfix, parsePrimary } from "./parse-expression.ts";
import type { Argument, Expression, PipelineElement, Redirect } from "./syntax.ts";

/** Parses one element of a pipeline: a command with its arguments, or an expression. */
export function parseElement(cursor: Cursor): PipelineElement {
  const start = cursor.at;
  const call = take(cursor, /&(?!&)|\.(?=[\s$"'({&])/y);
  if (call === undefined && sees(cursor, expressionStart)) {
    const expression = parseExpression(cursor, 1);
    const redirects: Redirect[] = [];
    skipSpace(cursor, false);
    while (sees(cursor, redirect)) {
      takeRedirect(cursor, redirects);
      skipSpace(cursor, false);
    }
    return { kind: "expression", expression, redirects, ...spanFrom(start, cursor) };
  }
  skipSpace(cursor, false);
  const name = beginsValue(cursor)
    ? adjacentParts(cursor, parsePostfix(cursor, parsePrimary(cursor), false))
    : parseBareWord(cursor);
  const redirects: Redirect[] = [];
  const args = parseArguments(cursor, redirects);
  return { kind: "command", name, call: (call ?? "") as "&" | "." | "", args, redirects, ...spanFrom(start, cursor) };
}

/** What begins an expression and not a command. */
const expressionStart =
  /[$@"'“”„‘’‚‛({[!]|[-–—―](?:not|bnot|join|[ci]?split)(?!\w)|[-+]{1,2}[\d$(]|,|\.?\d[\w.]*(?=[\s;|)}\].,%*/+-]|$)/iy;

const redirect = /(?:[1-6*])?>>?(?:&[12])?/y;

function takeRedirect(cursor: Cursor, redirects: Redirect[]): void {
  const start = cursor.at;
  const operator = take(cursor, redirect) ?? "";
  if (operator.includes("&")) return;
  skipSpace(cursor, false);
  const to = beginsValue(cursor) ? adjacentParts(cursor, parsePrimary(cursor)) : parseBareWord(cursor);
  redirects.push({ append: operator.includes(">>"), to, ...spanFrom(start, cursor) });
}

function parseArguments(cursor: Cursor, redirects: Redirect[]): readonly Argument[] {
  const args: Argument[] = [];
  for (;;) {
    skipSpace(cursor, false);
    if (sees(cursor, /[\r\n;|&)}]|$/y)) return args;
    if (sees(cursor, redirect)) {
      takeRedirect(cursor, redirects);
      continue;
    }
    const start = cursor.at;
    if (take(cursor, /--%/y) !== undefined) {
      const rest = take(cursor, /[^\r\n|]*/y) ?? "";
      for (const word of rest.trim().split(/\s+/))
        args.push({
          kind: "value",
          value: { kind: "text", parts: [word], bare: false, ...spanFrom(start, cursor) },
          ...spanFrom(start, cursor),
        });
      continue;
    }
    const parameter = take(cursor, /[-–—―][A-Za-z_?](?:[^\s;|&(){},<>:.="'`$[\]/\\]|`[^\r\n])*(?=[\s;|&)}:,>]|$)/y);
    if (parameter === undefined) {
      const value = parseArgument(cursor);
      args.push({ kind: "value", value, ...spanFrom(start, cursor) });
      continue;
    }
    const hasValue = take(cursor, /:/y) !== undefined;
    if (hasValue) skipSpace(cursor, false);
    const value = hasValue && !sees(cursor, /[\r\n;|&)}]|$/y) ? parseArgument(cursor) : undefined;
    const text = `-${parameter.slice(1).replaceAll("`", "")}`;
    if (value === undefined && cursor.text[cursor.at] === ",") cursor.at++;
    args.push({ kind: "parameter", text, value, ...spanFrom(start, cursor) });
  }
}

/** Parses one argument, which may be a list with commas. */
function parseArgument(cursor: Cursor): Expression {
  const start = cursor.at;
  const items: Expression[] = [];
  for (;;) {
    const item = beginsValue(cursor)
      ? adjacentParts(cursor, parsePostfix(cursor, parsePrimary(cursor), false))
      : cursor.text[cursor.at] === ","
        ? undefined
        : parseBareWord(cursor);
    if (item !== undefined) items.push(item);
    const end = cursor.at;
    skipSpace(cursor, false);
    if (take(cursor, /,/y) === undefined) {
      cursor.at = end;
      break;
    }
    skipSpace(cursor, true);
  }
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: "array", items, ...spanFrom(start, cursor) };
}

/** Joins a variable with the characters that follow it at once: `$env:TEMP\a`. */
function adjacentParts(cursor: Cursor, first: Expression): Expression {
  const joins = first.kind === "variable" || first.kind === "member" || first.kind === "statements";
  if (!joins || (first.kind === "statements" && cursor.text[first.start] !== "$")) return first;
  if (sees(cursor, /[\s;|&(){},<>]|$/y)) return first;
  const rest = parseBareWord(cursor);
  return { kind: "text", parts: [first, rest], bare: true, ...spanFrom(first.start, cursor) };
}

/** Decides whether a condition is always true, as in `DELETE FROM t WHERE 1 = 1`. */
import { isSymbol, isWord } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** The longest condition that is evaluated, in tokens, so that reading takes linear time. A longer condition counts as restricting. */
const maxTokens = 400;

/**
 * Whether a condition is true of all rows: `1=1`, `true`, `id = id`, `id IS NOT NULL OR x`. Only what needs no knowledge of
 * the data is recognized.
 */
export function isAlwaysTrue(tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return true;
  if (tokens.length > maxTokens) return false;
  return alternativeIsTrue(tokens, 0);
}

/** Conditions are nested at most this deep. */
const maxDepth = 20;

/** Whether one side of `a OR b` is always true. */
function alternativeIsTrue(tokens: readonly Token[], depth: number): boolean {
  if (depth > maxDepth) return false;
  return splitAt(tokens, (token) => isWord(token, "OR") || isSymbol(token, "||")).some((part) =>
    splitConjunction(part).every((each) => comparisonIsTrue(each, depth)),
  );
}

/** Splits `a AND b` at the `AND`; leaves a condition with `BETWEEN` whole. */
function splitConjunction(tokens: readonly Token[]): readonly (readonly Token[])[] {
  if (tokens.some((token) => isWord(token, "BETWEEN"))) return [tokens];
  return splitAt(tokens, (token) => isWord(token, "AND") || isSymbol(token, "&&"));
}

/** Whether a comparison in a condition is always true. */
function comparisonIsTrue(tokens: readonly Token[], depth: number): boolean {
  const [first, second, ...others] = tokens;
  if (first === undefined) return false;
  const inner = withoutParentheses(tokens);
  if (inner !== undefined) return alternativeIsTrue(inner, depth + 1);
  if (isWord(first, "NOT")) return isNeverTrue(tokens.slice(1));
  if (second === undefined) return isWord(first, "TRUE") || isTrueNumber(first);
  const text = textOf(tokens);
  if (rowNumberTests.test(text)) return true;
  if (/^\S+ I?LIKE %+$/.test(text)) return true;
  const at = tokens.findIndex(({ kind, text: each }) => kind === "symbol" && comparisons.has(each));
  if (at > 0) return comparedIsTrue(tokens.slice(0, at), tokens[at]?.text ?? "", tokens.slice(at + 1));
  const [third] = others;
  return isWord(second, "IS") && isWord(first, "TRUE") && isWord(third, "TRUE");
}

/** Matches tests that every row passes whose numbers begin with 1. */
const rowNumberTests = /^(\S*\.)?(ID|ROWID|_ROWID_|CTID|OID)( (>|>=|<>|!=) (- )?[01]| IS NOT NULL)$/;

const comparisons: ReadonlySet<string> = new Set(["=", "<>", "!=", "<", ">", "<=", ">=", "<=>"]);

/** Whether a comparison is always true: `1 = 1`, `id = id`, `'a' <> 'b'`. */
function comparedIsTrue(left: readonly Token[], operator: string, right: readonly Token[]): boolean {
  if (right.length === 0) return false;
  const isSame = textOf(left) === textOf(right) && !left.some(({ kind }) => kind === "symbol" && left.length > 3);
  if (isSame) return operator === "=" || operator === "<=>" || operator === "<=" || operator === ">=";
  const [a, b] = [left[0], right[0]];
  if (left.length > 1 || right.length > 1 || a?.kind !== b?.kind) return false;
  if (a?.kind !== "number" && a?.kind !== "string") return false;
  if (operator === "<>" || operator === "!=") return true;
  const [x, y] = [Number(a.text), Number(b?.text)];
  return a.kind === "number" && (operator.startsWith("<") ? x < y : operator.startsWith(">") ? x > y : x === y);
}

/** Whether the condition after `NOT` is certainly false: `NOT false`, `NOT 1=0`. */
function isNeverTrue(tokens: readonly Token[]): boolean {
  const inner = withoutParentheses(tokens) ?? tokens;
  const [first, operator, last, ...others] = inner;
  if (first === undefined || others.length > 0) return false;
  if (operator === undefined) return isWord(first, "FALSE") || (first.kind === "number" && Number(first.text) === 0);
  return (
    first.kind === "number" &&
    isSymbol(operator, "=") &&
    last?.kind === "number" &&
    Number(first.text) !== Number(last.text)
  );
}

function isTrueNumber(token: Token): boolean {
  return (token.kind === "number" || token.kind === "string") && Number(token.text) !== 0 && /^\d/.test(token.text);
}

/** The tokens inside parentheses that enclose all tokens. */
function withoutParentheses(tokens: readonly Token[]): readonly Token[] | undefined {
  const [first] = tokens;
  if (first === undefined || !isSymbol(first, "(") || !isSymbol(tokens.at(-1), ")")) return;
  const inner = tokens.slice(1, -1);
  return inner.every(({ depth }) => depth > first.depth) ? inner : undefined;
}

/** Splits tokens at separators outside of parentheses. */
function splitAt(tokens: readonly Token[], separates: (token: Token) => boolean): readonly (readonly Token[])[] {
  const depth = tokens[0]?.depth ?? 0;
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && separates(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Writes tokens of SQL as one text. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ kind, text }) => (kind === "string" ? text : text.toUpperCase()))
    .join(" ")
    .replaceAll(" . ", ".");
}

import type { Issue } from "@helve/core";
import { closestName, type SourceText } from "@helve/core/internal";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { misspelledKeywordIssue, quoteShort } from "./parser-state.ts";
import * as t from "./tokens.ts";
import { At, Check, Dot, End, Enforce, isKeywordAt, LeftParen, Name, Rule, Trigger, withTokenType } from "./tokens.ts";

/**
 * Puts keywords where misspelt ones stand, so that one wrong letter is one mistake and not three. An `enforce` that is
 * not there at all is put before the first enforcement, which would be a predicate otherwise.
 *
 * A word counts as a misspelt keyword only where its rule lacks that keyword: a predicate may be called `enforced`.
 */
export function repairKeywords(tokens: readonly IToken[], source: SourceText): { tokens: IToken[]; issues: Issue[] } {
  const mended = [...tokens];
  const issues: Issue[] = [];
  const mend = (index: number, type: TokenType, word: string): boolean => {
    const token = mended[index];
    if (token?.tokenType !== Name || closestName(token.image, [word]) === undefined) return false;
    mended[index] = withTokenType(token, type);
    issues.push(misspelledKeywordIssue(token, word, source));
    return true;
  };

  const starts: number[] = [];
  for (let index = 0; index < mended.length; index++) {
    if (isRuleStart(mended, index)) mend(index, Rule, "rule");
    if (isKeywordAt(mended, index, Rule)) starts.push(index);
  }
  const lacks = new Set<number>();
  for (const [nth, start] of starts.entries()) {
    const stop = starts[nth + 1] ?? mended.length;
    const check = repairRuleKeywords(mended, start, stop, mend);
    const place = check === undefined ? undefined : firstEnforcement(mended, check + 1, stop);
    if (place !== undefined) lacks.add(place);
  }
  if (lacks.size === 0) return { tokens: mended, issues };
  const whole = mended.flatMap((token, index) => {
    if (!lacks.has(index)) return [token];
    issues.push(missingEnforceIssue(token, source));
    return [{ ...withTokenType(token, Enforce), image: "" }, token];
  });
  return { tokens: whole, issues };
}

type RepairToken = (index: number, type: TokenType, word: string) => boolean;

/**
 * Mends the keywords of one rule, whose `rule` is at `start` and whose tokens end before `stop`.
 *
 * @returns where its `check` is, if it has no `enforce`
 */
function repairRuleKeywords(
  tokens: readonly IToken[],
  start: number,
  stop: number,
  mend: RepairToken,
): number | undefined {
  const find = (type: TokenType, from: number): number => {
    for (let index = from; index < stop; index++) if (isKeywordAt(tokens, index, type)) return index;
    return -1;
  };
  const findOrMend = (type: TokenType, word: string, from: number, until: number): number => {
    const found = find(type, from);
    if (found >= 0) return found;
    for (let index = from; index < until; index++) {
      if (standsAlone(tokens, index) && mend(index, type, word)) return index;
    }
    return from;
  };
  const afterName = start + (tokens[start + 1]?.tokenType === At ? 3 : 2);
  if (find(End, start) < 0) findOrMend(End, "end", Math.max(afterName, stop - 1), stop);
  const enforce = find(Enforce, start);
  const trigger = findOrMend(Trigger, "trigger", afterName, afterName + 1);
  const afterTool = trigger + (isToolAfterEvent(tokens, trigger + 2) ? 3 : 2);
  const check = findOrMend(Check, "check", afterTool, enforce < 0 ? stop : enforce);
  const mended = findOrMend(Enforce, "enforce", check + 1, stop);
  return isKeywordAt(tokens, mended, Enforce) || !isKeywordAt(tokens, check, Check) ? undefined : check;
}

const openingBrackets: readonly TokenType[] = [t.LeftParen, t.LeftBracket, t.LeftBrace];
const closingBrackets: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace];

/** The first word outside brackets that is the name of an enforcement and not negated. */
function firstEnforcement(tokens: readonly IToken[], from: number, stop: number): number | undefined {
  let depth = 0;
  for (const [nth, { tokenType }] of tokens.slice(from, stop).entries()) {
    if (openingBrackets.includes(tokenType)) depth++;
    else if (closingBrackets.includes(tokenType)) depth--;
    else if (depth === 0 && t.enforcementTokens.includes(tokenType) && !belongsToPreviousToken(tokens, from + nth))
      return from + nth;
  }
  return undefined;
}

/** Whether a word behind an event is a tool: what comes next can't be part of a check. */
function isToolAfterEvent(tokens: readonly IToken[], index: number): boolean {
  const after = tokens[index + 1];
  const isWord = tokens[index - 1]?.tokenType === t.TriggerEvent && tokens[index]?.tokenType === Name;
  if (!isWord || after === undefined) return false;
  return [Enforce, t.Let, t.TriggerEvent, t.Or].some((type) => tokenMatcher(after, type));
}

/** Where only `rule` can stand: before an `@`, and before a name and a trigger at the start or after an `end`. */
function isRuleStart(tokens: readonly IToken[], index: number): boolean {
  if (tokens[index + 1]?.tokenType === At) return true;
  if (index > 0 && !isKeywordAt(tokens, index - 1, End)) return false;
  return closestName(tokens[index + 2]?.image ?? "", ["trigger"]) !== undefined;
}

/** Whether a word goes with the token before it. */
function belongsToPreviousToken(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1];
  return before !== undefined && [At, Dot, t.Not].some((type) => tokenMatcher(before, type));
}

/** Whether a word is part of nothing: of no longer name, of no call and no list. */
function standsAlone(tokens: readonly IToken[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isOneOf = (token: IToken | undefined, types: readonly TokenType[]): boolean =>
    token !== undefined && types.some((type) => tokenMatcher(token, type));
  return !isOneOf(before, notAfter) && !isOneOf(after, notBefore);
}

const notAfter: readonly TokenType[] = [At, Dot, t.Comma, t.Colon, t.Assign, t.Or, ...openingBrackets];
const notBefore: readonly TokenType[] = [Dot, t.Comma, t.Colon, t.Assign, LeftParen, ...closingBrackets];

function missingEnforceIssue({ image, startOffset }: IToken, source: SourceText): Issue {
  const at = source.range(startOffset, startOffset);
  return {
    code: "unexpected_token",
    message: `expected "enforce" (got ${quoteShort(image)})`,
    range: source.range(startOffset, startOffset + image.length),
    expected: '"enforce"',
    quickFix: { title: 'Write "enforce"', range: at, text: "enforce " },
  };
}

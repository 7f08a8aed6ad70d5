import type { Issue } from "@helve/core";
import { closestName, type SourceText } from "@helve/core/internal";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { misspelledKeywordIssue, quoteShort } from "./parser-state.ts";
import { startsTest } from "./test-tokens.ts";
import * as t from "./tokens.ts";
import { At, Check, Dot, End, Enforce, isKeywordAt, LeftParen, Name, Rule, Trigger, withTokenType } from "./tokens.ts";

/**
 * Replaces misspelled keywords in the tokens, so that one wrong letter causes one issue instead of three. Inserts a missing
 * `enforce` before the first enforcement, which would otherwise be parsed as a predicate.
 *
 * A word is treated as a misspelled keyword only if its rule lacks that keyword, because a predicate can be called `enforced`.
 */
export function repairKeywords(tokens: readonly IToken[], source: SourceText): { tokens: IToken[]; issues: Issue[] } {
  const repaired = [...tokens];
  const issues: Issue[] = [];
  const repair = (index: number, type: TokenType, word: string): boolean => {
    const token = repaired[index];
    if (token?.tokenType !== Name || closestName(token.image, [word]) === undefined) return false;
    repaired[index] = withTokenType(token, type);
    issues.push(misspelledKeywordIssue(token, word, source));
    return true;
  };

  const starts: number[] = [];
  for (let index = 0; index < repaired.length; index++) {
    if (isRuleStart(repaired, index)) repair(index, Rule, "rule");
    if (isKeywordAt(repaired, index, Rule) || startsTest(repaired, index, source)) starts.push(index);
  }
  const lacks = new Set<number>();
  for (const [nth, start] of starts.entries()) {
    const stop = starts[nth + 1] ?? repaired.length;
    if (!isKeywordAt(repaired, start, Rule)) continue;
    const check = repairRuleKeywords(repaired, start, stop, repair);
    const place = check === undefined ? undefined : firstEnforcement(repaired, check + 1, stop);
    if (place !== undefined) lacks.add(place);
  }
  if (lacks.size === 0) return { tokens: repaired, issues };
  const whole = repaired.flatMap((token, index) => {
    if (!lacks.has(index)) return [token];
    issues.push(missingEnforceIssue(token, source));
    return [{ ...withTokenType(token, Enforce), image: "" }, token];
  });
  return { tokens: whole, issues };
}

type RepairToken = (index: number, type: TokenType, word: string) => boolean;

/**
 * Repairs the keywords of one rule, from its `rule` at index `start` up to index `stop` (exclusive).
 *
 * @returns the index of its `check`, if it has no `enforce`
 */
function repairRuleKeywords(
  tokens: readonly IToken[],
  start: number,
  stop: number,
  repair: RepairToken,
): number | undefined {
  const find = (type: TokenType, from: number): number => {
    for (let index = from; index < stop; index++) if (isKeywordAt(tokens, index, type)) return index;
    return -1;
  };
  const findOrRepair = (type: TokenType, word: string, from: number, until: number): number => {
    const found = find(type, from);
    if (found >= 0) return found;
    for (let index = from; index < until; index++) {
      if (standsAlone(tokens, index) && repair(index, type, word)) return index;
    }
    return from;
  };
  const afterName = start + (tokens[start + 1]?.tokenType === At ? 3 : 2);
  if (find(End, start) < 0) findOrRepair(End, "end", Math.max(afterName, stop - 1), stop);
  const enforce = find(Enforce, start);
  const trigger = findOrRepair(Trigger, "trigger", afterName, afterName + 1);
  const afterTool = trigger + (isToolAfterEvent(tokens, trigger + 2) ? 3 : 2);
  const check = findOrRepair(Check, "check", afterTool, enforce < 0 ? stop : enforce);
  const repaired = findOrRepair(Enforce, "enforce", check + 1, stop);
  return isKeywordAt(tokens, repaired, Enforce) || !isKeywordAt(tokens, check, Check) ? undefined : check;
}

const openingBrackets: readonly TokenType[] = [t.LeftParen, t.LeftBracket, t.LeftBrace];
const closingBrackets: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace];

/** The index of the first word outside brackets that is the name of an enforcement and not negated. */
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

/** Whether the word after an event is a tool, because the next token can't be part of a check. */
function isToolAfterEvent(tokens: readonly IToken[], index: number): boolean {
  const after = tokens[index + 1];
  const isWord = tokens[index - 1]?.tokenType === t.TriggerEvent && tokens[index]?.tokenType === Name;
  if (!isWord || after === undefined) return false;
  return [Enforce, t.Let, t.TriggerEvent, t.Or].some((type) => tokenMatcher(after, type));
}

/** Whether only `rule` is possible at an index: before an `@`, or before a name and `trigger` at the start or after `end`. */
function isRuleStart(tokens: readonly IToken[], index: number): boolean {
  if (tokens[index + 1]?.tokenType === At) return true;
  if (index > 0 && !isKeywordAt(tokens, index - 1, End)) return false;
  return closestName(tokens[index + 2]?.image ?? "", ["trigger"]) !== undefined;
}

/** Whether a word belongs to the token before it, as in `a.stop` or `!stop`. */
function belongsToPreviousToken(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1];
  return before !== undefined && [At, Dot, t.Not].some((type) => tokenMatcher(before, type));
}

/** Whether a word is not part of a longer name, a call or a list. */
function standsAlone(tokens: readonly IToken[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isOneOf = (token: IToken | undefined, types: readonly TokenType[]): boolean =>
    token !== undefined && types.some((type) => tokenMatcher(token, type));
  return !isOneOf(before, notAfter) && !isOneOf(after, notBefore);
}

const notAfter: readonly TokenType[] = [At, Dot, t.Comma, t.Colon, t.Assign, t.Or, ...openingBrackets];
const notBefore: readonly TokenType[] = [Dot, t.Comma, t.Colon, t.Assign, LeftParen, ...closingBrackets];

/** The issue of a missing `enforce` before the first enforcement. */
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

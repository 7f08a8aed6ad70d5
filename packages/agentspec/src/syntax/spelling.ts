import type { Issue } from "@helve/core";
import { closestName, type SourceText } from "@helve/core/internal";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { misspelt, note, type Placed, quoted, type Reading } from "./reading.ts";
import * as t from "./tokens.ts";
import { At, Check, Dot, End, Enforce, LeftParen, Name, Rule, Trigger } from "./tokens.ts";

/**
 * Puts keywords where misspelt ones stand, so that one wrong letter is one mistake and not three. An `enforce` that is
 * not there at all is put before the first enforcement, which would be a predicate otherwise.
 *
 * A word counts as a misspelt keyword only where its rule lacks that keyword: a predicate may be called `enforced`.
 */
export function mendKeywords(tokens: readonly IToken[], source: SourceText): { tokens: IToken[]; issues: Issue[] } {
  const mended = [...tokens];
  const issues: Issue[] = [];
  const mend = (index: number, type: TokenType, word: string): boolean => {
    const token = mended[index];
    if (token?.tokenType !== Name || closestName(token.image, [word]) === undefined) return false;
    mended[index] = retyped(token, type);
    issues.push(misspelt(token, word, source));
    return true;
  };

  const starts: number[] = [];
  for (let index = 0; index < mended.length; index++) {
    if (beginsRule(mended, index)) mend(index, Rule, "rule");
    if (isKeyword(mended, index, Rule)) starts.push(index);
  }
  const lacks = new Set<number>();
  for (const [nth, start] of starts.entries()) {
    const stop = starts[nth + 1] ?? mended.length;
    const check = mendRule(mended, start, stop, mend);
    const place = check === undefined ? undefined : firstEnforcement(mended, check + 1, stop);
    if (place !== undefined) lacks.add(place);
  }
  if (lacks.size === 0) return { tokens: mended, issues };
  const whole = mended.flatMap((token, index) => {
    if (!lacks.has(index)) return [token];
    issues.push(missingEnforce(token, source));
    return [{ ...retyped(token, Enforce), image: "" }, token];
  });
  return { tokens: whole, issues };
}

type Mend = (index: number, type: TokenType, word: string) => boolean;

/**
 * Mends the keywords of one rule, whose `rule` is at `start` and whose tokens end before `stop`.
 *
 * @returns where its `check` is, if it has no `enforce`
 */
function mendRule(tokens: readonly IToken[], start: number, stop: number, mend: Mend): number | undefined {
  const find = (type: TokenType, from: number): number => {
    for (let index = from; index < stop; index++) if (isKeyword(tokens, index, type)) return index;
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
  const afterTool = trigger + (isToolOfEvent(tokens, trigger + 2) ? 3 : 2);
  const check = findOrMend(Check, "check", afterTool, enforce < 0 ? stop : enforce);
  const mended = findOrMend(Enforce, "enforce", check + 1, stop);
  return isKeyword(tokens, mended, Enforce) || !isKeyword(tokens, check, Check) ? undefined : check;
}

const opening: readonly TokenType[] = [t.LeftParen, t.LeftBracket, t.LeftBrace];
const closing: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace];

/** The first word outside brackets that is the name of an enforcement and not negated. */
function firstEnforcement(tokens: readonly IToken[], from: number, stop: number): number | undefined {
  let depth = 0;
  for (const [nth, { tokenType }] of tokens.slice(from, stop).entries()) {
    if (opening.includes(tokenType)) depth++;
    else if (closing.includes(tokenType)) depth--;
    else if (depth === 0 && t.enforcementTokens.includes(tokenType) && !isPart(tokens, from + nth)) return from + nth;
  }
  return undefined;
}

/** Whether a word behind an event is a tool: what comes next can't be part of a check. */
function isToolOfEvent(tokens: readonly IToken[], index: number): boolean {
  const after = tokens[index + 1];
  const isWord = tokens[index - 1]?.tokenType === t.TriggerEvent && tokens[index]?.tokenType === Name;
  if (!isWord || after === undefined) return false;
  return [Enforce, t.Let, t.TriggerEvent, t.Or].some((type) => tokenMatcher(after, type));
}

/** Where only `rule` can stand: before an `@`, and before a name and a trigger at the start or after an `end`. */
function beginsRule(tokens: readonly IToken[], index: number): boolean {
  if (tokens[index + 1]?.tokenType === At) return true;
  if (index > 0 && !isKeyword(tokens, index - 1, End)) return false;
  return closestName(tokens[index + 2]?.image ?? "", ["trigger"]) !== undefined;
}

/** A token as one of another kind. */
export function retyped(token: IToken, type: TokenType): IToken {
  return { ...token, tokenType: type, tokenTypeIdx: type.tokenTypeIdx ?? 0 };
}

/** After an `@` or a `.`, a keyword is a name. */
export function isKeyword(tokens: readonly IToken[], index: number, type: TokenType): boolean {
  const before = tokens[index - 1]?.tokenType;
  return tokens[index]?.tokenType === type && before !== At && before !== Dot;
}

/** Whether a word goes with the token before it. */
function isPart(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1];
  return before !== undefined && [At, Dot, t.Not].some((type) => tokenMatcher(before, type));
}

/** Whether a word is part of nothing: of no longer name, of no call and no list. */
function standsAlone(tokens: readonly IToken[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isOneOf = (token: IToken | undefined, types: readonly TokenType[]): boolean =>
    token !== undefined && types.some((type) => tokenMatcher(token, type));
  return !isOneOf(before, noneBefore) && !isOneOf(after, noneAfter);
}

const noneBefore: readonly TokenType[] = [At, Dot, t.Comma, t.Colon, t.Assign, t.Or, ...opening];
const noneAfter: readonly TokenType[] = [Dot, t.Comma, t.Colon, t.Assign, LeftParen, ...closing];

function missingEnforce({ image, startOffset }: IToken, source: SourceText): Issue {
  const at = source.range(startOffset, startOffset);
  return {
    code: "unexpected_token",
    message: `expected "enforce" (got ${quoted(image)})`,
    range: source.range(startOffset, startOffset + image.length),
    expected: '"enforce"',
    quickFix: { title: 'Write "enforce"', range: at, text: "enforce " },
  };
}

/** Notes a word that would be one of those, were it not for its case. */
export function checkCase(word: Placed, candidates: Iterable<string>, reading: Reading): boolean {
  const written = [...candidates];
  const lower = word.image.toLowerCase();
  const meant = written.includes(word.image) ? undefined : written.find((one) => one.toLowerCase() === lower);
  if (meant !== undefined) note(reading, misspelt(word, meant, reading.source));
  return meant !== undefined;
}

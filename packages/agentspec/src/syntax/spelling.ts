import { type Issue, nearest, type Source } from "@helve/core";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { misspelt, quoted } from "./reading.ts";
import * as t from "./tokens.ts";
import { At, Check, Dot, End, Enforce, LeftParen, Name, Rule, Trigger } from "./tokens.ts";

/**
 * Puts keywords where misspelt ones stand, so that one wrong letter is one mistake and not three. An `enforce` that is
 * not there at all is put before the first enforcement, which would be a predicate otherwise.
 *
 * A word counts as a misspelt keyword only where its rule lacks that keyword: a predicate may be called `enforced`.
 */
export function mendKeywords(tokens: readonly IToken[], source: Source): { tokens: IToken[]; issues: Issue[] } {
  const mended = [...tokens];
  const issues: Issue[] = [];
  const mend = (index: number, type: TokenType, word: string): boolean => {
    const token = mended[index];
    if (token?.tokenType !== Name || nearest(token.image, [word]) === undefined) return false;
    mended[index] = { ...token, tokenType: type, tokenTypeIdx: type.tokenTypeIdx ?? 0 };
    issues.push(misspelt(token, word, source));
    return true;
  };

  for (const index of mended.keys()) if (beginsRule(mended, index)) mend(index, Rule, "rule");
  const starts = [...mended.keys()].filter((index) => isKeyword(mended, index, Rule));
  const lacks = new Set<number>();
  for (const [nth, start] of starts.entries()) {
    const stop = starts[nth + 1] ?? mended.length;
    const check = mendRule(mended, start, stop, mend);
    const place = check === undefined ? undefined : firstEnforcement(mended, check + 1, stop);
    if (place !== undefined) lacks.add(place);
  }
  const whole = mended.flatMap((token, index) => {
    if (!lacks.has(index)) return [token];
    issues.push(missingEnforce(token, source));
    return [{ ...token, image: "", tokenType: Enforce, tokenTypeIdx: Enforce.tokenTypeIdx ?? 0 }, token];
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
  const check = findOrMend(Check, "check", trigger + 1, enforce < 0 ? stop : enforce);
  const mended = findOrMend(Enforce, "enforce", check + 1, stop);
  return isKeyword(tokens, mended, Enforce) || !isKeyword(tokens, check, Check) ? undefined : check;
}

const enforcements: readonly TokenType[] = [t.UserInspection, t.LlmSelfReflect, t.InvokeAction, t.Stop];
const opening: readonly TokenType[] = [t.LeftParen, t.LeftBracket, t.LeftBrace];
const closing: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace];

/** The first word outside brackets that is the name of an enforcement and not negated. */
function firstEnforcement(tokens: readonly IToken[], from: number, stop: number): number | undefined {
  let depth = 0;
  for (const [nth, { tokenType }] of tokens.slice(from, stop).entries()) {
    if (opening.includes(tokenType)) depth++;
    else if (closing.includes(tokenType)) depth--;
    else if (depth === 0 && enforcements.includes(tokenType) && !isPart(tokens, from + nth)) return from + nth;
  }
  return undefined;
}

/** Where only `rule` can stand: before an `@`, at the start, or after an `end`. */
function beginsRule(tokens: readonly IToken[], index: number): boolean {
  return index === 0 || tokens[index + 1]?.tokenType === At || isKeyword(tokens, index - 1, End);
}

/** After an `@` or a `.`, a keyword is a name. */
function isKeyword(tokens: readonly IToken[], index: number, type: TokenType): boolean {
  const before = tokens[index - 1]?.tokenType;
  return tokens[index]?.tokenType === type && before !== At && before !== Dot;
}

/** Whether a word goes with the token before it. */
function isPart(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1];
  return before !== undefined && [At, Dot, t.Not].some((type) => tokenMatcher(before, type));
}

/** Whether a word is part of no longer name and has no arguments. */
function standsAlone(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1]?.tokenType;
  const after = tokens[index + 1]?.tokenType;
  return before !== At && before !== Dot && after !== Dot && after !== LeftParen;
}

function missingEnforce({ image, startOffset }: IToken, source: Source): Issue {
  const at = source.range(startOffset, startOffset);
  return {
    code: "unexpected_token",
    message: `expected "enforce" (got ${quoted(image)})`,
    range: source.range(startOffset, startOffset + image.length),
    expected: '"enforce"',
    fix: { title: 'Write "enforce"', range: at, text: "enforce " },
  };
}

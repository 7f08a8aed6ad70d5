import { type Issue, nearest, type Source } from "@helve/core";
import type { IToken, TokenType } from "chevrotain";
import { At, Check, Dot, End, Enforce, LeftParen, Name, Rule, Trigger } from "./tokens.ts";

/**
 * Puts keywords where misspelt ones stand, so that one wrong letter is one mistake and not three.
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
  for (const [nth, start] of starts.entries()) mendRule(mended, start, starts[nth + 1] ?? mended.length, mend);
  return { tokens: mended, issues };
}

type Mend = (index: number, type: TokenType, word: string) => boolean;

/** Mends the keywords of one rule, whose `rule` is at `start` and whose tokens end before `stop`. */
function mendRule(tokens: readonly IToken[], start: number, stop: number, mend: Mend): void {
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
  findOrMend(Enforce, "enforce", check + 1, stop);
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

/** Whether a word is part of no longer name and has no arguments. */
function standsAlone(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1]?.tokenType;
  const after = tokens[index + 1]?.tokenType;
  return before !== At && before !== Dot && after !== Dot && after !== LeftParen;
}

function misspelt({ image, startOffset }: IToken, word: string, source: Source): Issue {
  const range = source.range(startOffset, startOffset + image.length);
  return {
    code: "misspelt_keyword",
    message: `expected "${word}" (got "${image}"): did you mean "${word}"?`,
    range,
    expected: `"${word}"`,
    fix: { title: `Write "${word}"`, range, text: word },
  };
}

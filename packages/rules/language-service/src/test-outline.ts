import { startsTest, tokens as t, testTokensAt } from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { lexedText, type OpenProgram } from "./open-program.ts";

/** Finds the tests of a text by their keywords alone, so that tests that don't parse are found, too. */
export function testOutlines(program: OpenProgram): readonly TestOutline[] {
  const { tokens, source } = lexedText(program);
  const tests: TestOutline[] = [];
  for (let start = 0; start < tokens.length; ) {
    const own = startsTest(tokens, start, source) ? testTokensAt(tokens, start) : [];
    if (own.length > 0) tests.push({ tokens: own, name: own[1], ruleNames: ruleNamesIn(own) });
    start += Math.max(1, own.length);
  }
  return tests;
}

/** The tokens of a test; words that are keywords there have the types of keywords. */
export interface TestOutline {
  /** From `test` to `end`, or to the end of the text if `end` is missing. */
  readonly tokens: readonly IToken[];
  /** The string after `test`. */
  readonly name: IToken | undefined;
  /** The names of rules after `by`, without their `@`. */
  readonly ruleNames: readonly IToken[];
}

/** The words after `by`, an `@` or a comma, up to the `end`. */
function ruleNamesIn(tokens: readonly IToken[]): readonly IToken[] {
  const by = tokens.findLastIndex(({ tokenType }) => tokenType === t.By);
  if (by < 0) return [];
  return tokens.slice(by + 1).filter((token, index, after) => {
    if (!tokenMatcher(token, t.Word)) return false;
    const [before, next] = [after[index - 1], after[index + 1]];
    if (before?.tokenType === t.At) return true;
    const isOnly = token.image === "only" && index === 0 && (next?.tokenType === t.At || isName(next));
    return tokenMatcher(token, t.Name) && !isOnly;
  });
}

function isName(token: IToken | undefined): boolean {
  return token !== undefined && tokenMatcher(token, t.Name);
}

import { tokens as t, tokenize } from "@helve/agentspec/internal";
import { sourceText } from "@helve/core/internal";

import type { IToken, TokenType } from "chevrotain";
// Tokens that stand for what a rule has around the part at hand, whatever that is.

/** All that comes before what follows a keyword, with the keyword. */
export function upTo(keyword: TokenType | undefined): readonly IToken[] {
  if (keyword === t.Enforce) return someTokens().slice(0, 6);
  if (keyword === t.Check) return someTokens().slice(0, 5);
  return someTokens().slice(0, keyword === t.Trigger ? 3 : 1);
}

/**
 * A whole rule.
 *
 * @param head - what stands between its trigger and its check
 * @param value - a value that it compares with something; empty for none
 */
export function ruleWith(head: readonly IToken[], value: readonly IToken[]): IToken[] {
  const comparison = value.length === 0 ? [] : [...value, ...someTokens().slice(8)];
  return [...upTo(t.Trigger), ...head, ...someTokens().slice(4, 5), ...comparison, ...someTokens().slice(5, 8)];
}

let tokens: readonly IToken[] | undefined;

function someTokens(): readonly IToken[] {
  tokens ??= tokenize(sourceText("rule x trigger any check enforce stop end == 1")).tokens;
  return tokens;
}

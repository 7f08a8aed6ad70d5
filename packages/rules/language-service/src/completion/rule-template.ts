import { tokens as t, tokenize } from "@helve/agentspec/internal";
import { sourceText } from "@helve/core/internal";
import type { IToken, TokenType } from "chevrotain";

/**
 * Returns the tokens of a minimal rule up to and including a keyword. The tokens of a clause can follow, so that it parses without the rest
 * of its rule. `ruleStart(t.Check)` is `rule x trigger any check`; `ruleStart(undefined)` is `rule`.
 */
export function ruleStart(keyword: TokenType | undefined): readonly IToken[] {
  const { rule, name, trigger, anyTool, check, enforce } = templateTokens();
  switch (keyword) {
    case t.Trigger:
      return [rule, name, trigger];
    case t.Check:
      return [rule, name, trigger, anyTool, check];
    case t.Enforce:
      return [rule, name, trigger, anyTool, check, enforce];
    default:
      return [rule];
  }
}

/**
 * Returns the tokens of a complete rule around parts of another rule: `rule x trigger HEAD check VALUE == 1 enforce stop end`.
 *
 * @param head - the tokens between `trigger` and `check`
 * @param value - the tokens of a value; when empty, the check is empty
 */
export function ruleWith(head: readonly IToken[], value: readonly IToken[]): IToken[] {
  const { check, equals, one, enforce, stop, end } = templateTokens();
  const condition = value.length === 0 ? [] : [...value, equals, one];
  return [...ruleStart(t.Trigger), ...head, check, ...condition, enforce, stop, end];
}

type TemplateTokens = ReturnType<typeof tokenizeTemplate>;
let cachedTokens: TemplateTokens | undefined;

/** The tokens of the template rule by name; tokenized once. */
function templateTokens(): TemplateTokens {
  cachedTokens ??= tokenizeTemplate();
  return cachedTokens;
}

/** Returns the tokens of a minimal rule. */
function tokenizeTemplate() {
  const { tokens } = tokenize(sourceText("rule x trigger any check 0 == 1 enforce stop end"));
  const [rule, name, trigger, anyTool, check, , equals, one, enforce, stop, end] = tokens as TokenTuple;
  return { rule, name, trigger, anyTool, check, equals, one, enforce, stop, end };
}

/** The eleven tokens of the template rule. */
type TokenTuple = [IToken, IToken, IToken, IToken, IToken, IToken, IToken, IToken, IToken, IToken, IToken];

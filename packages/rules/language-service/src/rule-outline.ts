import { isKeywordAt, startsRule, startsTest, tokens as t } from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { type LexedText, lexedText, type OpenProgram } from "./open-program.ts";

/** Finds the rules of a text by their keywords alone, so that rules that don't parse are found, too. */
export function ruleOutlines(program: OpenProgram): readonly RuleOutline[] {
  const { tokens, source } = lexedText(program);
  const rules: RuleOutline[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    if (startsRule(tokens, start, source)) {
      while (end < tokens.length && !isKeywordAt(tokens, end - 1, t.End) && !startsBlock(tokens, end, source)) end++;
      rules.push(ruleOutline(tokens.slice(start, end)));
    }
    start = end;
  }
  return rules;
}

/** Whether a rule or a test begins at a token. */
function startsBlock(tokens: readonly IToken[], index: number, source: LexedText["source"]): boolean {
  return startsRule(tokens, index, source) || startsTest(tokens, index, source);
}

/** The tokens of a rule, and the name and the `let` bindings among them. The rule need not be valid. */
export interface RuleOutline {
  /** The name, without the `@`. */
  readonly name: IToken | undefined;
  /** From `rule` to `end`, or to the next rule if `end` is missing. */
  readonly tokens: readonly IToken[];
  /** The `let` bindings. */
  readonly bindings: readonly BindingOutline[];
}

/** A `let` of a rule. */
interface BindingOutline {
  readonly first: IToken;
  readonly name: IToken;
  /** The last token before the next part of the rule. */
  readonly last: IToken;
}

/** The name and the `let` bindings of the rule that consists of these tokens. */
function ruleOutline(tokens: readonly IToken[]): RuleOutline {
  const name = tokens[tokens[1]?.tokenType === t.At ? 2 : 1];
  const isNamed = name !== undefined && tokenMatcher(name, tokens[1] === name ? t.Name : t.Word);
  return {
    name: isNamed ? name : undefined,
    tokens,
    bindings: [...tokens.keys()].flatMap((index) => bindingOutlines(tokens, index)),
  };
}

/** The `let` that begins at an index, as a list; empty if no `let` begins there. */
function bindingOutlines(tokens: readonly IToken[], index: number): readonly BindingOutline[] {
  const first = tokens[index];
  const name = bindingName(tokens, index);
  if (first === undefined || name === undefined) return [];
  let end = index + 1;
  while (end < tokens.length && !endsBinding(tokens, end)) end++;
  return [{ first, name, last: tokens[end - 1] ?? name }];
}

/** The name of the `let` that begins at an index; undefined if no `let` begins there. */
function bindingName(tokens: readonly IToken[], index: number): IToken | undefined {
  if (!isKeywordAt(tokens, index, t.Let)) return undefined;
  const isVal = tokens[index + 1]?.tokenType === t.Val && tokens[index + 2]?.tokenType !== t.Assign;
  const [name, sign] = isVal ? [tokens[index + 2], tokens[index + 3]] : [tokens[index + 1], tokens[index + 2]];
  return sign?.tokenType === t.Assign && name !== undefined && tokenMatcher(name, t.Name) ? name : undefined;
}

/** Whether the token at an index begins the next part of the rule or the next `let`. */
function endsBinding(tokens: readonly IToken[], index: number): boolean {
  const startsPart = [t.Check, t.Enforce, t.End].some((type) => isKeywordAt(tokens, index, type));
  return startsPart || bindingName(tokens, index) !== undefined;
}

import { isKeywordAt, startsRule, tokens as t } from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { lexedText, type OpenProgram } from "./open-program.ts";

/** The tokens of a rule, which need not be valid. */
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

/** Finds the rules of a text by their keywords, in the order of the text. */
export function ruleOutlines(program: OpenProgram): readonly RuleOutline[] {
  const { tokens, source } = lexedText(program);
  const rules: RuleOutline[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    if (startsRule(tokens, start, source)) {
      while (end < tokens.length && !isKeywordAt(tokens, end - 1, t.End) && !startsRule(tokens, end, source)) end++;
      rules.push(ruleOutline(tokens.slice(start, end)));
    }
    start = end;
  }
  return rules;
}

function ruleOutline(tokens: readonly IToken[]): RuleOutline {
  const name = tokens[tokens[1]?.tokenType === t.At ? 2 : 1];
  const isNamed = name !== undefined && tokenMatcher(name, tokens[1] === name ? t.Name : t.Word);
  return {
    name: isNamed ? name : undefined,
    tokens,
    bindings: [...tokens.keys()].flatMap((at) => bindingOutlines(tokens, at)),
  };
}

function bindingOutlines(tokens: readonly IToken[], at: number): readonly BindingOutline[] {
  const first = tokens[at];
  const name = bindingName(tokens, at);
  if (first === undefined || name === undefined) return [];
  let end = at + 1;
  while (end < tokens.length && !endsBinding(tokens, end)) end++;
  return [{ first, name, last: tokens[end - 1] ?? name }];
}

/** The name of the `let` at an index; undefined if there is no `let`. */
function bindingName(tokens: readonly IToken[], at: number): IToken | undefined {
  if (!isKeywordAt(tokens, at, t.Let)) return undefined;
  const isVal = tokens[at + 1]?.tokenType === t.Val && tokens[at + 2]?.tokenType !== t.Assign;
  const [name, sign] = isVal ? [tokens[at + 2], tokens[at + 3]] : [tokens[at + 1], tokens[at + 2]];
  return sign?.tokenType === t.Assign && name !== undefined && tokenMatcher(name, t.Name) ? name : undefined;
}

function endsBinding(tokens: readonly IToken[], at: number): boolean {
  const isNext = [t.Check, t.Enforce, t.End].some((type) => isKeywordAt(tokens, at, type));
  return isNext || bindingName(tokens, at) !== undefined;
}

/** Suggestions in a test: its keywords, tools, outcomes and rules. */
import { enforcementNames, givenSubjects, tokens as t, testOutcomes, triggerEvents } from "@helve/agentspec/internal";
import type { IToken, TokenType } from "chevrotain";
import { catalogueIndex, type OpenProgram } from "../open-program.ts";
import { ruleOutlines } from "../rule-outline.ts";
import type { TestCompletionContext } from "./completion-context.ts";
import type { CompletionItemKind, Suggestion } from "./suggestion.ts";

/** Suggests completions inside a test. */
export function testSuggestions(program: OpenProgram, { tokens }: TestCompletionContext): readonly Suggestion[] {
  const [before, last] = tokens.slice(-2);
  const end = last ?? before;
  switch (end?.tokenType) {
    case t.Test:
      return [];
    case t.Given:
      return words(givenSubjects, "Keyword");
    case t.After:
      return toolSuggestions(program);
    case t.When:
      return [...toolSuggestions(program), ...words(triggerEvents.slice(1), "Event", 4)];
    case t.Expect:
      return words([...enforcementNames, ...testOutcomes], "EnumMember");
    case t.DurationLiteral:
      return words(["ago"], "Keyword");
    case t.By:
    case t.At:
    case t.Comma:
      return tokens.some(({ tokenType }) => tokenType === t.By) ? ruleSuggestions(program, end.tokenType === t.At) : [];
    default:
      return isOpen(tokens) ? [] : words(nextParts(tokens), "Keyword", 6);
  }
}

/** The keywords that can follow: what is given and the steps before the event, then the event and the expectation. */
function nextParts(tokens: readonly IToken[]): readonly string[] {
  const has = (type: TokenType): boolean => tokens.some(({ tokenType }) => tokenType === type);
  if (has(t.Expect)) return has(t.By) ? ["end"] : ["by", "end"];
  return has(t.When) ? ["expect"] : ["given", "after", "when"];
}

/** Whether a bracket is open. */
function isOpen(tokens: readonly IToken[]): boolean {
  const depth = tokens.reduce((open, { tokenType }) => {
    if ([t.LeftParen, t.LeftBracket, t.LeftBrace].includes(tokenType)) return open + 1;
    return [t.RightParen, t.RightBracket, t.RightBrace].includes(tokenType) ? open - 1 : open;
  }, 0);
  return depth > 0;
}

function toolSuggestions(program: OpenProgram): readonly Suggestion[] {
  const names = [...(catalogueIndex(program).tools?.byName.keys() ?? [])].filter((name) =>
    /^[\w-]+(?:\.[\w-]+)?$/.test(name),
  );
  return names.map((label) => ({ label, kind: "Method", rank: 0, text: `${label}({$1})`, isSnippet: true }));
}

/** Suggests the names of the rules, with `@` unless it was typed. */
function ruleSuggestions(program: OpenProgram, hasSign: boolean): readonly Suggestion[] {
  const names = ruleOutlines(program).flatMap(({ name }) => (name === undefined ? [] : [name.image]));
  return words(
    names.map((name) => (hasSign ? name : `@${name}`)),
    "Constant",
  );
}

/** Creates suggestions from labels. */
function words(
  labels: readonly string[],
  kind: CompletionItemKind,
  rank: Suggestion["rank"] = 0,
): readonly Suggestion[] {
  return labels.map((label) => ({ label, kind, rank }));
}

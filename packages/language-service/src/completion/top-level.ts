import { defaultDecisions, unknownPolicies } from "@helve/agentspec/internal";
import { checkFailures, type TopLevelCompletionContext } from "./completion-context.ts";
import { headerKeywordSuggestion, headerValueSuggestion, keywordSuggestion } from "./keywords.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests what can be written between rules: a whole rule as a snippet and, before the first rule, the lines of the header. */
export function topLevelSuggestions({
  lineWords: [first, second, third],
  isAfterRule,
  headerSubjects: header,
}: TopLevelCompletionContext): readonly Suggestion[] {
  const isOpen = (subject: string): boolean => !isAfterRule && !header.has(subject);
  if (first === undefined) {
    const words = [...(isOpen("default") ? ["default"] : []), ...(checkFailures.some(isOpen) ? ["on"] : [])];
    return [ruleSnippet, keywordSuggestion("rule"), ...words.map(headerKeywordSuggestion)];
  }
  if (first === "default")
    return second === undefined && isOpen(first) ? defaultDecisions.map(headerValueSuggestion) : [];
  if (first !== "on" || third !== undefined) return [];
  if (second === undefined) return checkFailures.filter(isOpen).map(headerValueSuggestion);
  return checkFailures.includes(second) && isOpen(second) ? unknownPolicies.map(headerValueSuggestion) : [];
}

const ruleSnippet: Suggestion = {
  label: "rule … end",
  kind: "Snippet",
  rank: 0,
  text: `rule @\${1:name}\ntrigger \${2:any}\ncheck $3\nenforce \${4:user_inspection}\nend$0`,
  isSnippet: true,
  detail: "a rule",
};

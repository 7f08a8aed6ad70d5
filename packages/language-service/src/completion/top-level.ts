import { defaultDecisions, unknownPolicies } from "@helve/agentspec/internal";
import { checkFailures, type TopLevelCompletionContext } from "./completion-context.ts";
import { headerChoiceItem, headerKeywordItem, keywordItem } from "./keywords.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests a whole rule, and before the first rule the lines of the header. */
export function topLevelSuggestions({
  lineWords: line,
  isAfterRule,
  headerSubjects: header,
}: TopLevelCompletionContext): readonly Suggestion[] {
  const [first, second, third] = line;
  const isOpen = (subject: string): boolean => !isAfterRule && !header.has(subject);
  if (first === undefined) {
    const words = [...(isOpen("default") ? ["default"] : []), ...(checkFailures.some(isOpen) ? ["on"] : [])];
    return [ruleSnippet, keywordItem("rule"), ...words.map(headerKeywordItem)];
  }
  if (first === "default") return second === undefined && isOpen(first) ? defaultDecisions.map(headerChoiceItem) : [];
  if (first !== "on" || third !== undefined) return [];
  if (second === undefined) return checkFailures.filter(isOpen).map(headerChoiceItem);
  return checkFailures.includes(second) && isOpen(second) ? unknownPolicies.map(headerChoiceItem) : [];
}

const ruleSnippet: Suggestion = {
  label: "rule … end",
  kind: "Snippet",
  rank: 0,
  text: `rule @\${1:name}\ntrigger \${2:any}\ncheck $3\nenforce \${4:user_inspection}\nend$0`,
  isSnippet: true,
  detail: "a rule",
};

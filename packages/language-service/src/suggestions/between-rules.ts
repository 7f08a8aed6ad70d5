import { defaultDecisions, unknownPolicies } from "@helve/agentspec/internal";
import { type CaretBetweenRules, failures } from "../caret.ts";
import type { Suggestion } from "./suggestion.ts";
import { headerChoice, headerKeyword, keyword } from "./words.ts";

/** A rule, and before the first one the lines of the header. */
export function suggestionsBetweenRules({ line, isAfterRule, header }: CaretBetweenRules): readonly Suggestion[] {
  const [first, second, third] = line;
  const isOpen = (subject: string): boolean => !isAfterRule && !header.has(subject);
  if (first === undefined) {
    const words = [...(isOpen("default") ? ["default"] : []), ...(failures.some(isOpen) ? ["on"] : [])];
    return [wholeRule, keyword("rule"), ...words.map(headerKeyword)];
  }
  if (first === "default") return second === undefined && isOpen(first) ? defaultDecisions.map(headerChoice) : [];
  if (first !== "on" || third !== undefined) return [];
  if (second === undefined) return failures.filter(isOpen).map(headerChoice);
  return failures.includes(second) && isOpen(second) ? unknownPolicies.map(headerChoice) : [];
}

const wholeRule: Suggestion = {
  label: "rule … end",
  kind: "Snippet",
  rank: 0,
  text: `rule @\${1:name}\ntrigger \${2:any}\ncheck $3\nenforce \${4:user_inspection}\nend$0`,
  isSnippet: true,
  detail: "a rule",
};

import { defaultDecisions, unknownPolicies, unknownSubjects } from "@helve/agentspec/internal";
import type { OpenProgram } from "../open-program.ts";
import { checkFailures, type TopLevelCompletionContext } from "./completion-context.ts";
import {
  headerKeywordSuggestion,
  headerValueSuggestion,
  keywordSuggestion,
  sourceNameSuggestions,
} from "./keywords.ts";
import type { Suggestion } from "./suggestion.ts";
import { membersOfToolkit, toolPatternSuggestions } from "./tools.ts";

/** Suggests what can be written between rules: a whole rule as a snippet and, before the first rule, the lines of the header. */
export function topLevelSuggestions(
  program: OpenProgram,
  { lineWords, isAfterRule, headerSubjects: header }: TopLevelCompletionContext,
): readonly Suggestion[] {
  const [first, second, third] = lineWords;
  const isOpen = (subject: string): boolean => !isAfterRule && !header.has(subject);
  if (first === undefined) {
    const words = [...(isOpen("default") ? ["default"] : []), ...(checkFailures.some(isOpen) ? ["on"] : [])];
    const others = isAfterRule ? [] : ["trust", "untrusted", "let"];
    return [ruleSnippet, testSnippet, keywordSuggestion("rule"), ...[...words, ...others].map(headerKeywordSuggestion)];
  }
  if (first === "trust" || first === "untrusted") return isAfterRule ? [] : sourceSuggestions(program, lineWords);
  if (first === "default")
    return second === undefined && isOpen(first) ? defaultDecisions.map(headerValueSuggestion) : [];
  if (first !== "on" || isAfterRule) return [];
  if (second === undefined) return checkFailures.filter(isOpen).map(headerValueSuggestion);
  const isUnknown = second === "unknown";
  if (third !== undefined) {
    const isSubject = isUnknown && unknownSubjects.some((subject) => subject === third) && lineWords.length === 3;
    return isSubject ? unknownPolicies.map(headerValueSuggestion) : [];
  }
  if (isUnknown) return [...unknownSubjects, ...(isOpen(second) ? unknownPolicies : [])].map(headerValueSuggestion);
  return checkFailures.includes(second) && isOpen(second) ? unknownPolicies.map(headerValueSuggestion) : [];
}

/** Suggests a source after `trust`, a comma, or the dot after a toolkit. */
function sourceSuggestions(program: OpenProgram, words: readonly string[]): readonly Suggestion[] {
  const [toolkit, dot] = words.slice(-2);
  if (dot === ".") return toolkitSuggestions(program, toolkit ?? "");
  if (dot !== "," && words.length > 1) return [];
  const prompt = sourceNameSuggestions.filter(({ label }) => label === "prompt");
  return [...toolPatternSuggestions(program, { nextTokens: [] }), ...prompt];
}

/** Suggests the tools of a toolkit, and `any`. */
function toolkitSuggestions(program: OpenProgram, toolkit: string): readonly Suggestion[] {
  return [...membersOfToolkit(program, toolkit, true), keywordSuggestion("any")];
}

const testSnippet: Suggestion = {
  label: "test … end",
  kind: "Snippet",
  rank: 2,
  text: `test "\${1:name}"\nwhen \${2:Toolkit.Tool}({$3})\nexpect \${4:allow}\nend$0`,
  isSnippet: true,
  detail: "a test of the rules",
};

const ruleSnippet: Suggestion = {
  label: "rule … end",
  kind: "Snippet",
  rank: 0,
  text: `rule @\${1:name}\ntrigger \${2:any}\ncheck $3\nenforce \${4:user_inspection}\nend$0`,
  isSnippet: true,
  detail: "a rule",
};

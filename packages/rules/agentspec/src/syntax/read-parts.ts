import type { Issue } from "@helve/core";
import { lastIndexWhere, type SourceText } from "@helve/core/internal";
import { attachDocComments } from "./comments.ts";
import { applyGrammar } from "./grammar.ts";
import { normalizeDialect } from "./normalize-dialect.ts";
import type { ProgramParts } from "./program-parts.ts";
import { startOffset } from "./ranges.ts";
import { repairKeywords } from "./repair-keywords.ts";
import { separateTextBetweenRules, type TextBetweenRules } from "./text-between-rules.ts";
import { tokenize } from "./tokenize.ts";
import { withoutIssues } from "./without-issues.ts";

/** Reads the parts of a program from a text: rules, tests, bindings, comments, and the issues of each. */
export function readParts(source: SourceText): ProgramParts {
  const tokenized = tokenize(source);
  const repaired = repairKeywords(tokenized.tokens, source);
  const { tokens, textBetweenRules } = separateTextBetweenRules(repaired.tokens, source);
  const normalized = normalizeDialect(tokens, source);
  const parsed = applyGrammar(normalized.tokens, source);
  const tokenIssues = [
    ...issuesOutsideText(textBetweenRules, [...tokenized.issues, ...repaired.issues]),
    ...textBetweenRules.map(({ issue }) => issue),
    ...normalized.issues,
  ];
  const documented = attachDocComments(withoutIssues(parsed.rules, tokenIssues), tokenized.comments, source);
  const alternativeForms = [...normalized.alternativeForms, ...parsed.alternativeForms].sort(
    (a, b) => startOffset(a.range) - startOffset(b.range),
  );
  return {
    ...parsed,
    ...documented,
    tests: withoutIssues(parsed.tests, tokenIssues),
    alternativeForms,
    issues: [...tokenIssues, ...parsed.issues],
  };
}

/** Drops issues within the text between rules, which is reported as a whole. */
function issuesOutsideText(prose: readonly TextBetweenRules[], issues: readonly Issue[]): readonly Issue[] {
  if (prose.length === 0) return issues;
  return issues.filter((issue) => {
    const offset = startOffset(issue.range);
    const nth = lastIndexWhere(prose.length, (index) => (prose[index]?.start ?? 0) <= offset);
    return issue.code === "unterminated_comment" || offset >= (prose[nth]?.end ?? 0);
  });
}

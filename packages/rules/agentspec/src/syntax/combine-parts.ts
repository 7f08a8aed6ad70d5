import type { Issue, ReadResult } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { withoutUndefined } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { buildHeader } from "./build-header.ts";
import { attachComments } from "./comments.ts";
import { duplicateNameIssues } from "./duplicate-names.ts";
import { maxIssues } from "./parser-state.ts";
import type { ProgramParts } from "./program-parts.ts";
import { startOffset } from "./ranges.ts";
import { withoutIssues } from "./without-issues.ts";

/** Combines the parts of a text: builds its header, leaves out rules and tests whose name is there already, and attaches its comments. */
export function combineParts(parts: ProgramParts, source: SourceText): ProgramReadResult {
  const { bindings, alternativeForms } = parts;
  const duplicates = duplicateNameIssues(parts.names);
  const rules = withoutIssues(parts.rules, duplicates);
  const tests = withoutIssues(parts.tests, duplicates);
  const { header, issues: headerIssues } = buildHeader(parts.headerLines, rules[0], source);
  const issues = [...parts.issues, ...duplicates, ...headerIssues];
  const uncommented: Program = withoutUndefined({
    type: "program",
    header,
    bindings: bindings.length > 0 ? bindings : undefined,
    rules,
    tests: tests.length > 0 ? tests : undefined,
    alternativeForms: alternativeForms.length > 0 ? alternativeForms : undefined,
    range: source.range(0, source.text.length),
  });
  const documented = new Set(rules.map(({ range }) => range.start.offset));
  const comments = parts.comments.filter(
    ({ documents }) => documents === undefined || !documented.has(documents.range.start.offset),
  );
  const program = attachComments(uncommented, comments);
  const isEmpty = rules.length === 0 && tests.length === 0;
  const result = readResult(program, issues.length === 0 && isEmpty ? [noRuleIssue(source)] : sortIssues(issues));
  combined.set(result, parts);
  return result;
}

/** The result of `readProgram`. */
export interface ProgramReadResult extends ReadResult<Program> {
  /**
   * The rules without issues; the same as `value` if the text has no issue. It is for tools such as editors. Do not
   * enforce it while there are issues.
   */
  readonly partialProgram: Program;
}

const combined = new WeakMap<ProgramReadResult, ProgramParts>();

/** Returns the parts from which a result was combined; `undefined` if the text could not be read. */
export function partsOf(result: ProgramReadResult): ProgramParts | undefined {
  return combined.get(result);
}

/** Combines a program and the issues to a read result. */
function readResult(program: Program, issues: readonly Issue[]): ProgramReadResult {
  return { value: issues.length === 0 ? program : undefined, issues, partialProgram: program };
}

/** The issue of a text without rules and tests. */
function noRuleIssue(source: SourceText): Issue {
  const message = 'a program has at least one rule: expected "rule" (got the end of the text)';
  return { code: "no_rule", message, range: source.range(0, 0), expected: '"rule"' };
}

/** Sorts issues by their position; cuts the list after the maximal number of issues. */
function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const sorted = issues.toSorted((a, b) => startOffset(a.range) - startOffset(b.range));
  const unlisted = sorted[maxIssues];
  if (unlisted?.range === undefined) return sorted;
  const message = `more than ${maxIssues} errors: those after this one are not listed`;
  return [...sorted.slice(0, maxIssues), { code: "too_many_issues", message, range: unlisted.range }];
}

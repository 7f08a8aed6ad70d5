import type { Issue, ReadResult, TextRange } from "@helve/core";
import { type SourceText, sourceText } from "@helve/core/internal";
import type { Program, Rule, RuleTest } from "@helve/core/program";
import { attachComments, attachDocComments } from "./comments.ts";
import { applyGrammar } from "./grammar.ts";
import { normalizeDialect } from "./normalize-dialect.ts";
import { maxIssues } from "./parser-state.ts";
import { ProgramError } from "./program-error.ts";
import { repairKeywords } from "./repair-keywords.ts";
import { separateTextBetweenRules, type TextBetweenRules } from "./text-between-rules.ts";
import { tokenize } from "./tokenize.ts";

/**
 * Parses the text of an AgentSpec program (AgentSpec §3.1, Fig. 3; `docs/grammar.ebnf` has the whole grammar).
 *
 * The text may have at most 1,000,000 characters (UTF-16 units) and 10,000 rules. Values, parentheses and negations may be
 * nested 100 levels deep.
 *
 * @throws ProgramError with every issue of the text and its position; beyond 100 issues, the first 100
 *
 * @example
 * parseProgram("rule @ask trigger Gmail.SendEmail check enforce user_inspection end").rules[0]?.name; // "ask"
 */
export function parseProgram(text: string): Program {
  const { value, issues } = readProgram(text);
  if (value === undefined) throw new ProgramError(issues);
  return value;
}

/** The result of `readProgram`. */
export interface ProgramReadResult extends ReadResult<Program> {
  /**
   * The rules without issues; the same as `value` if the text has no issue. It is for tools such as editors. Do not
   * enforce it while there are issues.
   */
  readonly partialProgram: Program;
}

/**
 * Parses the text of an AgentSpec program like `parseProgram`, but never throws. If some rules have issues,
 * `partialProgram` still has the others.
 *
 * @returns `issues` in the order of the text, each with its range; beyond 100 issues, the first 100
 *
 * @example
 * readProgram("rule a trigger X check enforce stop end rule b tri").partialProgram.rules.length; // 1
 */
export function readProgram(text: string): ProgramReadResult {
  if (typeof text !== "string" || text.length > maxTextLength) {
    const start = sourceText("").range(0, 0);
    const issue = typeof text === "string" ? tooLongIssue(text, start) : noTextIssue(text, start);
    return readResult({ type: "program", rules: [], range: start }, [issue]);
  }
  const source = sourceText(text);
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
  const issues = [...tokenIssues, ...parsed.issues];
  const tests = withoutIssues(parsed.tests, tokenIssues);
  const documented = attachDocComments(withoutIssues(parsed.rules, tokenIssues), tokenized.comments, source);
  const alternativeForms = [...normalized.alternativeForms, ...parsed.alternativeForms].sort(
    (a, b) => startOffset(a.range) - startOffset(b.range),
  );
  const uncommented: Program = {
    type: "program",
    ...(parsed.header !== undefined && { header: parsed.header }),
    ...(parsed.bindings.length > 0 && { bindings: parsed.bindings }),
    rules: documented.rules,
    ...(tests.length > 0 && { tests }),
    ...(alternativeForms.length > 0 && { alternativeForms }),
    range: source.range(0, text.length),
  };
  const program = attachComments(uncommented, documented.comments, source);
  const isEmpty = program.rules.length === 0 && tests.length === 0;
  const result = readResult(program, issues.length === 0 && isEmpty ? [noRuleIssue(source)] : sortIssues(issues));
  names.set(result, parsed.names);
  return result;
}

const names = new WeakMap<ProgramReadResult, NamedRanges>();

/** Names of rules and tests, each with the range where it is first; also of those with syntax errors. */
export type NamedRanges = readonly (readonly [name: string, range: TextRange])[];

/** The names of the rules and tests of a text that was read; `undefined` if it could not be read at all. */
export function namesIn(result: ProgramReadResult): NamedRanges | undefined {
  return names.get(result);
}

/** Combines a program, the issues and the names to a read result. */
export function readResultOf(program: Program, issues: readonly Issue[], named: NamedRanges): ProgramReadResult {
  const result = readResult(program, issues);
  names.set(result, named);
  return result;
}

/** The maximal length of a program's text in UTF-16 units. */
export const maxTextLength = 1_000_000;

/** Combines a program and the issues to a read result. */
function readResult(program: Program, issues: readonly Issue[]): ProgramReadResult {
  return { value: issues.length === 0 ? program : undefined, issues, partialProgram: program };
}

/** The issue of a text without rules and tests. */
function noRuleIssue(source: SourceText): Issue {
  const message = 'a program has at least one rule: expected "rule" (got the end of the text)';
  return { code: "no_rule", message, range: source.range(0, 0), expected: '"rule"' };
}

/** The issue of a text that is too long. */
function noTextIssue(value: unknown, range: TextRange): Issue {
  const got = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  return { code: "type", message: `a program must be a text (got ${got})`, range, expected: "a text" };
}

function tooLongIssue({ length }: string, range: TextRange): Issue {
  const message = `a program has at most ${maxTextLength} characters (got ${length}): split it`;
  return { code: "too_long", message, range, expected: `at most ${maxTextLength} characters` };
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

/** The rules or tests that contain none of the issues found before parsing. */
function withoutIssues<Part extends Rule | RuleTest>(
  parts: readonly Part[],
  issues: readonly Issue[],
): readonly Part[] {
  if (issues.length === 0) return parts;
  const offsets = issues.map(({ range }) => startOffset(range)).sort((a, b) => a - b);
  return parts.filter(({ range: { start, end } }) => {
    const last = lastIndexWhere(offsets.length, (index) => (offsets[index] ?? 0) < end.offset);
    return (offsets[last] ?? -1) < start.offset;
  });
}

/** Binary search: the last index for which a condition holds that holds for all earlier indices too; -1 if there is none. */
function lastIndexWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Sorts issues by their position; cuts the list after the maximal number of issues. */
function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const sorted = issues.toSorted((a, b) => startOffset(a.range) - startOffset(b.range));
  const unlisted = sorted[maxIssues];
  if (unlisted?.range === undefined) return sorted;
  const message = `more than ${maxIssues} errors: those after this one are not listed`;
  return [...sorted.slice(0, maxIssues), { code: "too_many_issues", message, range: unlisted.range }];
}

/** The offset at which a range starts; 0 without a range. */
function startOffset(range: TextRange | undefined): number {
  return range?.start.offset ?? 0;
}

import type { Issue, TextRange } from "@helve/core";
import { type SourceText, sourceText } from "@helve/core/internal";
import type { Program, Rule } from "@helve/core/program";
import { attachComments } from "./attach-comments.ts";
import { plainTokens } from "./dialect.ts";
import { documentRules } from "./doc-comments.ts";
import { parseTokens } from "./grammar.ts";
import { type Prose, withoutProse } from "./prose.ts";
import { mostIssues } from "./reading.ts";
import { mendKeywords } from "./spelling.ts";
import { tokenize } from "./tokenize.ts";

/** How many characters a text may have. */
export const longest = 1_000_000;

/** What came of reading a text. */
export interface ProgramReading {
  /** With the rules in which nothing is wrong. While there are issues it is for tools to look at, not to be enforced. */
  readonly program: Program;
  /** Everything that is wrong, in the order of the text, each with its place; beyond 100 mistakes, the first 100. */
  readonly issues: readonly Issue[];
}

/**
 * Reads a text of AgentSpec rules as `parseProgram` does, and never throws: of a text with mistakes it gives the rules that
 * have none.
 *
 * @example
 * readProgram("rule a trigger X check enforce stop end rule b tri").program.rules.length; // 1
 */
export function readProgram(text: string): ProgramReading {
  if (text.length > longest) {
    const nowhere = sourceText("").range(0, 0);
    return { program: { type: "program", rules: [], range: nowhere }, issues: [tooLong(text, nowhere)] };
  }
  const source = sourceText(text);
  const lexed = tokenize(source);
  const spelt = mendKeywords(lexed.tokens, source);
  const { tokens, prose } = withoutProse(spelt.tokens, source);
  const plain = plainTokens(tokens, source);
  const parsed = parseTokens(plain.tokens, source);
  const early = [
    ...outside(prose, [...lexed.issues, ...spelt.issues]),
    ...prose.map(({ issue }) => issue),
    ...plain.issues,
  ];
  const issues = [...early, ...parsed.issues];
  const documented = documentRules(withoutMistakes(parsed.rules, early), lexed.comments, source);
  const spellings = [...plain.spellings, ...parsed.spellings].sort((a, b) => offsetOf(a.range) - offsetOf(b.range));
  const bare: Program = {
    type: "program",
    ...(parsed.header !== undefined && { header: parsed.header }),
    rules: documented.rules,
    ...(spellings.length > 0 && { spellings }),
    range: source.range(0, text.length),
  };
  const program = attachComments(bare, documented.comments, source);
  if (issues.length > 0) return { program, issues: inOrder(issues) };
  return { program, issues: program.rules.length === 0 ? [noRule(source)] : [] };
}

function noRule(source: SourceText): Issue {
  const message = 'a program has at least one rule: expected "rule" (got the end of the text)';
  return { code: "no_rule", message, range: source.range(0, 0), expected: '"rule"' };
}

function tooLong({ length }: string, range: TextRange): Issue {
  const message = `a program has at most ${longest} characters (got ${length}): split it`;
  return { code: "too_long", message, range, expected: `at most ${longest} characters` };
}

/** The issues that are about more than the prose between rules. */
function outside(prose: readonly Prose[], issues: readonly Issue[]): readonly Issue[] {
  if (prose.length === 0) return issues;
  return issues.filter((issue) => {
    const offset = offsetOf(issue.range);
    const nth = lastBefore(prose.length, (index) => (prose[index]?.start ?? 0) <= offset);
    return issue.code === "unterminated_comment" || offset >= (prose[nth]?.end ?? 0);
  });
}

/** The rules in which there is no issue of those that were found before the parser's. */
function withoutMistakes(rules: readonly Rule[], issues: readonly Issue[]): readonly Rule[] {
  if (issues.length === 0) return rules;
  const offsets = issues.map(({ range }) => offsetOf(range)).sort((a, b) => a - b);
  return rules.filter(({ range: { start, end } }) => {
    const last = lastBefore(offsets.length, (index) => (offsets[index] ?? 0) < end.offset);
    return (offsets[last] ?? -1) < start.offset;
  });
}

/** The last index of which something holds that holds of all before it; -1 when there is none. */
function lastBefore(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function inOrder(issues: readonly Issue[]): readonly Issue[] {
  const sorted = issues.toSorted((a, b) => offsetOf(a.range) - offsetOf(b.range));
  const unlisted = sorted[mostIssues];
  if (unlisted?.range === undefined) return sorted;
  const message = `more than ${mostIssues} mistakes: those from here on are not listed`;
  return [...sorted.slice(0, mostIssues), { code: "too_many_issues", message, range: unlisted.range }];
}

function offsetOf(range: TextRange | undefined): number {
  return range?.start.offset ?? 0;
}

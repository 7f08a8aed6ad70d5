import { type Issue, type Range, type Source, sourceOf } from "@helve/core";
import { parseTokens } from "./grammar.ts";
import { ProgramError } from "./program-error.ts";
import { mostIssues } from "./reading.ts";
import { mendKeywords } from "./spelling.ts";
import { tokenize } from "./tokenize.ts";
import type { Program } from "./tree.ts";

const longest = 1_000_000;

/**
 * Reads a text of AgentSpec rules.
 *
 * The text may have at most 1,000,000 characters (UTF-16 units), values and negations may be nested 100 deep.
 *
 * @throws ProgramError naming what is wrong in all of its rules, each with its place; beyond 100 mistakes, the first 100
 *
 * @example
 * parseProgram("rule @ask trigger Gmail.SendEmail check enforce user_inspection end").rules[0]?.name; // "ask"
 */
export function parseProgram(text: string): Program {
  if (text.length > longest) throw new ProgramError([tooLong(text)]);
  const source = sourceOf(text);
  const lexed = tokenize(source);
  const spelt = mendKeywords(lexed.tokens, source);
  const parsed = parseTokens(spelt.tokens, source);
  const issues = [...lexed.issues, ...spelt.issues, ...parsed.issues];
  if (parsed.program === undefined || issues.length > 0) throw new ProgramError(inOrder(issues));
  if (parsed.program.rules.length === 0) throw new ProgramError([noRule(source)]);
  return parsed.program;
}

function noRule(source: Source): Issue {
  const message = 'a program has at least one rule: expected "rule" (got the end of the text)';
  return { code: "no_rule", message, range: source.range(0, 0), expected: '"rule"' };
}

function tooLong({ length }: string): Issue {
  const range = sourceOf("").range(0, 0);
  const message = `a program has at most ${longest} characters (got ${length}): split it`;
  return { code: "too_long", message, range, expected: `at most ${longest} characters` };
}

function inOrder(issues: readonly Issue[]): readonly Issue[] {
  const sorted = issues.toSorted((a, b) => offsetOf(a.range) - offsetOf(b.range));
  const unlisted = sorted[mostIssues];
  if (unlisted?.range === undefined) return sorted;
  const message = `more than ${mostIssues} mistakes: those from here on are not listed`;
  return [...sorted.slice(0, mostIssues), { code: "too_many_issues", message, range: unlisted.range }];
}

function offsetOf(range: Range | undefined): number {
  return range?.start.offset ?? 0;
}

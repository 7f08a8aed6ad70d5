import type { Issue, TextRange } from "@helve/core";
import { sourceText } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { combineParts, type ProgramReadResult } from "./combine-parts.ts";
import { ProgramError } from "./program-error.ts";
import { readParts } from "./read-parts.ts";

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
    return { value: undefined, issues: [issue], partialProgram: { type: "program", rules: [], range: start } };
  }
  const source = sourceText(text);
  return combineParts(readParts(source), source);
}

/** The maximal length of a program's text in UTF-16 units. */
export const maxTextLength = 1_000_000;

/** The issue of a text that is too long. */
function noTextIssue(value: unknown, range: TextRange): Issue {
  const got = value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
  return { code: "type", message: `a program must be a text (got ${got})`, range, expected: "a text" };
}

function tooLongIssue({ length }: string, range: TextRange): Issue {
  const message = `a program has at most ${maxTextLength} characters (got ${length}): split it`;
  return { code: "too_long", message, range, expected: `at most ${maxTextLength} characters` };
}

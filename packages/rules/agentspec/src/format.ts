import type { Expression, Program } from "@helve/core/program";
import { printDoc } from "./format/pretty-printer.ts";
import { writeCondition } from "./format/write-check.ts";
import { writeContext } from "./format/write-context.ts";
import { writeProgram } from "./format/write-program.ts";
import { parseProgram } from "./syntax/parse-program.ts";

/**
 * Formats a program in the canonical form: one clause per line, lines of at most 100 columns where they can be broken, a blank
 * line between rules, comments where they were. The formatted text parses to the same tree (ranges aside), and formatting it
 * again returns the same text.
 *
 * @param program - a syntax tree, or a text, which is parsed first
 * @returns the formatted text, which ends with a line ending
 * @throws ProgramError when the text has a mistake; when a tree that was not parsed from a text holds what no text can
 *   express; when the formatted text is too long or nested too deeply to be parsed
 *
 * @example
 * formatProgram("rule r trigger X check !p enforce llm_self_examine end");
 * // "rule @r\ntrigger X\ncheck !p\nenforce llm_self_reflect\nend\n"
 */
export function formatProgram(program: Program | string): string {
  return writeProgram(typeof program === "string" ? parseProgram(program) : program);
}

/**
 * Formats one condition of a check on one line, for messages.
 *
 * @throws ProgramError when it holds what no text can express
 *
 * @example
 * formatCondition(rule.check.operands[0]); // 'args.amount > 1000'
 */
export function formatCondition(condition: Expression): string {
  const context = writeContext({ comments: new Map(), writeCondition });
  return printDoc(writeCondition(condition, context), Number.POSITIVE_INFINITY);
}

import type { Program } from "@helve/core/program";
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
 * // "rule @r\ntrigger any.X\ncheck !p\nenforce llm_self_reflect\nend\n"
 */
export function formatProgram(program: Program | string): string {
  return writeProgram(typeof program === "string" ? parseProgram(program) : program);
}

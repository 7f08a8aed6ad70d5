import type { Program } from "@helve/core/program";
import { ProgramError } from "./program-error.ts";
import { readProgram } from "./read-program.ts";

/**
 * Reads a text of AgentSpec rules (AgentSpec §3.1, Fig. 3; `docs/grammar.ebnf` has the whole grammar).
 *
 * The text may have at most 1,000,000 characters (UTF-16 units) and 10,000 rules; values, parentheses and negations may be
 * nested 100 deep.
 *
 * @throws ProgramError naming what is wrong in all of its rules, each with its place; beyond 100 mistakes, the first 100
 *
 * @example
 * parseProgram("rule @ask trigger Gmail.SendEmail check enforce user_inspection end").rules[0]?.name; // "ask"
 */
export function parseProgram(text: string): Program {
  const { program, issues } = readProgram(text);
  if (issues.length > 0) throw new ProgramError(issues);
  return program;
}

import type { Issue } from "@helve/core";
import type { Program, Rule } from "@helve/core/program";
import { ProgramError } from "../syntax/program-error.ts";
import { newCheck, readNode } from "./read-node.ts";
import { ruleSetIssues } from "./rule-set-issues.ts";

/**
 * Reads a program that is JSON already: one that a program or a model made, or a tree that was stored.
 *
 * It has to fit `programSchema()`; what has no `range` gets the empty one at the start. What it may hold is what a text can
 * say: 10,000 rules, 100 levels, no two rules of one name, no name that is a keyword.
 *
 * @throws ProgramError naming everything that is wrong, each with a JSON pointer in its `path`; the first 100 if there are
 *   more
 *
 * @example
 * const program = parseProgramJson(JSON.parse(JSON.stringify(parseProgram(text))));
 */
export function parseProgramJson(value: unknown): Program {
  return read(value, "program", (program) => ruleSetIssues(program.rules, ["rules"]));
}

/**
 * Reads one rule that is JSON already, as `parseProgramJson` reads a program. It has to fit `ruleSchema()`.
 *
 * @throws ProgramError naming everything that is wrong
 *
 * @example
 * const rule = parseRuleJson(JSON.parse(answer));
 */
export function parseRuleJson(value: unknown): Rule {
  return read(value, "rule", (rule) => ruleSetIssues([rule], []));
}

interface Roots {
  readonly program: Program;
  readonly rule: Rule;
}

function read<T extends keyof Roots>(value: unknown, type: T, more: (root: Roots[T]) => readonly Issue[]): Roots[T] {
  const check = newCheck();
  const root = readNode(value, { kind: "node", types: [type] }, [], check);
  if (root === undefined || root.type !== type || check.issues.length > 0) throw new ProgramError(check.issues);
  // Of its type, it is what the schema says of it.
  const known = root as Program & Rule & Roots[T];
  const issues = more(known);
  if (issues.length > 0) throw new ProgramError(issues);
  return known;
}

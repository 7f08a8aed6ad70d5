/** Reads a rule file and the tests beside it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseProgram } from "@helve/agentspec";
import { HelveError } from "@helve/core";
import type { Program } from "@helve/core/program";

/** The rules of a file and their tests. */
export interface RuleFile {
  /** The rules, and all tests of both files. */
  readonly program: Program;
  /** The files that were read: the file, and the one with the rules if it has only tests. */
  readonly files: readonly string[];
}

/**
 * Reads a rule file with its tests. Tests can be in the file of their rules, or in a file of their own beside it:
 * `rules.test.agentspec` has the tests of `rules.agentspec`. Either of the two can be given.
 *
 * @throws ProgramError if a text has a mistake; HelveError (`no_rules`) if a file has only tests and no rules are beside it
 *
 * @example
 * const { program } = readRuleFile("helve/rules.agentspec");
 */
export function readRuleFile(file: string | URL): RuleFile {
  const path = typeof file === "string" ? file : fileURLToPath(file);
  const program = parseFile(path);
  if (program.rules.length === 0) {
    const rulesPath = rulesFileFor(path);
    if (rulesPath === undefined || !existsSync(rulesPath)) throw new NoRulesError(path, rulesPath);
    return joined(parseFile(rulesPath), program, [rulesPath, path]);
  }
  const testsPath = path.replace(/\.agentspec$/, ".test.agentspec");
  if (testsPath === path || !existsSync(testsPath)) return { program, files: [path] };
  return joined(program, parseFile(testsPath), [path, testsPath]);
}

/**
 * The file whose rules a file of tests is about.
 *
 * @example
 * rulesFileFor("helve/rules.test.agentspec"); // "helve/rules.agentspec"
 */
export function rulesFileFor(testFile: string): string | undefined {
  return testFile.endsWith(".test.agentspec") ? testFile.replace(/\.test\.agentspec$/, ".agentspec") : undefined;
}

function parseFile(path: string): Program {
  return parseProgram(readFileSync(path, "utf8"));
}

/** Combines rules with tests from another file. */
function joined(rules: Program, tests: Program, files: readonly string[]): RuleFile {
  return { program: { ...rules, tests: [...(rules.tests ?? []), ...(tests.tests ?? [])] }, files };
}

/** A file has tests, but there are no rules for them. */
class NoRulesError extends HelveError {
  readonly code = "no_rules";

  constructor(path: string, rulesPath: string | undefined) {
    const expected =
      rulesPath === undefined ? "rules in it, or the name NAME.test.agentspec beside the rules" : rulesPath;
    super(`${path} has tests and no rules: expected ${expected}`);
  }
}

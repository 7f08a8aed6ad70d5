import type { Program, RuleTest } from "@helve/agentspec";
import { readProgram } from "@helve/agentspec";
import { documentSymbols } from "@helve/language-service";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { runTests } from "@helve/rule-tests";
import type { Workspace } from "./workspace.ts";

/** The command that runs a test, or all tests of a file. Its arguments are the URI, and the index of the test in the file. */
export const runTestCommand = "helve.runTest";

/** The result of tests. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test with what was expected and what the rules decided; or why no test ran. */
  readonly failures: readonly string[];
}

/**
 * Runs tests of a rule file, by its policy. Never throws, unless the signal is aborted.
 *
 * @param index - of the test among those of the file; all tests if absent
 */
export async function runTest(
  workspace: Workspace,
  uri: unknown,
  index: unknown,
  signal: AbortSignal,
): Promise<TestRun> {
  const program = typeof uri === "string" ? workspace.program(uri) : undefined;
  if (typeof uri !== "string" || program === undefined) return refused("there is no rule file with this URI");
  const own = readProgram(program.text).value;
  if (own === undefined) return refused("the file has mistakes: fix them before you run its tests");
  const tests = own.tests ?? [];
  const chosen = index === undefined || index === null ? tests : testsAt(workspace, uri, index, tests);
  if (chosen.length === 0) return refused("there is no such test");
  const rules = own.rules.length > 0 ? own : rulesBeside(workspace, uri);
  if (rules === undefined) return refused("the rules of these tests have mistakes, or are not in the workspace");
  return run(rules, chosen, workspace.policyOf(uri), signal);
}

async function run(rules: Program, tests: readonly RuleTest[], policy: Policy, signal: AbortSignal): Promise<TestRun> {
  try {
    const options = { predicates: predicates(policy), trust: resultTrust(policy.traits) };
    const { passed, failed, results } = await runTests(rules, { ...options, tests, signal });
    const failures = results.flatMap(({ test, failure }) =>
      failure === undefined ? [] : [`✗ ${test.name}\n${failure}`],
    );
    return { passed, failed, failures };
  } catch (error) {
    signal.throwIfAborted();
    return refused(error instanceof Error ? error.message : String(error));
  }
}

function testsAt(workspace: Workspace, uri: string, index: unknown, tests: readonly RuleTest[]): readonly RuleTest[] {
  const program = workspace.program(uri);
  const symbols = program === undefined ? [] : documentSymbols(program).filter(({ kind }) => kind === "Method");
  const start = symbols[Number(index)]?.range.start.offset;
  return tests.filter(({ range }) => range.start.offset === start);
}

function rulesBeside(workspace: Workspace, uri: string): Program | undefined {
  const [linked] = workspace.linked(uri);
  return linked && readProgram(linked.program.text).value;
}

function refused(reason: string): TestRun {
  return { passed: 0, failed: 0, failures: [reason] };
}

/** `runTests`: runs the tests of a rule file. */
import type { Program, RuleTest } from "@helve/core/program";
import { type Coverage, coverageOf } from "./coverage.ts";
import { runTest, type TestResult } from "./run-test.ts";
import { type TestEngineOptions, testEngine } from "./test-engine.ts";

/** Options of `runTests`: the predicates and limits of the engine, and which tests run. */
export interface RunTestsOptions extends TestEngineOptions {
  /** The tests; by default those of the program. */
  readonly tests?: readonly RuleTest[] | undefined;
  /** Called after each test. */
  readonly onResult?: ((result: TestResult, done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The result of all tests. */
export interface TestReport {
  readonly results: readonly TestResult[];
  readonly passed: number;
  readonly failed: number;
  /** Which rules, conditions and enforcements the tests reach. */
  readonly coverage: Coverage;
}

/**
 * Runs the tests of a program. Nobody is asked and nothing runs: each test sees what the rules decide.
 *
 * @param program - the rules, and the tests unless `tests` in the options has them
 * @throws PlanError if the rules can't be enforced; the signal's reason when it is aborted
 *
 * @example
 * const report = await runTests(parseProgram(text), { predicates: predicates(policy) });
 * console.log(formatReport(report));
 */
export async function runTests(program: Program, options: RunTestsOptions): Promise<TestReport> {
  const { tests = program.tests ?? [], onResult, signal = new AbortController().signal } = options;
  const engine = testEngine(program, options);
  const results: TestResult[] = [];
  for (const test of tests) {
    signal.throwIfAborted();
    const result = await runTest(test, engine, signal);
    results.push(result);
    onResult?.(result, results.length, tests.length);
  }
  const passed = results.filter((result) => result.passed).length;
  const verdicts = results.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
  return { results, passed, failed: results.length - passed, coverage: coverageOf(program, verdicts) };
}

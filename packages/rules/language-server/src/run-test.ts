/** Runs a test from the editor: the command, its arguments and its result. */
import type { RunTestsResult } from "./protocol.ts";
import { runTests } from "./run-tests.ts";
import { testLocations } from "./test-locations.ts";
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
  if (typeof uri !== "string") return refused("there is no rule file with this URI");
  const selected =
    index === undefined || index === null ? { uri } : { uri, names: namesAt(workspace, uri, Number(index)) };
  return countsOf(await runTests(workspace, { files: [selected] }, signal));
}

/** Returns the name of the test with an index, or no name if there is no such test. */
function namesAt(workspace: Workspace, uri: string, index: number): readonly string[] {
  const program = workspace.program(uri);
  const test = program && testLocations(program)[index];
  return test === undefined ? [] : [test.name];
}

/** Counts the passed and failed tests. */
function countsOf({ files }: RunTestsResult): TestRun {
  const problem = files.find((file) => file.problem !== undefined)?.problem;
  if (problem !== undefined) return refused(problem);
  const results = files.flatMap((file) => file.results);
  const failed = results.filter(({ passed }) => !passed);
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    failures: failed.map(({ name, failure = "" }) => `✗ ${name}\n${failure}`),
  };
}

/** Returns the result of tests that could not run. */
function refused(reason: string): TestRun {
  return { passed: 0, failed: 0, failures: [reason] };
}

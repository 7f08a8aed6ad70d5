import { readProgram } from "@helve/agentspec";
import { errorJson } from "@helve/core";
import type { Program, RuleTest } from "@helve/core/program";
import { predicates, resultTrust } from "@helve/predicates";
import { runTests as runRuleTests, type TestResult } from "@helve/rule-tests";
import { toRange } from "./conversions.ts";
import { coveredRules } from "./covered-rules.ts";
import type { FileTestResults, RunTestsParams, RunTestsResult, TestOutcome, TestSelection } from "./protocol.ts";
import { comparableUri } from "./uri.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Runs tests of rule files by their policies. Tests of `rules.test.agentspec` are about the rules of `rules.agentspec`. They run together with
 * the tests in that file, with one coverage.
 *
 * @throws the reason of the signal when it is aborted
 */
export async function runTests(
  workspace: Workspace,
  { files }: RunTestsParams,
  signal: AbortSignal,
): Promise<RunTestsResult> {
  /** By the comparable URIs of the rules. */
  const runs = new Map<string, RulesRun>();
  const problems: FileTestResults[] = [];
  for (const file of files) {
    const selected = select(workspace, file);
    if (typeof selected === "string") problems.push({ uri: file.uri, problem: selected, results: [] });
    else {
      const { rulesUri, rules, tests } = selected;
      const key = comparableUri(rulesUri);
      const run = runs.get(key) ?? { rulesUri, rules, parts: [] };
      runs.set(key, { ...run, parts: [...run.parts, { uri: file.uri, tests }] });
    }
  }
  const done: RunTestsResult[] = [];
  for (const run of runs.values()) done.push(await runOnRules(workspace, run, signal));
  return {
    files: [...problems, ...done.flatMap((result) => result.files)],
    coverage: done.flatMap(({ coverage }) => coverage),
  };
}

/** Tests of files that are about the same rules. */
interface RulesRun {
  readonly rulesUri: string;
  readonly rules: Program;
  readonly parts: readonly { readonly uri: string; readonly tests: readonly RuleTest[] }[];
}

/** Finds the tests of a selection and their rules. Returns an error message if none can run. */
function select(
  workspace: Workspace,
  { uri, names }: TestSelection,
): { readonly rulesUri: string; readonly rules: Program; readonly tests: readonly RuleTest[] } | string {
  const program = workspace.program(uri);
  if (program === undefined) return "there is no rule file with this URI";
  const own = readProgram(program.text).value;
  if (own === undefined) return "the file has mistakes: fix them before you run its tests";
  const tests = (own.tests ?? []).filter(({ name }) => names?.includes(name) ?? true);
  if (tests.length === 0) return "there is no such test";
  if (own.rules.length > 0) return { rulesUri: uri, rules: own, tests };
  const [linked] = workspace.linked(uri);
  const rules = linked && readProgram(linked.program.text).value;
  return linked === undefined || rules === undefined
    ? "the rules of these tests have mistakes, or are not in the workspace"
    : { rulesUri: linked.uri, rules, tests };
}

/** Runs the tests of a file on the rules. */
async function runOnRules(
  workspace: Workspace,
  { rulesUri, rules, parts }: RulesRun,
  signal: AbortSignal,
): Promise<RunTestsResult> {
  const tests = parts.flatMap((part) => part.tests);
  try {
    const policy = workspace.policyOf(rulesUri);
    const options = { predicates: predicates(policy), trust: resultTrust(policy.traits), tests, signal };
    const { results, coverage } = await runRuleTests(rules, options);
    return {
      files: parts.map((part) => ({
        uri: part.uri,
        results: results.filter(({ test }) => part.tests.includes(test)).map(outcomeOf),
      })),
      coverage: [{ uri: rulesUri, rules: coveredRules(rules, coverage) }],
    };
  } catch (error) {
    signal.throwIfAborted();
    const problem = errorJson(error).message;
    return { files: parts.map(({ uri }) => ({ uri, problem, results: [] })), coverage: [] };
  }
}

/** Converts a test result to the form of the protocol. */
function outcomeOf({ test, passed, failure, expected, actual }: TestResult): TestOutcome {
  return {
    name: test.name,
    passed,
    range: toRange(test.expect.range),
    failure,
    expected,
    actual,
  };
}

import { openProgram, type SemanticToken, semanticTokens } from "@helve/language-service";
import { formatCoverage, formatReport, runTests } from "@helve/rule-tests";
import type { EvaluationDetails, EvaluationRequest, TestSummary } from "../evaluation.ts";
import { withLanguages } from "./languages.ts";
import { type PreparedRules, prepareRules, readText } from "./prepare-rules.ts";

/** Classifies the words of the rules for highlighting, and runs the tests. */
export async function evaluateDetails({ rules, tests, context }: EvaluationRequest): Promise<EvaluationDetails> {
  const summary = await withLanguages(async () => testSummary(tests, await prepareRules(rules, context)));
  return { ruleTokens: tokensOf(rules), testTokens: tokensOf(tests), ...summary };
}

/** Returns the semantic tokens of a rule text. */
function tokensOf(text: string): readonly SemanticToken[] {
  return text.trim() === "" ? [] : semanticTokens(openProgram(text));
}

/** Runs the tests beside the rules, and those among them. */
async function testSummary(
  text: string,
  { program, options, engine }: PreparedRules,
): Promise<Pick<EvaluationDetails, "tests" | "testProblem">> {
  const { value: beside, issues } = readText(text);
  if (program === undefined || options === undefined || engine === undefined)
    return text.trim() === "" ? {} : { testProblem: "the tests run when there are rules without mistakes" };
  const mistake = issues.find(({ severity = "error" }) => severity === "error");
  if (mistake !== undefined) return { testProblem: `line ${mistake.range?.start.line ?? 1}: ${mistake.message}` };
  const tests = [...(program.tests ?? []), ...(beside?.tests ?? [])];
  if (tests.length === 0) return {};
  const report = await runTests(program, { ...options, tests });
  const { results, passed, failed, coverage } = report;
  const summary: TestSummary = {
    passed,
    failed,
    results: results.map((result) => ({ name: result.test.name, passed: result.passed })),
    report: formatReport(report, "tests"),
    coverage: { reached: coverage.reached, goals: coverage.goals, report: formatCoverage(coverage) },
  };
  return { tests: summary };
}

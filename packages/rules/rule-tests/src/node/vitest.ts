/** The subpath `@helve/rule-tests/vitest`: the tests of a rule file as tests of vitest. */
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { formatCoverage, formatMutations } from "../format-report.ts";
import { mutateRules } from "../mutate-rules.ts";
import { runTest } from "../run-test.ts";
import { runTests } from "../run-tests.ts";
import { type TestEngineOptions, testEngine } from "../test-engine.ts";
import { readRuleFile } from "./rule-file.ts";

/** Options of `testRules`: the predicates and limits of the engine, and what the tests have to reach. */
export interface TestRulesOptions extends TestEngineOptions {
  /** The share of rules, conditions and enforcements that the tests have to reach, from 0 to 1; not checked if absent. */
  readonly coverage?: number | undefined;
  /** The share of mutations that the tests have to notice, from 0 to 1; not checked if absent. */
  readonly mutationScore?: number | undefined;
  /** The time limit for the mutations in milliseconds; default 120,000. */
  readonly mutationTimeout?: number | undefined;
}

/**
 * Declares the tests of a rule file as tests of vitest: one for each `test` block, and one each for coverage and mutations if the
 * options ask for them.
 *
 * @param file - with rules, with tests, or with both; `rules.test.agentspec` has the tests of `rules.agentspec`
 * @throws ProgramError if a text has a mistake
 *
 * @example
 * testRules(new URL("../helve/rules.agentspec", import.meta.url), { predicates: predicates(policy), coverage: 1 });
 */
export function testRules(file: string | URL, options: TestRulesOptions): void {
  const { coverage, mutationScore, mutationTimeout = 120_000 } = options;
  const { program } = readRuleFile(file);
  const { tests = [] } = program;
  describe(typeof file === "string" ? file : (fileURLToPath(file).split("/").at(-1) ?? ""), () => {
    const engine = testEngine(program, options);
    it.each(tests.map((test) => [test.name, test] as const))("%s", async (_name, test) => {
      const { failure } = await runTest(test, engine, new AbortController().signal);
      if (failure !== undefined) throw new Error(`line ${test.range.start.line}: ${failure}`);
    });
    if (coverage !== undefined) {
      it(`reaches ${coverage * 100} % of the rules, conditions and enforcements`, async () => {
        const report = (await runTests(program, options)).coverage;
        if (report.reached < coverage * report.goals) throw new Error(formatCoverage(report));
      });
    }
    if (mutationScore !== undefined) {
      it(
        `notices ${mutationScore * 100} % of the mutations`,
        async () => {
          const report = await mutateRules(program, options);
          if (report.score < mutationScore) throw new Error(formatMutations(report));
        },
        mutationTimeout,
      );
    }
  });
}

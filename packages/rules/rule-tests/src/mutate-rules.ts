/** `mutateRules`: changes rules one part at a time, and reports the changes that no test notices. */
import type { Program, RuleTest } from "@helve/core/program";
import { type Mutation, mutationsOf } from "./mutations.ts";
import { runTest, type TestResult } from "./run-test.ts";
import { type RunTestsOptions, runTests } from "./run-tests.ts";
import { sketchTest } from "./sketch-test.ts";
import { testEngine } from "./test-engine.ts";

/** Options of `mutateRules`: as for `runTests`, and a listener for the progress. */
export interface MutateRulesOptions extends Omit<RunTestsOptions, "onResult"> {
  /** Called after each mutation. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Which mutations of the rules the tests noticed. */
export interface MutationReport {
  readonly total: number;
  /** The mutations for which at least one test failed. */
  readonly killed: number;
  /** `killed / total`; 1 without any mutation. */
  readonly score: number;
  /** The mutations for which all tests passed. */
  readonly survivors: readonly Survivor[];
}

/** A mutation that no test notices. */
export interface Survivor {
  readonly mutation: Mutation;
  /** The change, in one line. */
  readonly change: string;
  /** A test that would notice it, with comments where a person has to fill in values. */
  readonly sketch: string;
}

/**
 * Changes the rules in small ways, one at a time, and runs the tests for each change: a change that no test notices could be a
 * mistake that nobody notices. It negates and drops conditions, drops rules, swaps `&` and `|`, moves numbers by one, weakens
 * enforcements and widens triggers.
 *
 * @throws Error if a test fails for the unchanged rules; PlanError if they can't be enforced; the signal's reason when it is aborted
 *
 * @example
 * const { score, survivors } = await mutateRules(program, { predicates: predicates(policy) });
 */
export async function mutateRules(program: Program, options: MutateRulesOptions): Promise<MutationReport> {
  const { onProgress, signal = new AbortController().signal } = options;
  const { results } = await runTests(program, { ...options, onResult: undefined });
  const failed = results.filter(({ passed }) => !passed).map(({ test }) => test.name);
  if (failed.length > 0)
    throw new Error(`all tests must pass before the rules are changed; these fail: ${failed.join(", ")}`);
  const mutations = mutationsOf(program);
  const survivors: Survivor[] = [];
  for (const [index, mutation] of mutations.entries()) {
    signal.throwIfAborted();
    if (!(await isKilled(mutation, testsFor(mutation, results), options, signal))) {
      survivors.push({ mutation, ...sketchTest(mutation, results) });
    }
    onProgress?.(index + 1, mutations.length);
  }
  const killed = mutations.length - survivors.length;
  return { total: mutations.length, killed, score: mutations.length === 0 ? 1 : killed / mutations.length, survivors };
}

/** Selects the tests that a mutation may affect, the likeliest first. */
function testsFor({ rule, kind }: Mutation, results: readonly TestResult[]): readonly RuleTest[] {
  const ranks = results.map(({ test, verdict }) => {
    const records = verdict?.decision.passes.flatMap(({ rules }) => rules) ?? [];
    const own = records.filter((record) => record.rule === rule.name);
    const rank = own.some(({ violated }) => violated) ? 0 : own.length > 0 ? 1 : kind === "widen the trigger" ? 2 : 3;
    return { test, rank };
  });
  const relevant = ranks.filter(({ rank }) => rank < 3);
  return relevant.sort((one, other) => one.rank - other.rank).map(({ test }) => test);
}

/** Whether a test fails with the mutated rules, so that it notices the mutation. */
async function isKilled(
  { program }: Mutation,
  tests: readonly RuleTest[],
  options: MutateRulesOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const engine = testEngine(program, options);
  for (const test of tests) {
    signal.throwIfAborted();
    const { passed } = await runTest(test, engine, signal);
    if (!passed) return true;
  }
  return false;
}

/** `helve test`: runs the tests in rule files. */
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { errorJson } from "@helve/core";
import { imaginaryProject, predicates, resultTrust } from "@helve/predicates";
import {
  formatCoverage,
  formatMutations,
  formatReport,
  mutateRules,
  runTests,
  type TestEngineOptions,
  type TestReport,
} from "@helve/rule-tests";
import { readRuleFile, watchTests } from "@helve/rule-tests/node";
import { type InputFile, inputFiles } from "../input-files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { judgingPolicy } from "../judge.ts";
import { styles } from "../styles.ts";

/** The options of `helve test`. */
export interface TestOptions {
  readonly policy?: string;
  readonly coverage?: boolean;
  readonly mutate?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** Runs the tests in rule files; once, or after each change. */
export async function test(named: readonly string[], options: TestOptions, io: Io): Promise<number> {
  const files = (await inputFiles(named, "**/*.agentspec", io)).filter(({ path }) => path !== undefined);
  if (files.length === 0) throw new UsageError("tests are in files: standard input can't be tested");
  // The tests beside a rule file run with it.
  const alone = files.filter(({ path }) => !files.some((other) => other.path === rulesBeside(path)));
  if (options.watch) return watch(alone, options, io);
  let findings = false;
  for (const { name, path = "" } of alone) {
    io.signal.throwIfAborted();
    const { program } = readRules(name, path);
    const report = await runTests(program, { ...engineOptions(path, options, io), signal: io.signal });
    if (await printRun({ name, path }, report, options, io)) findings = true;
  }
  return findings ? exitCodes.findings : exitCodes.fine;
}

/**
 * Prints a run of the tests of a file with what the options ask for.
 *
 * @returns whether there are findings: a failed test, a goal that is not reached, a mutation that no test notices
 */
async function printRun(
  { name, path }: { readonly name: string; readonly path: string },
  report: TestReport,
  options: TestOptions,
  io: Io,
): Promise<boolean> {
  const { reached, goals } = report.coverage;
  const canMutate = options.mutate === true && report.failed === 0;
  const mutations = canMutate
    ? await mutateRules(readRules(name, path).program, { ...engineOptions(path, options, io), signal: io.signal })
    : undefined;
  if (options.json) io.out(`${JSON.stringify(runJson(name, report, mutations))}\n`);
  else {
    print(name, report, io);
    if (options.coverage) io.out(`${indented(formatCoverage(report.coverage))}\n`);
    if (mutations !== undefined) io.out(`${indented(formatMutations(mutations))}\n`);
    else if (options.mutate) io.out("  mutations need passing tests\n");
  }
  return report.failed > 0 || (options.coverage === true && reached < goals) || (mutations?.survivors.length ?? 0) > 0;
}

/** Returns the results of the tests of a file as JSON. */
function runJson(
  file: string,
  { results, passed, failed, coverage: { reached, goals } }: TestReport,
  mutations: Awaited<ReturnType<typeof mutateRules>> | undefined,
): object {
  const failures = results.flatMap(({ test, failure }) =>
    failure === undefined ? [] : [{ test: test.name, failure }],
  );
  const score = mutations && { total: mutations.total, killed: mutations.killed };
  const survivors = mutations?.survivors.map(({ change, sketch }) => ({ change, sketch }));
  return { file, passed, failed, failures, coverage: { reached, goals }, ...score, survivors };
}

/**
 * Reads rules with the tests beside them.
 *
 * @throws UsageError with the name of the file
 */
function readRules(name: string, path: string): ReturnType<typeof readRuleFile> {
  try {
    return readRuleFile(path);
  } catch (error) {
    throw new UsageError(`${name}:${errorJson(error).message}`);
  }
}

/** Runs tests again after each change. */
async function watch(files: readonly InputFile[], options: TestOptions, io: Io): Promise<number> {
  const runs = files.map(({ name, path = "" }) =>
    watchTests([path], { ...engineOptions(path, options, io), signal: io.signal }, (run) => {
      const onError = (error: unknown): void => {
        const message = errorJson(error).message;
        if (io.signal.aborted) return;
        if (options.json) io.out(`${JSON.stringify({ file: name, error: message })}\n`);
        else io.err(`${name}: ${message}\n`);
      };
      if ("report" in run) printRun({ name, path }, run.report, options, io).catch(onError);
      else onError(run.error);
    }),
  );
  await Promise.all(runs);
  return exitCodes.interrupted;
}

/** Prints the report of a file's tests. */
function print(name: string, report: TestReport, io: Io): void {
  const { bold, green, red } = styles(io.colors);
  const lines = formatReport(report, name).split("\n");
  const total = lines.pop() ?? "";
  const failures = lines.map((line) => (line.startsWith("✗") ? `  ${red(line)}` : line === "" ? "" : `  ${line}`));
  io.out([bold(name), ...failures, `  ${report.failed === 0 ? green(total) : red(total)}`, ""].join("\n"));
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}

/** Returns the name of the rules file that a test file tests: `rules.agentspec` for `rules.test.agentspec`. */
function rulesBeside(path: string | undefined): string | undefined {
  return path?.endsWith(".test.agentspec") ? path.replace(/\.test\.agentspec$/, ".agentspec") : undefined;
}

/** Returns the policy for tests: the named one, or the one beside the rules. */
function engineOptions(path: string, { policy: named }: TestOptions, { cwd }: Io): TestEngineOptions {
  const beside = join(dirname(resolve(cwd, path)), "policy.json");
  const file = named ?? (existsSync(beside) ? relative(cwd, beside) : undefined);
  const policy = judgingPolicy(file, imaginaryProject, cwd);
  return { predicates: predicates(policy), trust: resultTrust(policy.traits) };
}

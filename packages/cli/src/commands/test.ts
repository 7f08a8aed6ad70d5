import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
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
import { languages } from "../languages.ts";
import { policyFromFile } from "../policy-file.ts";
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
    const engine = engineOptions(path, options, io);
    const report = await runTests(program, { ...engine, signal: io.signal });
    const isCovered = report.coverage.reached === report.coverage.goals;
    const canMutate = options.mutate === true && report.failed === 0;
    const mutations = canMutate ? await mutateRules(program, { ...engine, signal: io.signal }) : undefined;
    findings ||=
      report.failed > 0 || (options.coverage === true && !isCovered) || (mutations?.survivors.length ?? 0) > 0;
    if (options.json) {
      const { results, passed, failed, coverage } = report;
      const failures = results.flatMap(({ test, failure }) =>
        failure === undefined ? [] : [{ test: test.name, failure }],
      );
      const score = mutations && { total: mutations.total, killed: mutations.killed };
      const survivors = mutations?.survivors.map(({ change, sketch }) => ({ change, sketch }));
      const { reached, goals } = coverage;
      io.out(
        `${JSON.stringify({ file: name, passed, failed, failures, coverage: { reached, goals }, ...score, survivors })}\n`,
      );
      continue;
    }
    print(name, report, io);
    if (options.coverage) io.out(`${indented(formatCoverage(report.coverage))}\n`);
    if (mutations !== undefined) io.out(`${indented(formatMutations(mutations))}\n`);
    else if (options.mutate) io.out("  mutations need passing tests\n");
  }
  return findings ? exitCodes.findings : exitCodes.fine;
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
    throw new UsageError(`${name}:${error instanceof Error ? error.message : String(error)}`);
  }
}

async function watch(files: readonly InputFile[], options: TestOptions, io: Io): Promise<number> {
  const runs = files.map(({ name, path = "" }) =>
    watchTests([path], { ...engineOptions(path, options, io), signal: io.signal }, (run) => {
      if ("report" in run) print(name, run.report, io);
      else io.err(`${name}: ${run.error instanceof Error ? run.error.message : String(run.error)}\n`);
    }),
  );
  await Promise.all(runs);
  return exitCodes.interrupted;
}

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

/** `rules.agentspec` for `rules.test.agentspec`. */
function rulesBeside(path: string | undefined): string | undefined {
  return path?.endsWith(".test.agentspec") ? path.replace(/\.test\.agentspec$/, ".agentspec") : undefined;
}

/** The policy that is named, or the one beside the rules. */
function engineOptions(path: string, { policy: named }: TestOptions, { cwd }: Io): TestEngineOptions {
  const beside = join(dirname(resolve(cwd, path)), "policy.json");
  const file = named ?? (existsSync(beside) ? relative(cwd, beside) : undefined);
  const policy: Policy = { ...imaginaryProject, ...(file === undefined ? {} : policyFromFile(file, cwd)), languages };
  return { predicates: predicates(policy), trust: resultTrust(policy.traits) };
}

/** Where the calls of tests start, if the policy does not say it: tests must not depend on the machine. */
const imaginaryProject: Policy = { workingDirectory: "/home/ada/project", home: "/home/ada" };

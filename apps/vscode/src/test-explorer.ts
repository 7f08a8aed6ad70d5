import {
  type FileCoverage,
  helveMethods,
  type PublishTestsParams,
  type RunTestsParams,
  type RunTestsResult,
  type TestOutcome,
} from "@helve/language-server";
import * as vscode from "vscode";
import { affectsRules } from "./affects-rules.ts";
import { toRange } from "./positions.ts";
import type { HelveServer } from "./server-process.ts";
import { coverageDetails } from "./test-coverage.ts";

/** The tests of rule files in VS Code's test explorer: an item for each file, and in it one for each test. */
export class TestExplorer implements vscode.Disposable {
  readonly #server: HelveServer;
  readonly #controller = vscode.tests.createTestController("helve", "Helve");
  readonly #coverage = new WeakMap<vscode.FileCoverage, FileCoverage>();
  readonly #runProfile: vscode.TestRunProfile;

  constructor(server: HelveServer) {
    this.#server = server;
    const { Run, Coverage } = vscode.TestRunProfileKind;
    this.#runProfile = this.#controller.createRunProfile("Run", Run, this.#handler(false), true, undefined, true);
    const profile = this.#controller.createRunProfile("Coverage", Coverage, this.#handler(true), true, undefined, true);
    profile.loadDetailedCoverage = async (_run, file) => {
      const coverage = this.#coverage.get(file);
      return coverage === undefined ? [] : [...coverageDetails(coverage)];
    };
  }

  /** Replaces the tests of a file. */
  update({ uri, tests }: PublishTestsParams): void {
    const { items } = this.#controller;
    if (tests.length === 0) {
      items.delete(uri);
      return;
    }
    const path = vscode.Uri.parse(uri);
    const file = items.get(uri) ?? this.#controller.createTestItem(uri, vscode.workspace.asRelativePath(path), path);
    const children = tests.map(({ name, range }) => {
      const item = file.children.get(name) ?? this.#controller.createTestItem(name, name, path);
      item.range = toRange(range);
      return item;
    });
    file.children.replace(children);
    items.add(file);
  }

  /** Forgets all tests. */
  clear(): void {
    this.#controller.items.replace([]);
  }

  /** Runs a test of a file by its index, or all of them. */
  async runAt(uri: string, index: number | undefined): Promise<void> {
    const file = this.#controller.items.get(uri);
    if (file === undefined) return;
    const children = [...file.children].map(([, item]) => item).sort((a, b) => lineOf(a) - lineOf(b));
    const include = index === undefined ? [file] : children.slice(index, index + 1);
    const source = new vscode.CancellationTokenSource();
    await this.#run(new vscode.TestRunRequest(include, undefined, this.#runProfile), source.token, false);
    source.dispose();
  }

  #handler(withCoverage: boolean) {
    return async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
      if (request.continuous !== true) return this.#run(request, token, withCoverage);
      const saving = vscode.workspace.onDidSaveTextDocument((document) => {
        if (affectsRules(document)) void this.#run(request, token, withCoverage);
      });
      token.onCancellationRequested(() => saving.dispose());
    };
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken, withCoverage: boolean): Promise<void> {
    const selected = this.#selected(request);
    const run = this.#controller.createTestRun(request);
    for (const item of [...selected.values()].flat()) run.started(item);
    const params: RunTestsParams = {
      files: [...selected].map(([file, tests]) => ({ uri: file.id, names: tests.map(({ id }) => id) })),
    };
    try {
      const result = await this.#server.request<RunTestsResult>(helveMethods.runTests, params, token);
      for (const [file, tests] of selected) {
        const { problem, results = [] } = result.files.find(({ uri }) => uri === file.id) ?? {};
        for (const item of tests)
          report(
            run,
            item,
            results.find(({ name }) => name === item.id),
            problem,
          );
      }
      if (withCoverage) for (const coverage of result.coverage) this.#addCoverage(run, coverage);
    } catch (error) {
      const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      for (const item of [...selected.values()].flat()) {
        if (token.isCancellationRequested) run.skipped(item);
        else run.errored(item, message);
      }
    } finally {
      run.end();
    }
  }

  /** The tests of a request by their files. */
  #selected({
    include,
    exclude = [],
  }: vscode.TestRunRequest): ReadonlyMap<vscode.TestItem, readonly vscode.TestItem[]> {
    const selected = new Map<vscode.TestItem, vscode.TestItem[]>();
    const wanted = include ?? [...this.#controller.items].map(([, item]) => item);
    const isExcluded = (item: vscode.TestItem): boolean =>
      exclude.includes(item) || (item.parent !== undefined && exclude.includes(item.parent));
    for (const item of wanted) {
      const file = item.parent ?? item;
      const tests = item.parent === undefined ? [...item.children].map(([, child]) => child) : [item];
      const known = selected.get(file) ?? [];
      const more = tests.filter((test) => !isExcluded(test) && !known.includes(test));
      if (more.length > 0) selected.set(file, [...known, ...more]);
    }
    return selected;
  }

  #addCoverage(run: vscode.TestRun, coverage: FileCoverage): void {
    const file = vscode.FileCoverage.fromDetails(vscode.Uri.parse(coverage.uri), [...coverageDetails(coverage)]);
    this.#coverage.set(file, coverage);
    run.addCoverage(file);
  }

  dispose(): void {
    this.#controller.dispose();
  }
}

function lineOf({ range }: vscode.TestItem): number {
  return range?.start.line ?? 0;
}

function report(
  run: vscode.TestRun,
  item: vscode.TestItem,
  outcome: TestOutcome | undefined,
  problem = "the file has changed: there is no such test",
): void {
  if (outcome === undefined) {
    run.errored(item, new vscode.TestMessage(problem));
    return;
  }
  if (outcome.passed) {
    run.passed(item);
    return;
  }
  const { failure = "", expected, actual, range } = outcome;
  const message =
    expected === undefined || actual === undefined
      ? new vscode.TestMessage(failure)
      : vscode.TestMessage.diff(failure, expected, actual);
  if (item.uri !== undefined) message.location = new vscode.Location(item.uri, toRange(range));
  run.failed(item, message);
  run.appendOutput(`✗ ${item.label}\r\n${failure.replaceAll("\n", "\r\n")}\r\n\r\n`, message.location, item);
}

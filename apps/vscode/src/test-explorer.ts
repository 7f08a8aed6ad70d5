import { errorJson } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
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
import { plainLabel, showError } from "./plain-text.ts";
import { toRange } from "./positions.ts";
import type { HelveServer } from "./server-process.ts";
import { coverageDetails } from "./test-coverage.ts";
import { unlessCancelled } from "./unless-cancelled.ts";

/** The tests of rule files in VS Code's test explorer: an item for each file, and in it one for each test. */
export class TestExplorer implements vscode.Disposable {
  readonly #server: HelveServer;
  readonly #controller = vscode.tests.createTestController("helve", "Helve");
  readonly #coverage = new WeakMap<vscode.FileCoverage, FileCoverage>();
  readonly #runProfile: vscode.TestRunProfile;
  /** The names of the tests of each file in their order, as code lenses count them; two can have the same name while a file is edited. */
  readonly #names = new Map<string, readonly string[]>();
  /** The listeners of the continuous runs. */
  readonly #listening = new Set<vscode.Disposable>();

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
    const key = uriKey(uri);
    if (tests.length === 0) {
      this.#names.delete(key);
      items.delete(key);
      return;
    }
    const path = vscode.Uri.parse(uri);
    const label = plainLabel(vscode.workspace.asRelativePath(path));
    const file = items.get(key) ?? this.#controller.createTestItem(key, label, path);
    const children = new Map<string, vscode.TestItem>();
    for (const { name, range } of tests) {
      if (children.has(name)) continue;
      const item = file.children.get(name) ?? this.#controller.createTestItem(name, plainLabel(name), path);
      item.range = toRange(range);
      children.set(name, item);
    }
    this.#names.set(
      key,
      tests.map(({ name }) => name),
    );
    file.children.replace([...children.values()]);
    items.add(file);
  }

  /** Forgets all tests. */
  clear(): void {
    this.#names.clear();
    this.#controller.items.replace([]);
  }

  /** Runs a test of a file by its index, or all of them. */
  async runAt(uri: unknown, index: unknown): Promise<void> {
    const item = typeof uri === "string" ? this.#itemAt(uriKey(uri), index) : undefined;
    if (item === undefined) {
      showError("There is no such test: run tests from the test explorer, or by the text above a test");
      return;
    }
    const source = new vscode.CancellationTokenSource();
    await this.#run(new vscode.TestRunRequest([item], undefined, this.#runProfile), source.token, false);
    source.dispose();
  }

  #itemAt(key: string, index: unknown): vscode.TestItem | undefined {
    const file = this.#controller.items.get(key);
    if (index === undefined || index === null) return file;
    return file?.children.get(this.#names.get(key)?.[Number(index)] ?? "");
  }

  #handler(withCoverage: boolean) {
    return async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
      if (request.continuous !== true) return this.#run(request, token, withCoverage);
      const saving = vscode.workspace.onDidSaveTextDocument((document) => {
        if (affectsRules(document)) void this.#run(request, token, withCoverage);
      });
      this.#listening.add(saving);
      token.onCancellationRequested(() => {
        saving.dispose();
        this.#listening.delete(saving);
      });
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
      const request = this.#server.request<RunTestsResult>(helveMethods.runTests, params, token);
      const result = await unlessCancelled(request, token);
      for (const [file, tests] of selected) {
        const { problem, results = [] } = result.files.find(({ uri }) => uriKey(uri) === file.id) ?? {};
        const outcomes = new Map(results.map((outcome) => [outcome.name, outcome]));
        for (const item of tests) report(run, item, outcomes.get(item.id), problem);
      }
      if (withCoverage) for (const coverage of result.coverage) this.#addCoverage(run, coverage);
    } catch (error) {
      const message = new vscode.TestMessage(escapeInvisible(errorJson(error).message));
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
    for (const listener of this.#listening) listener.dispose();
    this.#controller.dispose();
  }
}

/** Reports the outcome of a test to VS Code. */
function report(
  run: vscode.TestRun,
  item: vscode.TestItem,
  outcome: TestOutcome | undefined,
  problem = "the file has changed: there is no such test",
): void {
  if (outcome === undefined) {
    run.errored(item, new vscode.TestMessage(escapeInvisible(problem)));
    return;
  }
  if (outcome.passed) {
    run.passed(item);
    return;
  }
  const { expected, actual, range } = outcome;
  // A terminal shows the output of a run.
  const failure = escapeInvisible(outcome.failure ?? "");
  const message =
    expected === undefined || actual === undefined
      ? new vscode.TestMessage(failure)
      : vscode.TestMessage.diff(failure, escapeInvisible(expected), escapeInvisible(actual));
  if (item.uri !== undefined) message.location = new vscode.Location(item.uri, toRange(range));
  run.failed(item, message);
  run.appendOutput(
    `✗ ${escapeInvisible(item.id)}\r\n${failure.replaceAll("\n", "\r\n")}\r\n\r\n`,
    message.location,
    item,
  );
}

/** A URI in the form in which the extension compares it: the server and VS Code write the same file in different forms. */
function uriKey(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

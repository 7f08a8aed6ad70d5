// The extension with its real server, against stubs of the API of VS Code.

import { beforeAll, describe, expect, it } from "vitest";
import { exampleRules, exampleTests } from "./example-files.ts";
import { type StartedProject, startProject, until } from "./started-project.ts";
import {
  CancellationTokenSource,
  type StubController,
  type StubRun,
  shown,
  TestRunRequest,
  Uri,
} from "./stubs/vscode.ts";

let project: StartedProject;
const uriOf = (name: string): string => project.uriOf(name);
const controller = (): StubController => project.controller;
const runTests = (request: TestRunRequest, kind?: "run" | "coverage"): Promise<StubRun> => project.run(request, kind);
const fileItem = () => project.fileItem("rules.test.agentspec") as never;
const eventsOf = ({ events }: StubRun): readonly string[] => events.map(([kind, id]) => `${kind} ${id}`);

beforeAll(async () => {
  project = await startProject({ "rules.agentspec": exampleRules, "rules.test.agentspec": exampleTests });
  await until(() => controller().items.size === 1);
  return () => project.dispose();
});

describe("the test explorer", () => {
  it("lists the tests of each file at their places", () => {
    const items = [...controller().items].map(([, file]) => [
      file.label.split("/").at(-1),
      [...file.children].map(([, { label, range }]) => [label, range?.start.line]),
    ]);
    expect(items).toEqual([
      [
        "rules.test.agentspec",
        [
          ["a deletion", 0],
          ["wrong", 5],
        ],
      ],
    ]);
  });

  it("reports each test, with what was expected and decided at the place of the expectation", async () => {
    const { events, isEnded } = await runTests(new TestRunRequest());
    expect(events.map(([kind, id]) => `${kind} ${id}`)).toEqual([
      "started a deletion",
      "started wrong",
      "passed a deletion",
      "failed wrong",
    ]);
    expect(events.at(-1)?.[2]).toMatchObject({
      expectedOutput: "stop by @confirm",
      actualOutput: "allow",
      message: expect.stringContaining("rule @confirm (line 1) is not violated"),
      location: { range: { start: { line: 7 } } },
    });
    expect(isEnded).toBe(true);
  });

  it("runs only the included tests that are not excluded", async () => {
    const excluded = project.fileItem("rules.test.agentspec").children.get("wrong");
    const { events } = await runTests(new TestRunRequest([fileItem()], [excluded as never]));
    expect(events.map(([kind, id]) => `${kind} ${id}`)).toEqual(["started a deletion", "passed a deletion"]);
  });

  it("shows the coverage of the rules", async () => {
    const coverageRun = await runTests(new TestRunRequest(), "coverage");
    const [file] = coverageRun.coverage;
    expect(file?.uri.toString()).toBe(uriOf("rules.agentspec"));
    const profile = controller().profiles.find(({ loadDetailedCoverage }) => loadDetailedCoverage !== undefined);
    const details = file && (await profile?.loadDetailedCoverage?.(coverageRun, file));
    expect(details).toMatchObject([
      { name: "@confirm", executed: true },
      { executed: true, location: { start: { line: 1 } }, branches: [{ executed: true }, { executed: true }] },
      { executed: true, location: { start: { line: 2 } }, branches: [{ executed: true }, { executed: true }] },
      { executed: true, location: { start: { line: 3 } } },
      { name: "@limit", executed: false },
      { executed: false, location: { start: { line: 7 } } },
      { executed: false, location: { start: { line: 8 } } },
      { executed: false, location: { start: { line: 9 } } },
    ]);
  });

  it("runs tests again after a rule file is saved, until the run is cancelled", async () => {
    const source = new CancellationTokenSource();
    const [profile] = controller().profiles;
    await profile?.run(new TestRunRequest([fileItem()], undefined, undefined, true), source.token);
    const before = controller().runs.length;
    shown.saved.fire({ languageId: "agentspec", uri: Uri.parse(uriOf("rules.agentspec")) });
    const again = await until(() => controller().runs[before]);
    await until(() => again.isEnded);
    expect(again.events).toHaveLength(4);
    source.cancel();
    shown.saved.fire({ languageId: "agentspec", uri: Uri.parse(uriOf("rules.agentspec")) });
    expect(controller().runs).toHaveLength(before + 1);
  });

  it("runs the test of a code lens, or says that there is none", async () => {
    const before = controller().runs.length;
    await project.command("helve.runTest", uriOf("rules.test.agentspec"), 1);
    expect(controller().runs.slice(before).map(eventsOf)).toEqual([["started wrong", "failed wrong"]]);
    for (const args of [[], [5], [uriOf("missing.agentspec")], [uriOf("rules.test.agentspec"), 7]]) {
      await project.command("helve.runTest", ...args);
      expect(shown.errors.splice(0)).toEqual([expect.stringContaining("There is no such test")]);
    }
    expect(controller().runs).toHaveLength(before + 1);
  });
});

describe("the panel", () => {
  const input = (): object => ({ uri: uriOf("rules.agentspec"), language: "shell", text: "rm -r build", tool: "" });

  it("has a page that loads only its own files, and lists the rule files without their tests", async () => {
    project.command("helve.tryCommand");
    const [panel] = shown.panels;
    const [policy = ""] = panel?.webview.html.match(/default-src[^"]+/) ?? [];
    expect(policy).toBe(
      "default-src 'none'; style-src https://csp.example; script-src https://csp.example; base-uri 'none'; form-action 'none'",
    );
    panel?.receive({ type: "ready" });
    const message = await panel?.message("files");
    expect(message?.["files"]).toMatchObject([{ uri: uriOf("rules.agentspec") }]);
    project.command("helve.tryCommand");
    expect(shown.panels).toHaveLength(1);
  });

  it("judges what is typed", async () => {
    const [panel] = shown.panels;
    const judged = async (change: object) => {
      panel?.receive({ type: "try", id: 1, input: { ...input(), ...change } });
      return (await panel?.message("result"))?.["result"];
    };
    expect(await judged({})).toMatchObject({
      kind: "pending",
      rules: [{ name: "confirm" }],
      effects: expect.arrayContaining([{ sentence: "rm deletes build", certainty: "certain", text: "rm -r build" }]),
    });
    expect(await judged({ language: "python", text: "print(1)" })).toMatchObject({ kind: "allow", rules: [] });
    expect(await judged({ language: "tool", tool: "Bank.Transfer", text: '{"amount": 500}' })).toMatchObject({
      kind: "stop",
      modelReads: expect.stringContaining("too much"),
    });
    expect(await judged({ language: "tool", tool: "Bank.Transfer", text: "{" })).toMatchObject({ kind: "problem" });
    expect(await judged({ uri: "" })).toMatchObject({
      kind: "problem",
      message: expect.stringContaining("helve init"),
    });
  });

  it("follows the active editor, and hears of changes of the rules", async () => {
    const [panel] = shown.panels;
    const document = { languageId: "agentspec", uri: Uri.parse(uriOf("rules.test.agentspec")) };
    shown.activeEditor.fire({ document });
    expect((await panel?.message("files"))?.["active"]).toBe(uriOf("rules.agentspec"));
    shown.changed.fire({ document });
    await panel?.message("changed");
  });

  it("shows a rule in an editor", async () => {
    shown.panels[0]?.receive({ type: "reveal", uri: uriOf("rules.agentspec"), line: 6 });
    expect(await until(() => shown.documents.at(-1))).toEqual({ uri: uriOf("rules.agentspec"), line: 6 });
  });
});

describe("the server", () => {
  it("gets its own settings only", async () => {
    const configuration = project.clients[0]?.options.middleware?.workspace?.configuration;
    const settings = { policy: "", checkTools: false, server: { path: "x" }, trace: { server: "off" } };
    const token = new CancellationTokenSource().token as never;
    const answer = await configuration?.({ items: [{ section: "helve" }] }, token, () => [settings]);
    expect(answer).toEqual([{ policy: null, checkTools: false }]);
  });

  it("is restarted by a command and after a change of its path, and its state is shown", async () => {
    const [status] = shown.statuses;
    expect(status).toMatchObject({ text: "Helve: running", command: { command: "helve.showOutput" } });
    await project.command("helve.restartServer");
    await until(() => status?.text === "Helve: running");
    expect(project.clients[0]?.process.killed).toBe(true);
    await until(() => controller().items.size === 1);
    shown.configuration.fire({ affectsConfiguration: (section) => section === "helve.server" });
    await until(() => project.clients.length === 3 && status?.text === "Helve: running");
    expect(shown.errors).toEqual([]);
  });
});

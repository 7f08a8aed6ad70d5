// The extension with its real server, against stubs of the API of VS Code.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExtensionContext } from "vscode";
import { bundleServer } from "../scripts/stage-extension.ts";
import { startExtension } from "../src/start-extension.ts";
import { type StartedClient, serverClient } from "./server-client.ts";
import {
  CancellationTokenSource,
  type StubController,
  type StubRun,
  shown,
  TestRunRequest,
  Uri,
} from "./stubs/vscode.ts";

const rules = `rule @confirm
trigger Terminal.Execute
check is_destructive(args.command)
enforce user_inspection("Delete it?")
end

rule @limit
trigger Bank.Transfer
check args.amount > 100
enforce stop("too much")
end
`;
const tests = `test "a deletion"
when Terminal.Execute({"command": "rm -r build"})
expect user_inspection by @confirm
end

test "wrong"
when Terminal.Execute({"command": "ls"})
expect stop by @confirm
end
`;

const temporary = mkdtempSync(join(tmpdir(), "helve-vscode-"));
const root = join(temporary, "project");
const program = join(temporary, "server.js");
const uriOf = (name: string): string => pathToFileURL(join(root, name)).href;
const started: StartedClient[] = [];
const subscriptions: { dispose(): unknown }[] = [];
const run = (name: string): unknown => (shown.commands.get(name) as (() => unknown) | undefined)?.();

/** Waits until something is true: the server and the extension answer in their own time. */
async function until<Value>(find: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const found = find();
    if (found !== undefined && found !== false) return found;
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}

beforeAll(async () => {
  await bundleServer(program);
  mkdirSync(root);
  writeFileSync(join(root, "rules.agentspec"), rules);
  writeFileSync(join(root, "rules.test.agentspec"), tests);
  shown.files.push(uriOf("rules.agentspec"), uriOf("rules.test.agentspec"));
  const context = { subscriptions, extensionUri: Uri.parse("file:///extension") };
  startExtension(context as unknown as ExtensionContext, (options) =>
    serverClient(program, pathToFileURL(root).href, started, options),
  );
  await until(() => controller().items.get(uriOf("rules.test.agentspec")));
});
afterAll(async () => {
  for (const subscription of subscriptions) await subscription.dispose();
  rmSync(temporary, { recursive: true });
});

function controller(): StubController {
  const [first] = shown.controllers;
  if (first === undefined) throw new Error("there is no test controller");
  return first;
}

/** Runs tests as VS Code does, and waits for the end. */
async function runTests(request: TestRunRequest, kind: "run" | "coverage" = "run"): Promise<StubRun> {
  const profile = controller().profiles.find((one) => one.kind === (kind === "run" ? 1 : 3));
  await profile?.run(request, new CancellationTokenSource().token);
  const last = controller().runs.at(-1);
  if (last === undefined) throw new Error("there is no run");
  return last;
}

const fileItem = () => {
  const item = controller().items.get(uriOf("rules.test.agentspec"));
  if (item === undefined) throw new Error("there is no such file");
  return item as never;
};

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
    const excluded = controller().items.get(uriOf("rules.test.agentspec"))?.children.get("wrong");
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

  it("skips the tests of a run that is cancelled", async () => {
    const source = new CancellationTokenSource();
    source.cancel();
    await controller().profiles[0]?.run(new TestRunRequest([fileItem()]), source.token);
    const last = controller().runs.at(-1);
    expect(last?.isEnded).toBe(true);
  });

  it("runs the test of a code lens", async () => {
    const before = controller().runs.length;
    const middleware = started.at(-1)?.options.middleware;
    await middleware?.executeCommand?.("helve.runTest", [uriOf("rules.test.agentspec"), 1], async () => undefined);
    expect(controller().runs[before]?.events.map(([kind, id]) => `${kind} ${id}`)).toEqual([
      "started wrong",
      "failed wrong",
    ]);
  });
});

describe("the panel", () => {
  const input = { uri: uriOf("rules.agentspec"), language: "shell", text: "rm -r build", tool: "" };

  it("has a page that loads only its own files, and lists the rule files without their tests", async () => {
    run("helve.tryCommand");
    const [panel] = shown.panels;
    const [policy = ""] = panel?.webview.html.match(/default-src[^"]+/) ?? [];
    expect(policy).toBe("default-src 'none'; style-src https://csp.example; script-src https://csp.example");
    panel?.receive({ type: "ready" });
    const message = await panel?.message("files");
    expect(message?.["files"]).toMatchObject([{ uri: uriOf("rules.agentspec") }]);
    run("helve.tryCommand");
    expect(shown.panels).toHaveLength(1);
  });

  it("judges what is typed", async () => {
    const [panel] = shown.panels;
    const judged = async (change: object) => {
      panel?.receive({ type: "try", id: 1, input: { ...input, ...change } });
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
    const configuration = started[0]?.options.middleware?.workspace?.configuration;
    const settings = { policy: "", checkTools: false, server: { path: "x" }, trace: { server: "off" } };
    const token = new CancellationTokenSource().token as never;
    const answer = await configuration?.({ items: [{ section: "helve" }] }, token, () => [settings]);
    expect(answer).toEqual([{ policy: null, checkTools: false }]);
  });

  it("is restarted by a command and after a change of its path, and its state is shown", async () => {
    const [status] = shown.statuses;
    expect(status).toMatchObject({ text: "Helve: running", command: { command: "helve.showOutput" } });
    await run("helve.restartServer");
    await until(() => status?.text === "Helve: running");
    expect(started[0]?.process.killed).toBe(true);
    await until(() => controller().items.get(uriOf("rules.test.agentspec")));
    shown.configuration.fire({ affectsConfiguration: (section) => section === "helve.server" });
    await until(() => started.length === 3 && status?.text === "Helve: running");
    expect(shown.errors).toEqual([]);
  });
});

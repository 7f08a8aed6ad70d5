// Names and texts in a workspace that VS Code could misinterpret, and invalid messages of the page.

import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readRequest } from "../src/try-panel/read-request.ts";
import { exampleRules } from "./example-files.ts";
import { type StartedProject, startProject, until } from "./started-project.ts";
import { CancellationTokenSource, StubPanel, shown, TestRunRequest, Uri } from "./stubs/vscode.ts";

const name = "a b@+(1)'&,ä/r#1.agentspec";
const testName = "$(trash) [x](command:y) \\u001b[31mred";
const tests = `
test "${testName}"
when Bank.Transfer({"amount": 5})
expect stop
end

test "$(rm -r x)"
when Terminal.Execute({"command": "$(rm -r x)"})
expect user_inspection
end
`;

let project: StartedProject;
const encoded = (): string => Uri.parse(project.uriOf(name)).toString();

beforeAll(async () => {
  project = await startProject({ [name]: exampleRules + tests });
  await until(() => project.controller.items.size === 1);
  return () => project.dispose();
});

describe("the test explorer", () => {
  it("finds the file of a code lens however its URI is written, and its coverage", async () => {
    expect(encoded()).not.toBe(project.uriOf(name));
    for (const uri of [encoded(), project.uriOf(name)]) {
      const before = project.controller.runs.length;
      await project.command("helve.runTest", uri, 1);
      expect(project.controller.runs[before]?.events.map(([kind]) => kind)).toEqual(["started", "passed"]);
    }
    expect(shown.errors).toEqual([]);
    const { coverage } = await project.run(new TestRunRequest(), "coverage");
    expect(coverage.map(({ uri }) => uri.toString())).toEqual([encoded()]);
  });

  it("shows names as they are: without icons, links and commands of a terminal", async () => {
    const labels = [...project.fileItem(name).children].map(([, { label }]) => label);
    expect(labels).toEqual(["\\$(trash) [x](command:y) \\u{1b}[31mred", "$(rm -r x)"]);
    const run = await project.run(new TestRunRequest([project.fileItem(name) as never]));
    expect(run.output).toContain("[31mred");
    expect(run.output).not.toContain("\u001b");
  });

  it("shows two tests with the same name as one, until one is renamed", async () => {
    const twice = `${exampleRules}\ntest "t" when A.B({}) expect allow end\ntest "t" when A.B({}) expect allow end\n`;
    const uri = project.uriOf("twice.agentspec");
    const publish = (text: string): Promise<void> | undefined => project.clients.at(-1)?.open(uri, text);
    await publish(twice);
    const file = await until(() => project.controller.items.get(Uri.parse(uri).toString()));
    expect([...file.children].map(([id]) => id)).toEqual(["t"]);
  });

  it("reports tests of a file that was renamed, and those that were renamed in it", async () => {
    const path = join(project.root, "moved.agentspec");
    writeFileSync(path, exampleRules + tests);
    const client = project.clients.at(-1);
    const changed = (type: number): Promise<void> | undefined =>
      client?.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: project.uriOf("moved.agentspec"), type }] });
    await changed(1);
    const file = await until(() =>
      project.controller.items.get(Uri.parse(project.uriOf("moved.agentspec")).toString()),
    );
    renameSync(path, join(project.root, "other.txt"));
    await changed(3);
    const run = await project.run(new TestRunRequest([file as never]));
    expect(run.events.filter(([kind]) => kind === "errored").map(([, , message]) => message?.message)).toEqual([
      "there is no rule file with this URI",
      "there is no rule file with this URI",
    ]);
    expect(run.isEnded).toBe(true);
  });

  it("ends a run that is cancelled although the server does not answer", async () => {
    const source = new CancellationTokenSource();
    project.clients.at(-1)?.process.kill("SIGSTOP");
    try {
      const [profile] = project.controller.profiles;
      const running = profile?.run(new TestRunRequest([project.fileItem(name) as never]), source.token);
      source.cancel();
      await running;
    } finally {
      project.clients.at(-1)?.process.kill("SIGCONT");
    }
    const run = project.controller.runs.at(-1);
    expect(run?.events.map(([kind]) => kind)).toEqual(["started", "started", "skipped", "skipped"]);
    expect(run?.isEnded).toBe(true);
  });
});

describe("the panel", () => {
  const input = { uri: "file:///a", language: "shell", text: "ls", tool: "" };

  it.each([
    null,
    3,
    "ready",
    [],
    {},
    { type: "other" },
    { type: "try", id: "1", input },
    { type: "try", id: 1 },
    { type: "try", id: 1, input: { ...input, text: {} } },
    { type: "reveal", uri: 1, line: 1 },
    { type: "reveal", uri: "file:///a", line: -1 },
    { type: "reveal", uri: "file:///a", line: Number.POSITIVE_INFINITY },
  ])("ignores a message that is none: %j", (message) => {
    expect(readRequest(message)).toBeUndefined();
  });

  it("opens only the rule files that it lists, and says if one can't be opened", async () => {
    project.command("helve.tryCommand");
    const panel = shown.panels.at(-1);
    panel?.receive({ type: "ready" });
    await panel?.message("files");
    panel?.receive(null);
    panel?.receive({ type: "reveal", uri: "file:///etc/passwd", line: 0 });
    panel?.receive({ type: "reveal", uri: encoded(), line: 2 });
    expect(await until(() => shown.documents.at(-1))).toEqual({ uri: encoded(), line: 2 });
    expect(shown.documents).toHaveLength(1);
    shown.files.splice(0);
    panel?.receive({ type: "reveal", uri: encoded(), line: 2 });
    expect(await until(() => shown.errors.at(-1))).toContain("The rule can't be shown: there is no");
  });

  it("knows no older version of a file in Git, and is replaced by one of the last session", async () => {
    const panel = shown.panels.at(-1);
    shown.activeEditor.fire({ document: { languageId: "agentspec", uri: Uri.parse("git:/a.agentspec?x") } });
    const restored = new StubPanel();
    await shown.serializers[0]?.deserializeWebviewPanel(restored);
    expect(panel?.isDisposed).toBe(true);
    restored.receive({ type: "ready" });
    expect((await restored.message("files"))["active"]).toBeUndefined();
  });
});

it("leaves no process and no listener when it is deactivated", async () => {
  const { process } = project.clients.at(-1) ?? {};
  const [profile] = project.controller.profiles;
  await profile?.run(
    new TestRunRequest([project.fileItem(name) as never], undefined, undefined, true),
    new CancellationTokenSource().token,
  );
  await project.dispose();
  await until(() => process?.exitCode !== null || process.signalCode !== null);
  const { saved, changed, activeEditor, configuration, trusted } = shown;
  expect([saved, changed, activeEditor, configuration, trusted].map(({ size }) => size)).toEqual([0, 0, 0, 0, 0]);
  expect(shown.commands.size).toBe(0);
});

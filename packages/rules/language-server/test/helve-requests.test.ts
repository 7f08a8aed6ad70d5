import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { helveMethods, type PublishTestsParams, type RunTestsResult, type TryCallResult } from "@helve/language-server";
import { describe, expect, it } from "vitest";
import type { ProtocolConnection } from "vscode-languageserver/node";
import { startClient, type TestClient } from "./client.ts";
import { startInProcess } from "./in-process.ts";

const rules = `rule @limit
trigger Bank.Transfer
check args.amount > 100 & !(args.to in state.contacts)
enforce stop("too much")
end

rule @ask
trigger Terminal.Execute
check is_destructive(args.command)
enforce user_inspection("Delete it?")
end
`;
const tests = `test "a \\"large\\" amount"
given state {"contacts": []}
when Bank.Transfer({"amount": 500, "to": "eve"})
expect stop by @limit
end

test "wrong"
given state {"contacts": []}
when Bank.Transfer({"amount": 5, "to": "eve"})
expect stop by @limit
end
`;
const capabilities = { experimental: { helveTests: true } };

/** Collects the tests that the server publishes, by the ends of the URIs. */
function publishedTests(client: TestClient) {
  const waiting = new Set<() => void>();
  const latest = new Map<string, readonly string[]>();
  client.connection.onNotification(helveMethods.publishTests, ({ uri, tests: found }: PublishTestsParams) => {
    latest.set(
      uri.slice(uri.lastIndexOf("/") + 1),
      found.map(({ name, range }) => `${range.start.line}-${range.end.line} ${name}`),
    );
    for (const wake of [...waiting]) wake();
    waiting.clear();
  });
  return async (name: string, count: number): Promise<readonly string[]> => {
    for (;;) {
      const found = latest.get(name);
      if (found?.length === count) return found;
      await new Promise<void>((resolve) => void waiting.add(resolve));
    }
  };
}

describe("helve/publishTests", () => {
  it("lists the tests of the files on disk and of open documents, as they change", async () => {
    const client = await startClient({ "rules.agentspec": rules }, { params: { capabilities } });
    const testsOf = publishedTests(client);
    const path = join(client.folder, "rules.test.agentspec");
    const changed = () =>
      client.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: client.uri("rules.test.agentspec"), type: 1 }],
      });
    writeFileSync(path, tests);
    await changed();
    expect(await testsOf("rules.test.agentspec", 2)).toEqual(['0-4 a "large" amount', "6-10 wrong"]);
    await client.open("rules.agentspec", `${rules}\ntest "not finished" when`);
    expect(await testsOf("rules.agentspec", 1)).toEqual(["12-12 not finished"]);
    rmSync(path);
    await changed();
    expect(await testsOf("rules.test.agentspec", 0)).toEqual([]);
  });

  it("is sent only to clients that know it", async () => {
    const client = await startClient({ "rules.agentspec": rules + tests });
    const unknown: string[] = [];
    client.connection.onUnhandledNotification(({ method }) => void unknown.push(method));
    await client.open("rules.agentspec", rules + tests);
    await client.diagnostics("rules.agentspec");
    await client.connection.sendRequest("shutdown");
    expect(unknown).toEqual([]);
  });
});

/** Starts a server in this process with open documents. */
async function startWith(documents: Readonly<Record<string, string>>): Promise<ProtocolConnection> {
  const { client, open, diagnostics } = await startInProcess();
  for (const [name, text] of Object.entries(documents)) await open(uriOf(name), text);
  for (const name of Object.keys(documents)) await diagnostics(uriOf(name));
  return client;
}

const uriOf = (name: string): string => `file:///project/${name}`;

describe("helve/runTests", () => {
  it("runs the tests of a file about the rules beside it, with what was expected and decided", async () => {
    const client = await startWith({ "rules.agentspec": rules, "rules.test.agentspec": tests });
    const uri = uriOf("rules.test.agentspec");
    const run: RunTestsResult = await client.sendRequest(helveMethods.runTests, { files: [{ uri }] });
    expect(run.files).toMatchObject([
      {
        uri,
        results: [
          { name: 'a "large" amount', passed: true },
          {
            name: "wrong",
            passed: false,
            range: { start: { line: 9, character: 0 } },
            expected: "stop by @limit",
            actual: "allow",
            failure: expect.stringContaining("rule @limit (line 1) is not violated"),
          },
        ],
      },
    ]);
    const [coverage] = run.coverage;
    expect(coverage?.uri).toBe(uriOf("rules.agentspec"));
    const parts = coverage?.rules.map(({ name, isReached, parts: all }) => [
      name,
      isReached,
      ...all.map((part) => [
        part.range.start.line,
        part.isReached,
        part.branches.flatMap((branch) => (branch.isReached ? [branch.label] : [])),
      ]),
    ]);
    expect(parts).toEqual([
      [
        "limit",
        true,
        [1, true, ["violated", "not violated"]],
        [2, true, ["decides by being true", "decides by being false"]],
        [2, true, ["decides by being false"]],
        [3, true, []],
      ],
      ["ask", false, [7, false, []], [8, false, []], [9, false, []]],
    ]);
  });

  it("runs only the tests with the given names, and joins those of two files about the same rules", async () => {
    const own = `${rules}\ntest "a small amount"\nwhen Bank.Transfer({"amount": 5})\nexpect allow\nend\n`;
    const client = await startWith({ "rules.agentspec": own, "rules.test.agentspec": tests });
    const files = [
      { uri: uriOf("rules.agentspec") },
      { uri: uriOf("rules.test.agentspec"), names: ['a "large" amount'] },
    ];
    const run: RunTestsResult = await client.sendRequest(helveMethods.runTests, { files });
    expect(run.files.map(({ results }) => results.map(({ name }) => name))).toEqual([
      ["a small amount"],
      ['a "large" amount'],
    ]);
    expect(run.coverage.map(({ rules: [limit] }) => limit?.parts[0]?.branches)).toEqual([
      [
        { label: "violated", isReached: true },
        { label: "not violated", isReached: true },
      ],
    ]);
  });

  it("joins the tests of the same rules however the editor and the disk write their URI", async () => {
    const own = `${rules}\ntest "a small amount"\nwhen Bank.Transfer({"amount": 5})\nexpect allow\nend\n`;
    const files = { "my rules+(1).agentspec": own, "my rules+(1).test.agentspec": tests };
    const client = await startClient(files, { params: { capabilities } });
    const published = publishedTests(client);
    await published("my%20rules+(1).agentspec", 1);
    const escaped = (name: string): string => client.uri(name).replace("+", "%2B").replace("(1)", "%281%29");
    const selected = Object.keys(files).map((name) => ({ uri: escaped(name) }));
    const run: RunTestsResult = await client.connection.sendRequest(helveMethods.runTests, { files: selected });
    expect(run.files.map(({ uri, results }) => [uri, results.length])).toEqual(
      selected.map(({ uri }, index) => [uri, index + 1]),
    );
    expect(run.coverage).toHaveLength(1);
  });

  it("says why tests can't run", async () => {
    const client = await startWith({ "alone.test.agentspec": tests, "bad.agentspec": "rule" });
    const files = [
      { uri: uriOf("alone.test.agentspec") },
      { uri: uriOf("alone.test.agentspec"), names: ["other"] },
      { uri: uriOf("bad.agentspec") },
      { uri: uriOf("missing.agentspec") },
    ];
    const run: RunTestsResult = await client.sendRequest(helveMethods.runTests, { files });
    expect(run.files.map(({ problem }) => problem)).toEqual([
      "the rules of these tests have mistakes, or are not in the workspace",
      "there is no such test",
      "the file has mistakes: fix them before you run its tests",
      "there is no rule file with this URI",
    ]);
    expect(run.coverage).toEqual([]);
  });
});

it("says what is wrong with the parameters of a request", async () => {
  const client = await startWith({ "rules.agentspec": rules });
  for (const params of [
    {},
    { files: {} },
    { files: [null] },
    { files: [{ uri: 1 }] },
    { files: [{ uri: "a", names: "b" }] },
  ]) {
    await expect(client.sendRequest(helveMethods.runTests, params)).rejects.toThrow(
      'helve/runTests: "files" must be a list of objects with a "uri", and "names" a list of names',
    );
  }
  expect(await client.sendRequest(helveMethods.tryCall, { uri: 5, tool: "X", args: {} })).toEqual({
    kind: "problem",
    message: '"uri" must be the URI of a rule file',
  });
});

describe("helve/tryCall", () => {
  const tried = async (client: ProtocolConnection, call: object, name = "rules.agentspec"): Promise<TryCallResult> =>
    client.sendRequest(helveMethods.tryCall, { uri: uriOf(name), ...call });
  const policy = JSON.stringify({ workingDirectory: "/home/ada/mail" });

  it("judges code, with the rules that object, the reasons and the effects", async () => {
    const client = await startWith({ "rules.agentspec": rules, "policy.json": policy });
    expect(await tried(client, { language: "sh", code: "rm a.txt" })).toMatchObject({
      kind: "pending",
      rules: [{ name: "ask", range: { start: { line: 6, character: 0 } } }],
      reasons: [expect.stringContaining("@ask")],
      questions: ["Delete it?"],
      workingDirectory: "/home/ada/mail",
    });
  });

  it("judges the call of a tool, and says what the model reads", async () => {
    const client = await startWith({ "rules.agentspec": rules });
    const verdict = await tried(client, { tool: "Bank.Transfer", args: { amount: 500, to: "eve" } });
    expect(verdict).toMatchObject({ kind: "stop", modelReads: expect.stringContaining("too much") });
  });

  it("says of each other rule why it does not object", async () => {
    const more = `${rules}\nrule @finish\ntrigger agent_finish\nenforce stop\nend\n`;
    const client = await startWith({ "rules.agentspec": more });
    const othersOf = async (call: object) => {
      const result = await tried(client, call);
      return result.kind === "problem" ? [] : result.others.map(({ name, reason }) => `@${name}: ${reason}`);
    };
    expect(await othersOf({ tool: "Bank.Transfer", args: { amount: 5 } })).toEqual([
      "@limit: its check is false",
      "@ask: it is about another tool: Terminal.Execute",
      "@finish: it is about another event: agent_finish",
    ]);
    expect(await othersOf({ tool: "Bank.Transfer", args: { amount: 500, to: "eve" } })).toEqual([
      "@ask: it is about another tool: Terminal.Execute",
      "@finish: it is about another event: agent_finish",
    ]);
  });

  it("shows the beginning of a long piece of code", async () => {
    const client = await startWith({ "rules.agentspec": rules });
    const code = `ls ${"a".repeat(5000)}`;
    const result = await tried(client, { language: "shell", code });
    expect(result).toMatchObject({ effects: [{ text: `${code.slice(0, 1000)}…` }] });
  });

  it("says why a call can't be judged", async () => {
    const client = await startWith({ "rules.agentspec": rules, "bad.agentspec": "rule", "t.test.agentspec": tests });
    const messages = await Promise.all([
      tried(client, { language: "cobol", code: "x" }),
      tried(client, { tool: "", args: {} }),
      tried(client, { tool: "X", args: [] }),
      tried(client, { language: "shell", code: "ls" }, "bad.agentspec"),
      tried(client, { language: "shell", code: "ls" }, "t.test.agentspec"),
      tried(client, { language: "shell", code: "ls" }, "missing.agentspec"),
    ]);
    expect(messages.map((result) => result.kind === "problem" && result.message)).toEqual([
      'there is no language "cobol"',
      "the name of the tool is missing",
      "the arguments must be a JSON object",
      "the rules have mistakes: fix them first",
      "the file has no rules",
      "there is no rule file with this URI",
    ]);
  });
});

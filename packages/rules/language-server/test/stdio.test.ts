import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CancellationTokenSource,
  type CodeAction,
  type CompletionItem,
  type Hover,
  type Location,
  type LocationLink,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { startClient, type TestClient } from "./client.ts";

const mail = JSON.stringify({
  opentool: "1.1.0",
  info: { title: "Mail", version: "1" },
  functions: [
    { name: "Send", description: "Sends.", parameters: [{ name: "to", schema: { type: "string" }, required: true }] },
    { name: "Read", description: "Reads.", parameters: [] },
  ],
});
const rules = 'rule @ask\ntrigger Mail.Send\ncheck args.to contains "x"\nenforce user_inspection\nend\n';
const tests = 'test "asks"\nwhen Mail.Send({ "to": "x" })\nexpect user_inspection by @ask\nend\n';

/** Sends a request about a position of a text that a bar marks. */
async function request<Result>(client: TestClient, method: string, name: string, text: string, more: object = {}) {
  const before = text.slice(0, text.indexOf("┃")).split(/\r\n|\r|\n/);
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const params = { textDocument: { uri: client.uri(name) }, position, ...more };
  return (await client.connection.sendRequest(method, params)) as Result;
}

/** Applies edits to a text with line feeds. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const offset = ({ line, character }: TextEdit["range"]["start"]) =>
    text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
  return edits
    .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (changed, { range, newText }) =>
        changed.slice(0, offset(range.start)) + newText + changed.slice(offset(range.end)),
      text,
    );
}

describe("the server over stdio", () => {
  it("publishes diagnostics with the tools and the predicates of the workspace, as the text changes", async () => {
    const client = await startClient({ "tools/mail.opentool.json": mail, "rules.agentspec": rules });
    expect(client.initialized.serverInfo).toEqual({ name: "helve", version: "1.2.3" });
    await client.open("rules.agentspec", rules);
    expect(await client.diagnostics("rules.agentspec")).toEqual([]);
    const range = { start: { line: 1, character: 13 }, end: { line: 1, character: 17 } };
    await client.change("rules.agentspec", 2, [{ range, text: "Sent" }]);
    const [issue] = await client.diagnostics("rules.agentspec", 2);
    expect(issue).toMatchObject({ code: "unknown_tool", severity: 1, source: "helve", range: { start: { line: 1 } } });
    const actions: CodeAction[] = await client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri: client.uri("rules.agentspec") },
      range,
      context: { diagnostics: [] },
    });
    expect(actions[0]?.edit?.changes?.[client.uri("rules.agentspec")]?.[0]?.newText).toContain("Send");
    await client.change("rules.agentspec", 3, [{ range, text: "Send" }]);
    expect(await client.diagnostics("rules.agentspec", 3)).toEqual([]);
  });

  it("does not check the tools of MCP servers, and completes their names", async () => {
    const servers = '{ "mcpServers": { "git-hub": { "command": "x" } } }';
    const client = await startClient({ "mail.opentool.json": mail, ".mcp.json": servers });
    const text = "rule @a\ntrigger git_hub.push\ncheck\nenforce stop\nend\n";
    await client.open("a.agentspec", text);
    await client.publishedWhere(
      ({ uri, diagnostics }) => uri === client.uri("a.agentspec") && diagnostics.length === 0,
    );
    const items = await request<CompletionItem[]>(
      client,
      "textDocument/completion",
      "a.agentspec",
      text.replace("git_hub.push", "┃git_hub.push"),
    );
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["git_hub.any", "Mail.Send", "any"]));
  });

  it("describes, finds and renames names, also in the file of the tests", async () => {
    const client = await startClient({
      "mail.opentool.json": mail,
      "rules.agentspec": rules,
      "rules.test.agentspec": tests,
    });
    await client.open("rules.test.agentspec", tests);
    await client.diagnostics("rules.test.agentspec");
    const at = tests.replace("@ask", "@a┃sk");
    const hover = await request<Hover | null>(client, "textDocument/hover", "rules.test.agentspec", at);
    expect(hover).toBeNull();
    const [link] = await request<LocationLink[]>(client, "textDocument/definition", "rules.test.agentspec", at);
    expect(link?.targetUri).toBe(client.uri("rules.agentspec"));
    const found = await request<Location[]>(client, "textDocument/references", "rules.test.agentspec", at, {
      context: { includeDeclaration: true },
    });
    expect(found.map(({ uri }) => uri)).toEqual([client.uri("rules.test.agentspec"), client.uri("rules.agentspec")]);
    const prepared = await request(client, "textDocument/prepareRename", "rules.test.agentspec", at);
    expect(prepared).toMatchObject({ placeholder: "ask" });
    const edit = await request<WorkspaceEdit>(client, "textDocument/rename", "rules.test.agentspec", at, {
      newName: "confirm",
    });
    expect(applied(rules, edit.changes?.[client.uri("rules.agentspec")] ?? [])).toBe(rules.replace("@ask", "@confirm"));
    expect(applied(tests, edit.changes?.[client.uri("rules.test.agentspec")] ?? [])).toBe(
      tests.replace("@ask", "@confirm"),
    );
    await expect(
      request(client, "textDocument/rename", "rules.test.agentspec", at, { newName: "no name" }),
    ).rejects.toThrow("is not a valid name");
  });

  it("has symbols, folding, semantic tokens, inlay hints and code lenses", async () => {
    const client = await startClient({ "mail.opentool.json": mail });
    const text = `${rules.replace("Mail.Send", "Mail.any").replace('args.to contains "x"', "")}\n${tests}`;
    await client.open("rules.agentspec", text);
    await client.publishedWhere(
      ({ uri }) => uri === client.uri("mail.opentool.json") || uri === client.uri("rules.agentspec"),
    );
    const textDocument = { uri: client.uri("rules.agentspec") };
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const ask = (method: string, more: object = {}) =>
      client.connection.sendRequest(method, { textDocument, ...more }) as Promise<never>;
    expect(await ask("textDocument/documentSymbol")).toMatchObject([{ name: "ask" }, { name: "asks", detail: "test" }]);
    expect(await client.connection.sendRequest("workspace/symbol", { query: "as" })).toHaveLength(2);
    expect(await client.connection.sendRequest("workspace/symbol", { query: "sa" })).toEqual([]);
    expect(await ask("textDocument/foldingRange")).toHaveLength(2);
    const { data } = (await ask("textDocument/semanticTokens/full")) as { data: number[] };
    expect(data.slice(0, 5)).toEqual([0, 0, 4, expect.any(Number), 0]);
    const part = (await ask("textDocument/semanticTokens/range", {
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 7 } },
    })) as { data: number[] };
    expect(part.data.slice(0, 3)).toEqual([1, 0, 7]);
    expect(await ask("textDocument/inlayHint", { range })).toMatchObject([
      { position: { line: 1, character: 16 }, label: "2 tools" },
    ]);
    const lenses = (await ask("textDocument/codeLens")) as { command: { title: string; arguments?: unknown[] } }[];
    expect(lenses.map(({ command }) => command.title)).toEqual(["fired 12 times in the last session", "Run test"]);
  });

  it("runs a test", async () => {
    const failing = tests.replace('"asks"', '"stops"').replace("expect user_inspection by @ask", "expect stop");
    const client = await startClient({ "rules.agentspec": rules, "rules.test.agentspec": tests + failing });
    await client.open("rules.test.agentspec", tests + failing);
    await client.diagnostics("rules.test.agentspec");
    const run = (...args: unknown[]) =>
      client.connection.sendRequest("workspace/executeCommand", { command: "helve.runTest", arguments: args });
    expect(await run(client.uri("rules.test.agentspec"), 0)).toEqual({ passed: 1, failed: 0, failures: [] });
    expect(await client.message()).toBe("✓ 1 test passed");
    expect(await run(client.uri("rules.test.agentspec"))).toMatchObject({ passed: 1, failed: 1 });
    expect(await client.message()).toContain("✗ stops");
    expect(await run(client.uri("rules.test.agentspec"), 7)).toMatchObject({ failures: ["there is no such test"] });
    expect(await run(3)).toMatchObject({ failures: ["there is no rule file with this URI"] });
    await expect(client.connection.sendRequest("workspace/executeCommand", { command: "x" })).rejects.toThrow(
      'unknown command "x"',
    );
  });

  it("formats a text, a part of it, and a rule when its end is typed", async () => {
    const client = await startClient();
    const ugly = "rule a   trigger X check enforce stop end";
    const text = `${ugly}\n${ugly.replace(" a ", " b ")}\n`;
    await client.open("a.agentspec", text);
    const params = { textDocument: { uri: client.uri("a.agentspec") }, options: { tabSize: 2, insertSpaces: true } };
    const format = async (method: string, more: object = {}) =>
      applied(text, (await client.connection.sendRequest(method, { ...params, ...more })) as TextEdit[]);
    const pretty = "rule @a\ntrigger X\ncheck\nenforce stop\nend";
    expect(await format("textDocument/formatting")).toBe(`${pretty}\n\n${pretty.replace("@a", "@b")}\n`);
    const first = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    expect(await format("textDocument/rangeFormatting", { range: first })).toBe(text.replace(ugly, pretty));
    const typed = { position: { line: 1, character: 0 }, ch: "\n" };
    expect(await format("textDocument/onTypeFormatting", typed)).toBe(text.replace(ugly, pretty));
  });

  it("knows OpenTool documents in JSON and YAML, policies and lists of MCP servers", async () => {
    const client = await startClient({ "rules.agentspec": rules });
    await client.open("x.opentool.yaml", "opentool: 1.1.0\ninfo:\n  titel: X\n", "yaml");
    expect((await client.diagnostics("x.opentool.yaml")).map(({ code }) => code)).toContain("required");
    await client.open("policy.json", '{ "trustedHost": [] }');
    expect(await client.diagnostics("policy.json")).toMatchObject([{ code: "unknown_member" }]);
    const hover = await request<Hover>(client, "textDocument/hover", "policy.json", '{ "trusted┃Host": [] }');
    expect(hover).toBeNull();
    await client.open("mcp.json", '{ "servers": { "a": { "command": 1 } } }');
    expect(await client.diagnostics("mcp.json")).toMatchObject([{ code: "type" }]);
    await client.open("other.json", '{ "opentool": "1.1.0" }');
    expect((await client.diagnostics("other.json")).length).toBeGreaterThan(0);
    await client.open("foreign/policy.json", '{ "trustedHost": [] }');
    await client.open("end.agentspec", rules);
    await client.diagnostics("end.agentspec");
    expect(client.published.some(({ uri }) => uri === client.uri("foreign/policy.json"))).toBe(false);
  });

  it("reports broken policies that are not open, and reads them again when they change", async () => {
    const client = await startClient({ "rules.agentspec": rules, "policy.json": "{", "x.opentool.json": "{" });
    for (const name of ["policy.json", "x.opentool.json"]) {
      const { diagnostics } = await client.publishedWhere(({ uri }) => uri === client.uri(name));
      expect(diagnostics).toMatchObject([{ code: "json" }]);
    }
    writeFileSync(join(client.folder, "policy.json"), "{}");
    await client.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: client.uri("policy.json"), type: 2 }],
    });
    await client.publishedWhere(
      ({ uri, diagnostics }) => uri === client.uri("policy.json") && diagnostics.length === 0,
    );
  });

  it("counts positions in UTF-16 units, with line ends of every kind", async () => {
    const client = await startClient();
    const text = 'rule @a\r\ntrigger X\rcheck args.x contains "😀😀"\nenforce stopp\r\nend';
    await client.open("a.agentspec", text);
    const [issue] = await client.diagnostics("a.agentspec");
    const position = { line: 3, character: 8 };
    expect(issue?.range.start).toEqual(position);
    const emoji = { start: { line: 2, character: 23 }, end: { line: 2, character: 25 } };
    await client.change("a.agentspec", 2, [
      { range: emoji, text: "\u{1F3F4}\r\n" },
      { range: { start: { line: 99, character: 99 }, end: { line: 999, character: -3 } }, text: "\n// end" },
    ]);
    const hover = await request<Hover>(client, "textDocument/hover", "a.agentspec", "rule @a\ntrigger┃");
    expect(hover).not.toBeNull();
    expect((await client.diagnostics("a.agentspec", 2)).length).toBeGreaterThan(0);
  });

  it("answers nothing about a document that is not open, or was closed meanwhile", async () => {
    const client = await startClient();
    await client.open("a.agentspec", rules);
    const params = { textDocument: { uri: client.uri("a.agentspec") }, position: { line: 0, character: 0 } };
    // Both messages arrive at once.
    const message = (json: object) => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...json });
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    };
    const { textDocument } = params;
    const answer = client.rawAnswer("hover");
    client.write(
      message({ id: "hover", method: "textDocument/hover", params }) +
        message({ method: "textDocument/didClose", params: { textDocument } }),
    );
    expect(await answer).toEqual({ jsonrpc: "2.0", id: "hover", result: null });
    expect(await client.connection.sendRequest("textDocument/completion", params)).toBeNull();
    await client.change("a.agentspec", 2, [{ text: "x" }]);
    expect(await client.connection.sendRequest("textDocument/hover", params)).toBeNull();
  });

  it("cancels a request that has not begun", async () => {
    const client = await startClient();
    await client.open("a.agentspec", rules.repeat(50));
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri: client.uri("a.agentspec") } };
    const pending = client.connection.sendRequest("textDocument/semanticTokens/full", params, source.token);
    source.cancel();
    await expect(pending).rejects.toMatchObject({ code: -32800 });
  });

  it("serves documents outside the workspace and without a file", async () => {
    const client = await startClient({ "rules.agentspec": rules });
    for (const name of [
      "untitled:Untitled-1",
      "vscode-vfs://github/x/rules.agentspec",
      "file:///nowhere/%41.agentspec",
    ]) {
      await client.open(name, "rule @a trigger", "agentspec");
      expect((await client.diagnostics(name)).length).toBeGreaterThan(0);
      const params = { textDocument: { uri: name } };
      const symbols: unknown[] = await client.connection.sendRequest("textDocument/documentSymbol", params);
      expect({ name, found: symbols?.length }).toEqual({ name, found: 1 });
    }
  });

  it("reports unknown and invalid settings once, and follows the others", async () => {
    const client = await startClient(
      { "tools.json": mail, "p/policy.json": '{ "trustedHosts": [] }' },
      { configuration: { inlayHint: false, checkTools: "yes", tools: ["tools.json"], policy: "p/policy.json" } },
    );
    expect(await client.message()).toBe('Helve: unknown setting "helve.inlayHint" (did you mean "inlayHints"?)');
    expect(await client.message()).toBe('Helve: the setting "helve.checkTools" must be true or false (got "yes")');
    await client.open("a.agentspec", rules.replace("Mail.Send", "Mail.Sent"));
    await client.publishedWhere(
      ({ uri, diagnostics }) => uri === client.uri("a.agentspec") && diagnostics[0]?.code === "unknown_tool",
    );
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await client.open("b.agentspec", rules);
    await client.diagnostics("b.agentspec");
    expect(client.messages).toEqual([]);
  });

  it("shuts down", async () => {
    const client = await startClient({}, { inProcess: false });
    expect(await client.connection.sendRequest("shutdown")).toBeNull();
    const closed = new Promise<void>((resolve) => client.connection.onClose(resolve));
    await client.connection.sendNotification("exit");
    await closed;
  });
});

import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startInProcess } from "./in-process.ts";

const rules = "rule @a\ntrigger any.any\ncheck is_destructive(args.command)\nenforce stop\nend\n";
const uri = "file:///a.agentspec";

describe("a client that sends anything", () => {
  it.each([
    { uri: "file:///b.agentspec", languageId: "agentspec", version: 1 },
    { uri: "file:///b.agentspec", languageId: "agentspec", version: 1, text: null },
    { uri: "file:///b.txt", version: 1, text: "" },
    { uri: 5, languageId: "agentspec", version: 1, text: "" },
    null,
  ])("opens no document that is not one: %j", async (textDocument) => {
    const { client, open, diagnostics } = await startInProcess();
    await client.sendNotification("textDocument/didOpen", { textDocument });
    await open(uri, rules);
    expect(await diagnostics(uri)).toEqual([]);
    expect(await client.sendRequest("workspace/symbol", { query: "" })).toHaveLength(1);
  });

  it.each([
    { contentChanges: null },
    { contentChanges: [null] },
    { contentChanges: [{ text: 5 }] },
    { contentChanges: [{ text: "rule @b" }, { text: null }] },
    { contentChanges: [{ text: "", range: null }] },
    { contentChanges: [{ text: "", range: { start: { line: "x", character: 0 }, end: { line: 9, character: 0 } } }] },
  ])("changes nothing by an invalid change: %j", async (change) => {
    const { server, client, open, diagnostics } = await startInProcess();
    await open(uri, rules);
    await client.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, ...change });
    await client.sendNotification("textDocument/didChange", { textDocument: { uri, version: 3 }, contentChanges: [] });
    expect(await diagnostics(uri, 3)).toEqual([]);
    expect(server.textOf(uri)).toBe(rules);
  });

  it.each([
    ["textDocument/hover", {}, '"textDocument.uri" must be a string'],
    ["textDocument/hover", { textDocument: { uri: 5 } }, '"textDocument.uri" must be a string'],
    ["textDocument/hover", { textDocument: { uri } }, '"position" must be an object with line and character'],
    ["textDocument/semanticTokens/range", { textDocument: { uri }, range: {} }, '"range.start" must be an object'],
    [
      "textDocument/rename",
      { textDocument: { uri }, position: { line: 0, character: 6 }, newName: 5 },
      '"newName" must be a string',
    ],
    ["workspace/symbol", {}, '"query" must be a string'],
  ])("learns what is wrong with the parameters of %s: %j", async (method, params, message) => {
    const { client, open } = await startInProcess();
    await open(uri, rules);
    const refused = client.sendRequest(method, params);
    await expect(refused).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) });
  });

  it("initializes the server once", async () => {
    const { client } = await startInProcess();
    const again = client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
    await expect(again).rejects.toMatchObject({ code: -32600, message: "the server is initialized already" });
  });

  it("gets the diagnostics of the last text without a version if it sends none", async () => {
    const { client, open } = await startInProcess();
    await open(uri, rules);
    const published = new Promise((resolve) => {
      client.onNotification("textDocument/publishDiagnostics", resolve);
    });
    const contentChanges = [{ text: "rule" }];
    await client.sendNotification("textDocument/didChange", { textDocument: { uri, version: null }, contentChanges });
    expect(Object.keys((await published) as object)).toEqual(["uri", "diagnostics"]);
  });

  it("closes and opens documents in any order", async () => {
    const { server, client, open, close, change, diagnostics } = await startInProcess();
    await change(uri, 7, [{ text: "x" }]);
    await close(uri);
    await open(uri, "rule");
    await open(uri, rules);
    await change(uri, 9, []);
    await change(uri, 3, []);
    expect(await diagnostics(uri, 3)).toEqual([]);
    await close(uri);
    await close(uri);
    await client.sendNotification("$/cancelRequest", { id: 99 });
    expect(await client.sendRequest("workspace/symbol", { query: "" })).toEqual([]);
    expect(server.textOf(uri)).toBeUndefined();
  });

  const position = fc.record({
    line: fc.constantFrom(-1, 0, 0.5, 2, 9, 1e99),
    character: fc.constantFrom(-5, 0, 1.5, 6, 1e99),
  });
  const change = fc.record({
    range: fc.record({ start: position, end: position }),
    text: fc.constantFrom("", "x", "\r", "\n", "😀"),
  });

  it("has the diagnostics of the text that the server knows, whatever the positions of its edits", async () => {
    const { server, open, change: edit, diagnostics, close } = await startInProcess();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        const [name, fresh] = [`file:///${count++}.agentspec`, `file:///${count++}.agentspec`];
        await open(name, rules);
        await edit(name, 2, changes);
        const found = await diagnostics(name, 2);
        await open(fresh, server.textOf(name) ?? "");
        expect(found).toEqual(await diagnostics(fresh));
        await close(name);
        await close(fresh);
      }),
      { numRuns: runs(100, 5000) },
    );
  });
});

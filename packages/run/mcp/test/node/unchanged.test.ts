import { parseExactJson } from "@helve/core/internal";
import { connectServer } from "@helve/mcp/node";
import { describe, expect, it } from "vitest";
import { filesystem, folderWith } from "./programs.ts";
import { gatewayWith, lineOf, scripted } from "./scripted-server.ts";

const object = `{ type: "object", properties: {} }`;
const output = `{ type: "object", properties: { content: { type: "string" }, id: { type: "integer" } } }`;
const results = {
  empty: "{ content: [] }",
  read: `{ content: [{ type: "text", text: "hello" }], structuredContent: { content: "hello" } }`,
  resource: `{ content: [{ type: "resource", resource: { uri: "file:///a.md", mimeType: "text/markdown", text: "# A" } }] }`,
  link: `{ content: [{ type: "resource_link", uri: "file:///a.md", name: "a", description: "d", size: 3 }, { type: "text", text: "t", annotations: { audience: ["user"] }, _meta: { k: 1 } }], _meta: { whole: true } }`,
  image: `{ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }, { type: "text", text: "t" }], structuredContent: { content: "x" } }`,
  refused: `{ content: [{ type: "text", text: "no" }, { type: "image", data: "AAAA", mimeType: "image/png" }], isError: true }`,
  misfit: `{ content: [{ type: "text", text: "paid" }], structuredContent: { id: "7" } }`,
};
const withSchema = ["read", "big", "image", "misfit"];
const server = (calls: Record<string, string>) =>
  scripted(`(m, text) => m.method === "initialize" ? hello
    : m.method === "tools/list" ? { tools: [${Object.keys(calls).map((name) => `{ name: "${name}", title: "T", _meta: { ui: 1 }, icons: [{ src: "https://x.example/i.png" }], inputSchema: ${object}${withSchema.includes(name) ? `, outputSchema: ${output}` : ""} }`)}] }
    : m.method === "tools/call" ? ({ ${Object.entries(calls).map(([name, result]) => `${name}: () => (${result})`)} })[m.params.name]() : no`);

/** Sends a call as a text, and returns the answer as a text. */
async function post(url: string, calls: readonly string[]): Promise<readonly string[]> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const send = async (body: string, more: object = {}) => {
    const response = await fetch(url, { method: "POST", headers: { ...headers, ...more }, body });
    return { session: response.headers.get("mcp-session-id") ?? "", text: await response.text() };
  };
  const { session } = await send(
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
  );
  const answers: string[] = [];
  for (const call of calls) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${call}}}`;
    const { text } = await send(body, { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" });
    answers.push(text);
  }
  return answers;
}

describe("a result", () => {
  it.each(Object.entries(results))("passes unchanged: %s", async (name, result) => {
    const { client } = await gatewayWith({ s: server(results) });
    const any = { "~standard": { version: 1 as const, vendor: "test", validate: (value: unknown) => ({ value }) } };
    const got = await client.request({ method: "tools/call", params: { name, arguments: {} } } as never, any as never);
    const { _meta: meta, resultType: _, ...rest } = got as Record<string, unknown>;
    const whole = { ...rest, ...(name === "link" ? { _meta: { whole: (meta as { whole?: unknown })?.whole } } : {}) };
    // biome-ignore lint/security/noGlobalEval: the text is a literal of this file.
    expect(whole).toEqual(eval(`(${result})`));
  });

  it.each([
    [
      "has parts that are none",
      '{ content: [null, { type: "text", text: 5 }, { type: "text", text: "a" }] }',
      'null {"type":"text","text":5} a',
    ],
    ["is a text", '{ content: "done" }', '"done"'],
    ["has another word for a failure", '{ content: [{ type: "text", text: "no" }], isError: "yes" }', "isError no"],
    ["has no content", "{ content: null }", ""],
  ])("is shown as text if it %s, because the call has run", async (_what, result, shown) => {
    const { client } = await gatewayWith({ s: server({ odd: result }) });
    expect(lineOf(await client.callTool({ name: "odd", arguments: {} }))).toBe(shown);
  });

  it("keeps each number as the server wrote it", async () => {
    const big = `'{"jsonrpc":"2.0","id":' + m.id + ',"result":{"content":[{"type":"text","text":"{\\\\"id\\\\":7960607143101464577}"}],"structuredContent":{"id":7960607143101464577,"pi":3.14159265358979323846,"one":1.0,"huge":1e400,"ok":1.5}}}'`;
    const { url } = await gatewayWith({ s: server({ big }) });
    const [answer] = await post(url, ['"big","arguments":{}']);
    expect(answer).toContain(
      '"structuredContent":{"id":7960607143101464577,"pi":3.14159265358979323846,"one":1.0,"huge":1e400,"ok":1.5}',
    );
    expect(answer).toContain('"text":"{\\"id\\":7960607143101464577}"');
  });

  it("fits an integer of its output schema, for a client of connectServer, if JavaScript can't hold the number", async () => {
    const big = `'{"jsonrpc":"2.0","id":' + m.id + ',"result":{"content":[],"structuredContent":{"id":7960607143101464577}}}'`;
    const { client } = await gatewayWith({ s: server({ big, misfit: results.misfit }) });
    await client.listTools();
    const result = await client.callTool({ name: "big", arguments: {} });
    expect(JSON.stringify(result.structuredContent)).toBe('{"id":7960607143101464577}');
  });

  it("keeps its numbers through two gateways, for a client of 2026-07-28", async () => {
    const big = `'{"jsonrpc":"2.0","id":' + m.id + ',"result":{"content":[],"structuredContent":{"id":7960607143101464577,"got":' + text.match(/"arguments":([^}]*})/)[1] + '}}}'`;
    const inner = await gatewayWith({ s: server({ big }) });
    const { client } = await gatewayWith({ outer: (signal) => connectServer({ url: inner.url }, { signal }) });
    const args = parseExactJson('{"x":9007199254740993}') as Record<string, unknown>;
    const any = { "~standard": { version: 1 as const, vendor: "test", validate: (value: unknown) => ({ value }) } };
    const result = await client.request(
      { method: "tools/call", params: { name: "big", arguments: args } } as never,
      any as never,
    );
    expect(JSON.stringify(result)).toContain(
      '"structuredContent":{"id":7960607143101464577,"got":{"x":9007199254740993}}',
    );
  });

  it("has a file of the filesystem server once, and an image once", async () => {
    const text = "0123456789".repeat(10_000);
    const folder = folderWith({ "a.txt": text, "a.png": "not really an image, but long enough ".repeat(1000) });
    const { client } = await gatewayWith({ files: filesystem(folder) });
    const file = await client.callTool({ name: "read_text_file", arguments: { path: `${folder}/a.txt` } });
    expect(file.content).toEqual([{ type: "text", text }]);
    const image = await client.callTool({ name: "read_media_file", arguments: { path: `${folder}/a.png` } });
    expect(image.content.map(({ type }) => type)).toEqual(["image"]);
  });
});

describe("a tool", () => {
  it("keeps its title, icons and meta", async () => {
    const { client } = await gatewayWith({ s: server({ read: results.read }) });
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({ title: "T", icons: [{ src: "https://x.example/i.png" }], _meta: { ui: 1 } });
  });
});

describe("the arguments of a call", () => {
  const mirror = scripted(`(m, text) => m.method === "initialize" ? hello : m.method === "tools/list" ? { tools: [
    { name: "get", inputSchema: { type: "object", properties: { id: { type: "integer" }, at: { type: "string", format: "date-time" }, more: { type: "object", properties: { a: {} } }, text: { type: ["string", "null"] }, page: { type: "integer", default: 1 } } } },
    { name: "bare", inputSchema: { type: "object" } }] }
    : m.method === "tools/call" ? { content: [{ type: "text", text: text.slice(text.indexOf('"arguments"')) }] } : no`);

  it.each([
    ["get", '{"id":7960607143101464576}'],
    ["get", '{"id":7960607143101464577}'],
    ["get", '{"at":"2026-01-01T10:00:00"}'],
    ["get", '{"more":{"a":1,"b":2}}'],
    ["get", '{"text":null}'],
    ["get", "{}"],
    ["bare", '{"q":1}'],
    ["bare", '{"q":7960607143101464577,"r":[1e400,0.1000000000000000055]}'],
  ])("reach %s as they are: %s", async (name, args) => {
    const { url } = await gatewayWith({ s: mirror });
    const [answer = ""] = await post(url, [`"${name}","arguments":${args}`]);
    expect(answer.replaceAll('\\"', '"')).toContain(`"arguments":${args}`);
  });

  it("are refused by their schema before they are sent", async () => {
    const { url } = await gatewayWith({ s: mirror });
    const [answer] = await post(url, ['"get","arguments":{"id":"soon"}']);
    expect(answer).toContain('\\"id\\" must be an integer');
  });

  it("may be null, which is none", async () => {
    const { url } = await gatewayWith({ s: mirror });
    const [answer = ""] = await post(url, ['"bare","arguments":null']);
    expect(answer.replaceAll('\\"', '"')).toContain('"arguments":{}');
  });
});

import { ActionExecutor } from "@helve/executor";
import { McpEndpoint } from "@helve/mcp";
import { serveHttp } from "@helve/mcp/node";
import { tool } from "@helve/tool";
import { describe, expect, it, onTestFinished } from "vitest";
import { gatewayWith, lineOf, scripted } from "./node/scripted-server.ts";

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** An endpoint over HTTP with a tool that ends when the test says so. */
async function slowServer(): Promise<{ readonly url: string; end(): void }> {
  const going = Promise.withResolvers<string>();
  const slow = tool({
    name: "slow",
    description: "Waits.",
    parameters: { type: "object" },
    execute: () => going.promise,
  });
  const { url, close } = await serveHttp(new McpEndpoint(new ActionExecutor([slow])));
  onTestFinished(async () => {
    going.resolve("late");
    await close();
  });
  return { url, end: () => going.resolve("done") };
}

const legacyHeaders = (session: string) => ({
  ...json,
  "mcp-session-id": session,
  "mcp-protocol-version": "2025-06-18",
});

async function openSession(url: string): Promise<string> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const response = await fetch(url, { method: "POST", headers: json, body });
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

describe("a long call over HTTP", () => {
  it("has its headers at once, for a client of 2026-07-28", async () => {
    const { url, end } = await slowServer();
    const version = "2026-07-28";
    const meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { name: "slow", arguments: {}, _meta: meta };
    const response = await fetch(url, {
      method: "POST",
      headers: { ...json, "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "slow" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    end();
    expect(await response.text()).toContain("done");
  });

  it("has its headers at once, and so has the stream of a session, for a client of 2025-06-18", async () => {
    const { url, end } = await slowServer();
    const session = await openSession(url);
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow", arguments: {} } };
    const response = await fetch(url, { method: "POST", headers: legacyHeaders(session), body: JSON.stringify(call) });
    const controller = new AbortController();
    const stream = await fetch(url, { headers: legacyHeaders(session), signal: controller.signal });
    expect([response.status, stream.status]).toEqual([200, 200]);
    controller.abort();
    end();
    expect(await response.text()).toContain("done");
  });

  it("has an answer that ends when it is cancelled", async () => {
    const { url } = await slowServer();
    const session = await openSession(url);
    const send = (message: object): Promise<Response> =>
      fetch(url, {
        method: "POST",
        headers: legacyHeaders(session),
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    const response = await send({ id: 7, method: "tools/call", params: { name: "slow", arguments: {} } });
    await send({ method: "notifications/cancelled", params: { requestId: 7 } });
    expect(await response.text()).not.toContain('"result"');
  });
});

describe("a list", () => {
  it("refuses a cursor that it has not given", async () => {
    const { url } = await slowServer();
    const session = await openSession(url);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } });
    const response = await fetch(url, { method: "POST", headers: legacyHeaders(session), body });
    expect(await response.text()).toContain("-32602");
  });
});

describe("a call with progress", () => {
  it("has no other limit", async () => {
    const server = scripted(`(m) => {
      if (m.method === "initialize") return hello;
      if (m.method === "tools/list") return { tools: [{ name: "work", inputSchema: { type: "object" } }] };
      if (m.method !== "tools/call") return no;
      let n = 0;
      const timer = setInterval(() => {
        const params = { progressToken: m.params._meta.progressToken, progress: ++n };
        console.log(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
        if (n < 15) return;
        clearInterval(timer);
        console.log(JSON.stringify({ jsonrpc: "2.0", id: m.id, result: { content: [{ type: "text", text: "done" }] } }));
      }, 100);
    }`);
    const { client } = await gatewayWith({ s: server }, { idleTimeout: 1000 });
    expect(lineOf(await client.callTool({ name: "work", arguments: {} }))).toBe("done");
  });
});

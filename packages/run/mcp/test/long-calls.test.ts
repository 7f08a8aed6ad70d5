import { ActionExecutor } from "@helve/executor";
import { McpEndpoint } from "@helve/mcp";
import { serveHttp } from "@helve/mcp/node";
import { tool } from "@helve/tool";
import { describe, expect, it, onTestFinished, vi } from "vitest";
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

/** Calls the slow tool as a client of 2026-07-28. */
async function callModern(url: string): Promise<Response> {
  const version = "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "slow", arguments: {}, _meta: meta };
  return fetch(url, {
    method: "POST",
    headers: { ...json, "mcp-protocol-version": version, "mcp-method": "tools/call", "mcp-name": "slow" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

/** Calls the slow tool as a client of 2025-06-18. */
async function callInSession(url: string): Promise<Response> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow", arguments: {} } };
  return fetch(url, { method: "POST", headers: legacyHeaders(await openSession(url)), body: JSON.stringify(call) });
}

describe("a long call over HTTP", () => {
  it("has its headers at once, for a client of 2026-07-28", async () => {
    const { url, end } = await slowServer();
    const response = await callModern(url);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    end();
    expect(await response.text()).toContain("done");
  });

  it("has its headers at once, and so has the stream of a session, for a client of 2025-06-18", async () => {
    const { url, end } = await slowServer();
    const response = await callInSession(url);
    const session = await openSession(url);
    const controller = new AbortController();
    const stream = await fetch(url, { headers: legacyHeaders(session), signal: controller.signal });
    expect([response.status, stream.status]).toEqual([200, 200]);
    controller.abort();
    end();
    expect(await response.text()).toContain("done");
  });

  it.each(["2026-07-28", "2025-06-18"])("has a comment every 15 seconds, for a client of %s", async (version) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, end } = await slowServer();
    const response = await (version === "2026-07-28" ? callModern(url) : callInSession(url));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let count = 0; count < 3; count++) {
      vi.advanceTimersByTime(15_000);
      expect((await reader?.read())?.value).toBe(": keepalive\n\n");
    }
    end();
    let rest = "";
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) rest += piece.value;
    expect(rest).toContain("done");
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
        if (n < 35) return;
        clearInterval(timer);
        console.log(JSON.stringify({ jsonrpc: "2.0", id: m.id, result: { content: [{ type: "text", text: "done" }] } }));
      }, 100);
    }`);
    const { client } = await gatewayWith({ s: server }, { idleTimeout: 3000 });
    expect(lineOf(await client.callTool({ name: "work", arguments: {} }))).toBe("done");
  });
});

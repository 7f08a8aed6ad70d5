import type { Guard } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { McpEndpoint, mcpHandler } from "@helve/mcp";
import { serveHttp } from "@helve/mcp/node";
import { tool } from "@helve/tool";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

const url = "http://localhost/mcp";

function handlerOf(options: Parameters<typeof mcpHandler>[1] = {}) {
  const handler = mcpHandler(new McpEndpoint(new ActionExecutor([])), options);
  onTestFinished(() => handler.close());
  return handler;
}

/** A request of a client before 2026-07-28. */
function request(method: string, params: object, headers: Record<string, string> = {}): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      host: "localhost",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}

const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const as = (clientId: string) => ({ authInfo: { token: "t", clientId, scopes: [] } });

describe("mcpHandler", () => {
  it("lets only the client that opened a session use it", async () => {
    const { fetch } = handlerOf();
    const opened = await fetch(request("initialize", initialize), as("ann"));
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    expect((await fetch(request("tools/list", {}, session), as("ann"))).status).toBe(200);
    expect((await fetch(request("tools/list", {}, session), as("eve"))).status).toBe(404);
    expect((await fetch(request("tools/list", {}, session))).status).toBe(404);
    expect((await fetch(request("tools/list", {}, { "mcp-session-id": "constructor" }), as("ann"))).status).toBe(404);
  });

  it("gives each authenticated client of 2026-07-28 a session of its own", async () => {
    const count = tool({ name: "count", description: "Count.", parameters: z.object({}), execute: () => "" });
    const seen: number[] = [];
    const guard: Guard = {
      before: async (action, { trajectory }) => {
        seen.push(trajectory.length);
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const handler = mcpHandler(new McpEndpoint(new ActionExecutor([count], { guards: [guard] })));
    for (const name of ["ann", "eve", "ann"]) {
      const client = new Client({ name, version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
      const fetch = async (input: string | URL, init?: RequestInit) => {
        const sent = new Request(input, init);
        sent.headers.set("host", "localhost");
        return handler.fetch(sent, as(name));
      };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }));
      await client.callTool({ name: "count" });
      await client.close();
    }
    await handler.close();
    expect(seen).toEqual([0, 0, 1]);
  });

  it("ends a session that was not used for an hour", async () => {
    let now = 0;
    const { fetch } = handlerOf({ now: () => now });
    const opened = await fetch(request("initialize", initialize));
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    now = 3_600_001;
    await fetch(request("initialize", initialize));
    expect((await fetch(request("tools/list", {}, session))).status).toBe(404);
  });

  it("refuses web pages of other origins, and other hosts, unless they are allowed", async () => {
    const { fetch } = handlerOf();
    expect((await fetch(request("initialize", initialize, { origin: "https://evil.example" }))).status).toBe(403);
    expect((await fetch(request("initialize", initialize, { host: "evil.example" }))).status).toBe(403);
    const open = handlerOf({ allowedHosts: ["tools.example"], allowedOrigins: ["app.example"] });
    const headers = { host: "tools.example", origin: "https://app.example" };
    expect((await open.fetch(request("initialize", initialize, headers))).status).toBe(200);
  });

  it("refuses what is no request, and what has no session", async () => {
    const { fetch } = handlerOf();
    const post = (body: string) =>
      new Request(url, { method: "POST", body, headers: { host: "localhost", "content-type": "application/json" } });
    expect((await fetch(post("{"))).status).toBe(400);
    expect((await fetch(post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'))).status).toBe(400);
    expect((await fetch(new Request(url, { headers: { host: "localhost" } }))).status).toBe(400);
    expect((await fetch(post(JSON.stringify("x".repeat(5_000_000))))).status).toBe(413);
  });
});

describe("serveHttp", () => {
  it("serves on after a request whose target is no path", async () => {
    const { url, close } = await serveHttp(new McpEndpoint(new ActionExecutor([])));
    onTestFinished(close);
    const { origin } = new URL(url);
    for (const path of ["//", "//[", "/mcpx", "/"]) expect((await fetch(`${origin}${path}`)).status).toBe(404);
    expect((await fetch(url)).status).not.toBe(404);
  });
});

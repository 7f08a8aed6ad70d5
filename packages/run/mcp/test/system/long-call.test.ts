import { runs } from "@helve/testing/property-runs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { versions } from "../connect.ts";
import { gatewayWith, lineOf, scripted } from "../node/scripted-server.ts";

/** Node's own client gives up on an answer without a byte for 300 seconds. */
const seconds = runs(20, 330);

it(`a call that takes ${seconds} seconds without progress passes over HTTP, for clients of all versions`, async () => {
  const server = scripted(`(m) => {
    if (m.method === "initialize") return hello;
    if (m.method === "tools/list") return { tools: [{ name: "work", inputSchema: { type: "object" } }] };
    if (m.method !== "tools/call") return no;
    const text = JSON.stringify({ jsonrpc: "2.0", id: m.id, result: { content: [{ type: "text", text: "done" }] } });
    setTimeout(() => console.log(text), ${seconds * 1000});
  }`);
  const timeout = seconds * 2000;
  const { url } = await gatewayWith({ s: server }, { idleTimeout: timeout });
  const call = async (options: object): Promise<string> => {
    const client = new Client({ name: "test", version: "1" }, options);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    return lineOf(await client.callTool({ name: "work", arguments: {} }, { timeout }));
  };
  expect(await Promise.all(versions.map(([, options]) => call(options)))).toEqual(versions.map(() => "done"));
}, 1_200_000);

import { PassThrough } from "node:stream";
import type { McpEndpoint } from "@helve/mcp";
import { serveHttp, serveStdio } from "@helve/mcp/node";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";

/** The versions of the protocol that are tested, and how a client of the SDK is made to speak each. */
export const versions: readonly (readonly [string, ClientOptions])[] = [
  ["2025-06-18", { supportedProtocolVersions: ["2025-06-18"] }],
  ["2025-11-25", { supportedProtocolVersions: ["2025-11-25"] }],
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

/** Connects a client of the SDK to an endpoint over two streams, as standard input and output are. */
export async function connectStdio(endpoint: McpEndpoint, options: ClientOptions = {}): Promise<Client> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const server = serveStdio(endpoint, { input: toServer, output: toClient });
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(new StdioServerTransport(toClient, toServer) as never);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return client;
}

/** Connects a client of the SDK to an endpoint over HTTP. */
export async function connectHttp(endpoint: McpEndpoint, options: ClientOptions = {}): Promise<Client> {
  const { url, close } = await serveHttp(endpoint);
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(async () => {
    await client.close();
    await close();
  });
  return client;
}

import { createServer } from "node:http";
import { type ConnectServer, createGateway, type GatewayEvent, type GatewayOptions, type McpGateway } from "@helve/mcp";
import { connectServer, type ServerProgram, serveHttp } from "@helve/mcp/node";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { script } from "./programs.ts";

/**
 * A server over standard input and output, without an SDK. `answer` is the code of a function of a message and its text. It returns a result, an error
 * with a code, a whole line, or `undefined` for no answer. It may use `hello`, the result of `initialize`, and `no`, the error for other methods.
 */
export function scripted(answer: string, ...args: readonly string[]): ServerProgram {
  const server = script(`
    const hello = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
    const no = { code: -32601, message: "unknown method" };
    const answer = ${answer};
    let rest = "";
    process.stdin.on("data", (data) => {
      rest += data;
      for (let end; (end = rest.indexOf("\\n")) >= 0; rest = rest.slice(end + 1)) {
        const text = rest.slice(0, end);
        const message = JSON.parse(text);
        const reply = answer(message, text);
        if (message.id === undefined || reply === undefined) continue;
        const body = reply.code ? { error: reply } : { result: reply };
        process.stdout.write((typeof reply === "string" ? reply : JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })) + "\\n");
      }
    });
  `);
  return { ...server, args: [...(server.args ?? []), ...args] };
}

/** The answers of a server with the tool `echo`, which answers "ok". */
export const echoing = `(m) => m.method === "initialize" ? hello
  : m.method === "tools/list" ? { tools: [{ name: "echo", inputSchema: { type: "object" } }] }
  : m.method === "tools/call" ? { content: [{ type: "text", text: "ok" }] } : no`;

/** A gateway over HTTP with a client. */
export interface GatewayWithClient {
  readonly client: Client;
  readonly events: readonly GatewayEvent[];
  readonly gateway: McpGateway;
  readonly url: string;
}

/** A gateway over HTTP in front of servers, with a client. */
export async function gatewayWith(
  servers: Readonly<Record<string, ServerProgram | ConnectServer>>,
  options: GatewayOptions = {},
): Promise<GatewayWithClient> {
  const events: GatewayEvent[] = [];
  const connects = Object.entries(servers).map(([name, server]): [string, ConnectServer] => [
    name,
    typeof server === "function" ? server : (signal) => connectServer(server, { signal }),
  ]);
  const gateway = createGateway(Object.fromEntries(connects), {
    onEvent: (event) => void events.push(event),
    ...options,
  });
  const http = await serveHttp(gateway.endpoint);
  const client = await connectServer({ url: http.url });
  onTestFinished(async () => {
    await client.close();
    await http.close();
    await gateway.close();
  });
  return { client, events, gateway, url: http.url };
}

/** The result of a call as a line. */
export function lineOf({ isError, content }: CallToolResult): string {
  const parts = content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part)));
  return `${isError ? "isError " : ""}${parts.join(" ")}`;
}

export async function namesOf(client: Client): Promise<readonly string[]> {
  return (await client.listTools(undefined, { cacheMode: "refresh" })).tools.map(({ name }) => name);
}

/** A server over HTTP that can lose its sessions. */
export interface SessionServer {
  readonly url: string;
  forget(): void;
  /** How many calls have run. */
  readonly ran: number;
}

/** A server over HTTP with sessions and the tool `count`. `forget` loses its sessions, as a restart does. */
export async function sessionServer(refusal: 400 | 404 = 404): Promise<SessionServer> {
  let sessions = new Set<unknown>();
  let ran = 0;
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id = null, method } = JSON.parse(body);
    const session = request.headers["mcp-session-id"];
    const send = (status: number, value: object, headers: object = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify({ jsonrpc: "2.0", id, ...value }));
    if (method === "initialize") {
      const opened = crypto.randomUUID();
      sessions.add(opened);
      const serverInfo = { name: "h", version: "1" };
      const result = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
      return send(200, { result }, { "mcp-session-id": opened });
    }
    if (!sessions.has(session)) {
      return send(session ? refusal : 400, { error: { code: -32001, message: "Session not found" } });
    }
    if (id === null) return response.writeHead(202).end();
    if (method === "tools/list")
      return send(200, { result: { tools: [{ name: "count", inputSchema: { type: "object" } }] } });
    if (method !== "tools/call") return send(200, { error: { code: -32601, message: "unknown method" } });
    ran++;
    return send(200, { result: { content: [{ type: "text", text: "counted" }] } });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/mcp`,
    forget: () => {
      sessions = new Set();
    },
    get ran(): number {
      return ran;
    },
  };
}

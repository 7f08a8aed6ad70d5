import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import {
  type CallToolResult,
  InMemoryTransport,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";

/** A tool of a server that a test controls. */
export interface RemoteTool extends Partial<Tool> {
  readonly name: string;
  call?(args: Record<string, unknown>, context: ServerContext): unknown;
}

/** A server whose tools a test can change, with a client that is connected to it in memory. */
export async function remoteServer(initial: readonly RemoteTool[], options: ClientOptions = {}) {
  let tools = initial;
  const called: { name: string; args: unknown }[] = [];
  const server = new Server({ name: "remote", version: "1" }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map(({ call: _, ...tool }) => ({ inputSchema: { type: "object" as const }, ...tool })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    called.push({ name: params.name, args: params.arguments });
    const result = await tools.find(({ name }) => name === params.name)?.call?.(params.arguments ?? {}, context);
    return (
      typeof result === "object" ? result : { content: [{ type: "text", text: String(result) }] }
    ) as CallToolResult;
  });
  const client = new Client({ name: "test", version: "1" }, options);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide as never);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return {
    client,
    server,
    called,
    /** Replaces the tools, and tells the client. */
    async change(changed: readonly RemoteTool[]) {
      tools = changed;
      await server.sendToolListChanged();
    },
  };
}

/** A client that is connected to a server that answers each request with the result of a function, whatever the protocol says. */
export async function rawServer(answer: (method: string, params: Record<string, unknown>) => unknown): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  serverSide.onmessage = async (message) => {
    if (!("method" in message && "id" in message)) return;
    const known = message.method === "initialize" ? { ...initialized } : undefined;
    const result = known ?? ((await answer(message.method, message.params ?? {})) as object);
    await serverSide.send({ jsonrpc: "2.0", id: message.id, result } as never);
  };
  await serverSide.start();
  const client = new Client({ name: "test", version: "1" });
  await client.connect(clientSide as never);
  onTestFinished(() => client.close());
  return client;
}

const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {}, tasks: {} },
  serverInfo: { name: "raw", version: "1" },
};

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

/** A server whose tools a test can change. */
export interface RemoteServer {
  /** The calls that the server got. */
  readonly called: { readonly name: string; readonly args: unknown }[];
  /** Connects another client. */
  connect(options?: ClientOptions): Promise<Client>;
  /** Replaces the tools, and tells the clients. */
  change(tools: readonly RemoteTool[]): Promise<void>;
  /** Replaces the tools without telling anybody. */
  changeSilently(tools: readonly RemoteTool[]): void;
  /** Ends all connections, as a crash does. */
  crash(): Promise<void>;
}

/** Creates a server that runs in this process. */
export function createRemote(initial: readonly RemoteTool[]): RemoteServer {
  let tools = initial;
  const called: { name: string; args: unknown }[] = [];
  let open: Server[] = [];
  return {
    called,
    async connect(options = {}) {
      const server = new Server({ name: "remote", version: "1" }, { capabilities: { tools: { listChanged: true } } });
      server.setRequestHandler("tools/list", () => ({
        tools: tools.map(({ call: _, ...listed }) => ({ inputSchema: { type: "object" as const }, ...listed })),
      }));
      server.setRequestHandler("tools/call", async ({ params }, context) => {
        called.push({ name: params.name, args: params.arguments });
        const tool = tools.find(({ name }) => name === params.name);
        const result = await tool?.call?.(params.arguments ?? {}, context);
        const isResult = typeof result === "object" && result !== null;
        return (isResult ? result : { content: [{ type: "text", text: String(result) }] }) as CallToolResult;
      });
      const client = new Client({ name: "test", version: "1" }, options);
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      await server.connect(serverSide);
      open.push(server);
      await client.connect(clientSide as never);
      return client;
    },
    async change(changed) {
      tools = changed;
      for (const server of open) await server.sendToolListChanged();
    },
    changeSilently(changed) {
      tools = changed;
    },
    async crash() {
      const closing = open;
      open = [];
      for (const server of closing) await server.close();
    },
  };
}

/** A server that runs in this process, with a client that is connected to it. */
export async function remoteServer(tools: readonly RemoteTool[]): Promise<RemoteServer & { readonly client: Client }> {
  const remote = createRemote(tools);
  const client = await remote.connect();
  onTestFinished(async () => {
    await client.close();
    await remote.crash();
  });
  return { ...remote, client };
}

/** A client of a server that answers each request with the result of a function, even if the protocol does not allow it. */
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

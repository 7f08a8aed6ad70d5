import { fileURLToPath } from "node:url";
import type { ServerConfig } from "@helve/mcp/node";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** The options of a gateway as a process. */
export interface GatewayProcessOptions {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  readonly rules?: string;
  readonly state: string;
  readonly audit?: string;
  readonly search?: boolean;
}

/** A gateway as a process, with a client that is connected to it. */
export interface GatewayProcess {
  readonly client: Client;
  readonly pid: number;
  /** The lines that it has logged so far. */
  readonly logged: readonly string[];
  close(): Promise<void>;
}

/** The command that starts a gateway. */
export function gatewayCommand(options: GatewayProcessOptions): { readonly command: string; readonly args: string[] } {
  const program = fileURLToPath(new URL("gateway-program.ts", import.meta.url));
  return {
    command: process.execPath,
    args: ["--conditions=@helve/source", "--no-warnings", program, JSON.stringify(options)],
  };
}

/** Starts a gateway as a process. */
export async function startGateway(
  options: GatewayProcessOptions,
  clientOptions: ClientOptions = {},
): Promise<GatewayProcess> {
  const env = { ...getDefaultEnvironment(), NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "" };
  const transport = new StdioClientTransport({ ...gatewayCommand(options), env, stderr: "pipe" });
  const logged: string[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => logged.push(...chunk.toString().split("\n").filter(Boolean)));
  const client = new Client({ name: "test", version: "1" }, clientOptions);
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, logged, close: () => client.close() };
}

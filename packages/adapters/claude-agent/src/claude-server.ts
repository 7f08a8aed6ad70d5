import type { McpSdkServerConfigWithInstance } from "@anthropic-ai/claude-agent-sdk";
import { checkOptions } from "@helve/adapter";
import type { ActionExecutor } from "@helve/executor";
import { McpEndpoint, type McpEndpointOptions } from "@helve/mcp";

/**
 * Serves the tools of an executor to Claude as an MCP server in the same process, like `createSdkMcpServer`. Arguments are decoded, and the
 * guards of the executor decide; questions to a person go to `options.onElicitation` of the SDK.
 *
 * Give guards either to the executor or to `helveHooks`: with both, each call is decided twice.
 *
 * @returns a value of `options.mcpServers`
 *
 * @example
 * query({ prompt, options: { mcpServers: { bank: toClaudeServer(executor, { name: "bank" }) } } });
 */
export function toClaudeServer(
  executor: ActionExecutor,
  options: ClaudeServerOptions = {},
): McpSdkServerConfigWithInstance {
  if (!(executor instanceof Object) || typeof executor.session !== "function") {
    throw new TypeError("the first argument must be an ActionExecutor of @helve/executor");
  }
  checkOptions(options, optionNames, "toClaudeServer");
  const { name = "helve", timeout, ...endpointOptions } = options;
  const endpoint = new McpEndpoint(executor, { ...endpointOptions, name });
  const connection = {}; // one session for all connections of the server
  // The SDK only connects the instance, with a transport of its own.
  const instance = {
    connect: (transport: Transport) => endpoint.createServer(undefined, connection).connect(transport),
    close: async () => undefined,
  };
  return {
    type: "sdk",
    name,
    instance: instance as unknown as McpSdkServerConfigWithInstance["instance"],
    timeout,
  };
}

type Transport = Parameters<ReturnType<McpEndpoint["createServer"]>["connect"]>[0];

/** Options of `toClaudeServer`. */
export interface ClaudeServerOptions
  extends Pick<McpEndpointOptions, "name" | "version" | "title" | "instructions" | "annotations" | "session"> {
  /** The time limit of a call, in milliseconds; none by default. */
  readonly timeout?: number | undefined;
}

const optionNames = ["name", "version", "title", "instructions", "annotations", "session", "timeout"];

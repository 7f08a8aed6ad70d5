import {
  checkOptions,
  ExternalCalls,
  type ExternalCallsOptions,
  guardedCallsOptions,
  observationText,
} from "@helve/adapter";
import type { Args } from "@helve/core";
import type { MCPServer } from "@openai/agents";
import { isGuarded, markGuarded } from "./guarded-mark.ts";

/**
 * Guards the tools of an MCP server of the Agents SDK: every call of a tool is decided before it reaches the server, and a result that a guard
 * withholds does not reach the model. The names are those of the server. The SDK asks nobody about tools of MCP servers, so a call that needs a
 * person is refused; to ask, guard the function tools that `getAllMcpTools` returns.
 *
 * @example
 * const agent = new Agent({ name: "Files", mcpServers: [guardMcpServer(server, { guards: [engine] })] });
 */
export function guardMcpServer<Server extends MCPServer>(server: Server, options: ExternalCallsOptions): Server {
  checkOptions(options, [...guardedCallsOptions, "guards", "tools"], "guardMcpServer");
  if (isGuarded(server)) throw new TypeError(`the server "${server.name}" is guarded already`);
  const { approvals = new Map<string, string>(), ...externalOptions } = options;
  const external = new ExternalCalls({ ...externalOptions, approvals });
  const run = async (
    name: string,
    args: Record<string, unknown> | null,
    signal: AbortSignal | undefined,
    execute: (args: Args) => Promise<unknown>,
  ): Promise<{ readonly result: unknown } | { readonly text: string }> => {
    const call = { id: crypto.randomUUID(), name, arguments: (args ?? {}) as Args };
    const outcome = await external.run(call, { signal }, execute);
    if ("error" in outcome) throw outcome.error;
    const { actionReturn } = outcome;
    if (actionReturn.status === "pending") await approvals.delete(call.id);
    return "result" in outcome && actionReturn.status === "success"
      ? { result: outcome.result }
      : { text: observationText(actionReturn) };
  };
  const callTool: MCPServer["callTool"] = async (name, args, meta, callOptions) => {
    const ran = await run(name, args, callOptions?.signal, (decided) =>
      server.callTool(name, decided, meta, callOptions),
    );
    return ("result" in ran ? ran.result : [{ type: "text", text: ran.text }]) as never;
  };
  const callToolResult: NonNullable<MCPServer["callToolResult"]> = async (name, args, meta, callOptions) => {
    const ran = await run(name, args, callOptions?.signal, async (decided) =>
      server.callToolResult?.(name, decided, meta, callOptions),
    );
    return ("result" in ran ? ran.result : { content: [{ type: "text", text: ran.text }], isError: true }) as never;
  };
  const guarded: Server = new Proxy(server, {
    get(target, property) {
      if (property === "callTool") return callTool;
      if (property === "callToolResult" && target.callToolResult !== undefined) return callToolResult;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, property, value) => Reflect.set(target, property, value, target),
  });
  return markGuarded(guarded);
}

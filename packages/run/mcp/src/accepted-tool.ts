import type { Action, Args } from "@helve/core";
import { errorJson } from "@helve/core";
import { type Tool, ToolError } from "@helve/tool";
import { SessionLostError } from "./call-remote-tool.ts";
import type { McpTools } from "./mcp-tools.ts";
import type { ServerConnection } from "./server-connection.ts";

/**
 * Returns the `execute` of an accepted tool. It runs the tool on the current connection if the tool there is still the accepted one. If the
 * server refuses a call because it has lost the session, the call has not run, and is sent again in a new session.
 */
export function executeAccepted(accepted: AcceptedTool): Tool<Args>["execute"] {
  const { tool, name, reviewed, server, connection, onStart, onTools } = accepted;
  const source = reviewed.sources.get(tool.name)?.name ?? tool.name;
  const print = reviewed.fingerprints.get(source);
  const current = async (): Promise<{ readonly tools: McpTools; readonly tool: Tool<Args> }> => {
    const tools = await connection.tools().catch((error: unknown) => {
      throw new ToolError(`The server ${server} can't be reached: ${errorJson(error).message}`, { cause: error });
    });
    onTools(tools);
    const found = tools.tools.find((each) => tools.sources.get(each.name)?.name === source);
    if (found === undefined || tools.fingerprints.get(source) !== print) {
      throw new ToolError(`${source} is not called: its server has changed it since it was accepted.`);
    }
    return { tools, tool: found };
  };
  return async (args, context) => {
    const { tools, tool: found } = await current();
    await onStart?.({ id: context.actionId, name, args });
    try {
      return await found.execute(args, context);
    } catch (error) {
      if (!(error instanceof SessionLostError)) throw error;
      await connection.renew(tools);
      return (await current()).tool.execute(args, context);
    }
  };
}

/** A tool of a server that was accepted. */
export interface AcceptedTool {
  readonly tool: Tool<Args>;
  /** Its name in rules. */
  readonly name: string;
  /** The tools with which it was reviewed. */
  readonly reviewed: McpTools;
  /** The name of its server. */
  readonly server: string;
  readonly connection: ServerConnection;
  /** Receives the call before it is sent. */
  readonly onStart: ((action: Action) => void | Promise<void>) | undefined;
  /** Receives the tools of the connection of this moment. */
  readonly onTools: (tools: McpTools) => void;
}

/** One MCP server behind a gateway, with its state and its issues. */
import { errorJson, type Issue } from "@helve/core";
import type { Tool } from "@modelcontextprotocol/client";
import type { McpTools } from "./mcp-tools.ts";
import type { WithheldTool } from "./review-tools.ts";
import type { ServerConnection } from "./server-connection.ts";

/** A server of a gateway. */
export interface GatewayServer {
  readonly name: string;
  readonly connection: ServerConnection;
  /** The tools that were reviewed last. */
  tools: McpTools | undefined;
  /** The server's descriptions of those that are offered, by their names in the executor. */
  offered: ReadonlyMap<string, Tool>;
  /** The names of its tools and actions in the executor. */
  added: readonly string[];
  withheld: readonly WithheldTool[];
  /** Why it can't be reached. */
  problem: string | undefined;
}

/** A server whose tools were not listed yet. */
export function newGatewayServer(name: string, connection: ServerConnection): GatewayServer {
  return { name, connection, added: [], tools: undefined, offered: new Map(), withheld: [], problem: undefined };
}

/** Creates the issue of an invalid server name. */
export function invalidNameIssue(name: string): Issue {
  const expected = "1 to 32 letters, digits and underscores";
  return {
    code: "invalid_name",
    message: `the name of a server must be ${expected} (got ${JSON.stringify(name)})`,
    expected,
  };
}

/** Creates the issue of a server that can't be reached. */
export function unreachableIssue(server: GatewayServer, error: unknown): Issue {
  return { code: "unreachable", message: unreachableText(server, errorJson(error).message) };
}

/** Why a server can't be reached, with its name. */
export function unreachableText({ name }: GatewayServer, problem: string): string {
  return `the server ${name} can't be reached: ${problem}`;
}

/** Lists the fingerprints of tools of other servers that run the same program. @param programs - by the names of the servers */
export function twinFingerprints(
  { name }: GatewayServer,
  servers: readonly GatewayServer[],
  programs: Readonly<Record<string, string>> = {},
): ReadonlySet<string> {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) return new Set();
  const twins = servers.filter((other) => other.name !== name && programs[other.name] === program);
  return new Set(twins.flatMap(({ tools }) => [...(tools?.fingerprints.values() ?? [])]));
}

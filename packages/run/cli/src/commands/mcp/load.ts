/** Loads `@helve/mcp`, which users install themselves. */
import { optionalPackages } from "../../optional-package.ts";

/** The package that guards MCP servers. */
export type Mcp = typeof import("@helve/mcp/node");

/**
 * Loads the package that guards MCP servers, which users install themselves.
 *
 * @param purpose - the command that needs it, for the message if it is missing
 */
export async function loadMcp(purpose: string): Promise<Mcp> {
  return (await optionalPackages<{ mcp: Mcp }>(purpose, { mcp: "@helve/mcp/node" })).mcp;
}

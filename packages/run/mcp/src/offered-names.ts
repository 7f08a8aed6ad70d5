import type { Tool } from "@modelcontextprotocol/client";
import type { McpTools } from "./mcp-tools.ts";
import type { ToolPins } from "./review-tools.ts";
import { toolNames } from "./tool-names.ts";

/**
 * The names of accepted tools in the executor, by the server's names. Only accepted tools compete for a name: rules name tools, so a server must
 * not rename an accepted one by adding another.
 *
 * @param reserved - the names of the gateway's own actions
 */
export function offeredNames(
  accepted: readonly Tool[],
  { name, isToolkit }: McpTools,
  reserved: readonly string[],
): ReadonlyMap<string, string> {
  const own = accepted.map((tool) => tool.name);
  const length = isToolkit ? 63 - name.length : 64;
  const names = toolNames([...reserved, ...own], undefined, length).slice(reserved.length);
  return new Map(own.map((of, index) => [of, isToolkit ? `${name}.${names[index]}` : (names[index] ?? of)]));
}

/** Lists the names that belong to other servers and can't be used. */
export function ownNames(tools: McpTools | undefined, pins: ToolPins | undefined): readonly string[] {
  return [...[...(tools?.sources.values() ?? [])].map(({ name }) => name), ...Object.keys(pins ?? {})];
}

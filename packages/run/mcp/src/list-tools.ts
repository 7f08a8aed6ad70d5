import type { Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { listPages } from "./list-pages.ts";
import { paramHeaderProblem } from "./param-headers.ts";

/**
 * Lists all tools of a server, each name once. A tool that is invalid is left out, and the others stay: servers have tools without a schema, and a
 * `nextCursor` that is null.
 *
 * @throws what the client throws if the server does not answer, or answers without tools
 */
export async function listTools(
  client: Client,
): Promise<{ readonly tools: readonly Tool[]; readonly issues: readonly Issue[] }> {
  const tools = new Map<string, Tool>();
  const issues: Issue[] = [];
  const hasHeaders = client.getProtocolEra() === "modern" && !("pid" in (client.transport ?? {}));
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], issues };
  for await (const listed of listPages(client, "tools/list")) {
    if (!isObject(listed) || !Array.isArray(listed["tools"]))
      throw new Error("it answered tools/list without a list of tools");
    for (const [index, tool] of listed["tools"].entries()) {
      const problem = problemOf(tool) ?? (hasHeaders ? paramHeaderProblem(tool.inputSchema) : undefined);
      if (problem === undefined) tools.set(tool.name, withoutNulls(tool));
      else
        issues.push({
          code: "invalid_tool",
          message: `the tool ${nameOf(tool, index)} ${problem}`,
          severity: "warning",
        });
    }
  }
  return { tools: [...tools.values()], issues };
}

/** Says what is wrong with a tool that a server lists; undefined if nothing is. */
function problemOf(tool: unknown): string | undefined {
  if (!isObject(tool)) return "is not an object";
  if (typeof tool["name"] !== "string" || tool["name"] === "") return "has no name";
  const { description, inputSchema, outputSchema } = tool;
  if (description !== undefined && description !== null && typeof description !== "string")
    return "has no text as its description";
  if (!isObject(inputSchema)) return "has no inputSchema";
  if (outputSchema !== undefined && outputSchema !== null && !isObject(outputSchema))
    return "has no object as its outputSchema";
  return undefined;
}

/** Removes members that are `null`. */
function withoutNulls(tool: Tool): Tool {
  return Object.fromEntries(Object.entries(tool).filter(([, member]) => member !== null)) as Tool;
}

/** Names a tool for an error message: its name, otherwise its number in the list. */
function nameOf(tool: unknown, index: number): string {
  return isObject(tool) && typeof tool["name"] === "string"
    ? JSON.stringify(tool["name"].slice(0, 100))
    : `${index + 1}`;
}

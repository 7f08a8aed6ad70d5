/** Requests all pages of a list from an MCP server. */
import { isObject } from "@helve/core/internal";
import type { Client } from "@modelcontextprotocol/client";
import { anyResult } from "./any-result.ts";

/** The methods of MCP whose lists are paginated. */
export type ListMethod = "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";

/** Asks a server for the pages of a list, until one has no further cursor, or the same one again. */
export async function* listPages(client: Client, method: ListMethod): AsyncGenerator<unknown, void> {
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const listed: unknown = await client.request({ method, params: cursor === undefined ? {} : { cursor } }, anyResult);
    yield listed;
    const next = isObject(listed) ? listed["nextCursor"] : undefined;
    if (typeof next !== "string" || next === cursor) return;
    cursor = next;
  }
}

/** A server that never ends its list is cut. */
const maxPages = 1000;

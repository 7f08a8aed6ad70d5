import { ToolError } from "@helve/tool";
import type { Page } from "./service-options.ts";

/**
 * A part of a list in memory.
 *
 * @throws ToolError for a page token that no list has returned
 */
export function memoryPage<Item>(
  found: readonly Item[],
  { limit, pageToken = "0" }: { readonly limit: number; readonly pageToken?: string | undefined },
): Page<Item> {
  const start = /^\d{1,9}$/.test(pageToken) ? Number(pageToken) : Number.NaN;
  if (!(start <= found.length)) throw new ToolError(`There is no page ${JSON.stringify(pageToken)} of this list.`);
  const end = start + limit;
  return { items: found.slice(start, end), nextPageToken: end < found.length ? String(end) : undefined };
}

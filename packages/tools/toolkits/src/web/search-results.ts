import { textAt } from "../json-members.ts";
import type { SearchResult } from "./search-provider.ts";

/** Reads the results of a service. Those without an address are left out. */
export function searchResults(
  found: readonly unknown[],
  count: number,
  members: { readonly url: string; readonly snippet: string },
): readonly SearchResult[] {
  return found
    .map((result) => ({
      title: plainText(textAt(result, "title")),
      url: textAt(result, members.url),
      snippet: plainText(textAt(result, members.snippet)),
    }))
    .filter(({ url }) => url !== "")
    .slice(0, count);
}

/** A text without the marks with which services emphasize words. */
function plainText(text: string): string {
  return text
    .replace(/<\/?(?:b|strong|em|mark|span)\b[^>]*>/gi, "")
    .replace(/&(?:lt|gt|quot|apos|nbsp|#x27|#39);/g, (entity) => entities.get(entity) ?? entity)
    .replaceAll("&amp;", "&")
    .trim();
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#x27;", "'"],
  ["&#39;", "'"],
  ["&nbsp;", " "],
]);

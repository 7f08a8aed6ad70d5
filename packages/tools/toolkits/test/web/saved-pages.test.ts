import type { ToolContext } from "@helve/core";
import { judgePage, type SavedPage, savedPages } from "@helve/testing/page-facts";
import { expect, it } from "vitest";
import { Web } from "../../src/web.ts";

/** What is lost or left on purpose, by page. */
const exceptions: Readonly<Record<string, { readonly lost?: readonly string[]; readonly left?: readonly string[] }>> = {
  // Only the style sheet separates the words: a space between all inline elements would break words in others.
  "index-front-page": { lost: ["/Wed[ |\\n]+11°[ |\\n]+4°/"] },
  // The statistics of a forum are a block of text like each post.
  "forum-phpbb": { left: ["Users browsing this forum"] },
};

it.each(savedPages())("keeps the facts of the page $name, without boilerplate", async (page) => {
  const { lost = [], left = [] } = exceptions[page.name] ?? {};
  expect(judgePage(page, await read(page))).toEqual({ lost, left });
});

async function read({ html, status = 200, headers }: SavedPage): Promise<string> {
  const fetch = async () => new Response(html, { status, headers: { "content-type": "text/html", ...headers } });
  const web = new Web({ fetch, resolve: async () => ["93.184.216.34"], retries: 0 });
  const { signal } = new AbortController();
  return web.Fetch("https://pages.example/a/b", 1_000_000, 0, { signal } as ToolContext).catch(String);
}

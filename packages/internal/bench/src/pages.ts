import type { ToolContext } from "@helve/core";
import { judgePage, type SavedPage, savedPages } from "@helve/testing/page-facts";
import { Web } from "@helve/toolkits/web";
import turndownGfm from "@joplin/turndown-plugin-gfm";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import Turndown from "turndown";
import type { CommandOptions } from "./command-options.ts";
import { markdown } from "./markdown.ts";

/**
 * Writes Markdown tables of the saved pages of `@helve/testing`, by kind: how many of the facts that a reader must
 * find are in the text of `Web.Fetch` and of other readers, and how much boilerplate they leave. With `explain`, also
 * what `Web.Fetch` loses and leaves.
 */
export async function pagesTable({ explain }: Pick<CommandOptions, "explain">): Promise<string> {
  const judged: Judged[] = [];
  for (const page of savedPages()) {
    const results: Judgement[] = [];
    for (const { read } of readers) results.push(judgePage(page, await read(page)));
    judged.push({ page, results });
  }
  const groups: (readonly [string, readonly Judged[]])[] = [
    ...Map.groupBy(judged, ({ page }) => page.kind),
    ["**all**", judged] as const,
  ];
  const table = (name: string, listed: (page: SavedPage) => number, missed: "lost" | "left") =>
    markdown(
      ["kind of page", "pages", name, ...readers.map((reader) => reader.name)],
      groups.map(([kind, list]) => {
        const all = list.reduce((sum, { page }) => sum + listed(page), 0);
        const right = readers.map((_, at) =>
          list.reduce((rest, { results }) => rest - (results[at]?.[missed].length ?? 0), all),
        );
        return [kind, list.length, all, ...right];
      }),
    );
  const examples = judged.flatMap(({ page, results: [own] }) => [
    ...(own?.lost ?? []).map((fact) => `${page.name} lost: ${fact}\n`),
    ...(own?.left ?? []).map((fact) => `${page.name} left: ${fact}\n`),
  ]);
  return [
    table("facts", ({ kept, order = [] }) => kept.length + order.length, "lost"),
    "\n",
    table("boilerplate", ({ gone }) => gone.length, "left"),
    ...(explain ? ["\n", ...examples] : []),
  ].join("");
}

type Judgement = ReturnType<typeof judgePage>;

interface Judged {
  readonly page: SavedPage;
  /** One for each reader. */
  readonly results: readonly Judgement[];
}

const address = "https://pages.example/a/b";

/** Each reader returns the text of a page as a model would read it. */
const readers: readonly { readonly name: string; read(page: SavedPage): Promise<string> }[] = [
  { name: "Web.Fetch", read: fetchPage },
  { name: "Readability + Turndown", read: async (page) => readable(page, new Turndown()) },
  {
    name: "Readability + Turndown with GFM",
    read: async (page) => {
      const converter = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced" });
      converter.use(turndownGfm.gfm);
      return readable(page, converter);
    },
  },
  { name: "Defuddle", read: defuddled },
];

/** Returns the text that `Web.Fetch` makes of a saved page. */
async function fetchPage({ html, status = 200, headers }: SavedPage): Promise<string> {
  const fetch = async () =>
    new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
  const context = { signal: AbortSignal.timeout(10_000) } as ToolContext;
  const web = new Web({ fetch, resolve: async () => ["93.184.216.34"] });
  try {
    return await web.Fetch(address, 1_000_000, 0, context);
  } catch (error) {
    return String(error);
  }
}

/** Extracts a page with Readability, and converts it to Markdown. */
function readable({ html, status = 200 }: SavedPage, converter: Turndown): string {
  const { document } = new JSDOM(html, { url: address, virtualConsole: new VirtualConsole() }).window;
  const whole = document.body.innerHTML;
  const article = new Readability(document).parse();
  return `Status: ${status}\nTitle: ${article?.title ?? ""}\n\n${converter.turndown(article?.content ?? whole)}`;
}

/** Extracts a page with Defuddle. */
async function defuddled({ html, status = 200 }: SavedPage): Promise<string> {
  const page = new JSDOM(html, { url: address, virtualConsole: new VirtualConsole() });
  const { title, content } = await Defuddle(page.window.document, address, { markdown: true, useAsync: false });
  return `Status: ${status}\nTitle: ${title}\n\n${content}`;
}

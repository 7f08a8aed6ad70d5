import type { ToolContext } from "@helve/core";
import { Web } from "@helve/toolkits/web";

/** How often each page is measured. */
const rounds = 3;

/**
 * Measures whether `Web.Fetch` reads pages that are meant to take long in linear time: each at several sizes, each double the last one.
 *
 * @returns a table with the median times in milliseconds, and the ratio of the last two, which is about 2 if the time is linear
 */
export async function toolkitsTable(): Promise<string> {
  await fetchTime("<p>x"); // what is slow at the first time only is no property of a page
  const lines: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const times: number[] = [];
    for (const count of [5_000, 10_000, 20_000]) times.push(await fetchTime(part(count)));
    const [, before = 0, last = 0] = times;
    const cells = [...times.map((time) => time.toFixed(1)), (last / before).toFixed(2)];
    lines.push(`${cells.map((cell) => cell.padStart(9)).join("")}  ${name}`);
  }
  const head = ["5,000", "10,000", "20,000", "ratio"].map((cell) => cell.padStart(9)).join("");
  return `${head}  page\n${lines.join("\n")}\n`;
}

const parts: Readonly<Record<string, (count: number) => string>> = {
  "open formatting elements": (count) => `${numbered(count / 10, (at) => `<b id=${at}>`)}${"<p>x".repeat(count)}`,
  "formatting elements around paragraphs": (count) => "<b><i><p>x".repeat(count / 2),
  templates: (count) => "<template>".repeat(count),
  "nested tables": (count) => "<table><tr><td>x".repeat(count / 3),
  "misplaced elements in a table": (count) => `<table>${"<b>x<tr>".repeat(count / 2)}`,
  attributes: (count) => `<p ${numbered(count, (at) => `a${at} `)}>x`,
  "main parts without a text": (count) => "<main><p hidden>x</p>".repeat(count / 2),
  "end tags of nothing": (count) => `${"<b>".repeat(1000)}${"</i>".repeat(count)}`,
  "signs that open a tag": (count) => "<".repeat(count),
  comments: (count) => "<!--a".repeat(count),
};

function numbered(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join("");
}

/** The median time of a fetch, in milliseconds. */
async function fetchTime(page: string): Promise<number> {
  const web = new Web({ fetch: async () => new Response(page, { headers: { "content-type": "text/html" } }) });
  const context = { signal: new AbortController().signal } as ToolContext;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await web.Fetch("https://a.example", undefined, undefined, context);
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

import { createHash } from "node:crypto";
import { type EvalLog, reportHtml } from "@helve/evals";
import { beforeAll, describe, expect, it } from "vitest";
import { hostileTexts, richLog, unfinishedLog } from "./report-log.ts";

let log: EvalLog;
let page = "";

beforeAll(async () => {
  log = await richLog();
  page = reportHtml(log);
});

/** The names and attributes of the tags of a page, as a parser of HTML reads them. */
function tagsOf(markup: string): readonly string[] {
  return Array.from(markup.matchAll(/<[a-z!/][^<>]*>/gi), ([tag]) => tag);
}

describe("reportHtml", () => {
  it("has one script and one style, no event handlers, and no request", () => {
    const tags = tagsOf(page.replace(/<style>[\s\S]*<\/style>/, "").replace(/<script>[\s\S]*?<\/script>/, ""));
    expect(tags.length).toBeGreaterThan(300);
    expect(tags.filter((tag) => /^<(?:script|style|link|iframe|object|embed|base|img)\b/i.test(tag))).toEqual([]);
    const withoutValues = tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
    expect(withoutValues.filter((tag) => /\son\w+=|\s(?:src|href)=/i.test(tag))).toEqual([]);
    expect(withoutValues.filter((tag) => !/^<[\w/!][\w -]*(?:[\w-]+=""[\w -]*)*>$/.test(tag))).toEqual([]);
  });

  it("escapes every hostile text, wherever it stands", () => {
    for (const text of hostileTexts) if (/[<>]/.test(text)) expect(page).not.toContain(text);
    expect(page).toContain("&lt;/script&gt;&lt;script&gt;window.broken = 1&lt;/script&gt;");
    expect(page).toContain("<title>arithmetic &amp; &lt;poems&gt; · helve-model &lt;1&gt;</title>");
  });

  it("escapes hostile texts in every text of a log", () => {
    const text = `"'><script>x</script>`;
    const hostile: EvalLog = JSON.parse(JSON.stringify(log), (key, value) => {
      const isFixed = ["type", "role", "status", "kind", "event", "callId"].includes(key);
      return typeof value === "string" && !isFixed ? value + text : value;
    });
    expect(reportHtml(hostile).split("<script>x")).toHaveLength(1);
    expect(reportHtml(hostile)).toContain("&quot;&#39;&gt;&lt;script&gt;x");
  });

  it("allows no script but its own by its policy", () => {
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(script).digest("base64");
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`);
    expect(page).toContain("default-src &#39;none&#39;");
  });

  it("shows the results with their intervals, and why one has none", () => {
    expect(page).toMatch(
      /match<\/th><td data-label="Metric">accuracy<\/td>\s*<td data-label="Value" class="number">0\.\d+<\/td>/,
    );
    expect(page).toContain("(95 %, Wilson)");
    expect(page).toContain("(95 %, Student’s t)");
    const without: EvalLog = JSON.parse(JSON.stringify(log));
    Object.assign(without.results?.scores[0]?.metrics[0] ?? {}, { value: null, error: "no sample has a value" });
    expect(reportHtml(without)).toContain("no sample has a value");
  });

  it("shows what the executor did: repairs, verdicts with rules, errors, limits, agents", () => {
    expect(page).toMatch(/\d repairs of the arguments/);
    expect(page).toContain("<li>trailing_comma: <code>");
    expect(page).toContain("<strong>Verdict: stop</strong>");
    expect(page).toContain("@small (line 1): true, violated");
    expect(page).toContain("model: the server is down");
    expect(page).toContain("Limit: the limit of 8 messages is reached");
    expect(page).toContain("<summary>Agent poet</summary>");
    expect(page).toContain("A handle of ash,");
  });

  it("shows what is known of a run that has not ended", async () => {
    const unfinished = reportHtml(await unfinishedLog());
    expect(unfinished).toContain("The run has not ended, so there are no results.");
    expect(unfinished).toContain("The sample has not ended.");
    expect(unfinished).toContain("It is 3.");
    expect(unfinished).toContain("Result of add");
  });

  it("shows what is left of a sample whose events are damaged, and all others", () => {
    const damaged: EvalLog = JSON.parse(JSON.stringify(log));
    for (const event of damaged.samples[0]?.events ?? [])
      if (event.type === "result") delete (event as never as { actionReturn?: object }).actionReturn;
    const shown = reportHtml(damaged);
    expect(shown.split("The events of this sample are damaged, and left out:")).toHaveLength(2);
    expect(shown.split('<tbody class="sample"')).toHaveLength(page.split('<tbody class="sample"').length);
    expect(shown).toContain("I add them.");
    expect(shown).toContain("<strong>Verdict: stop</strong>");
  });
});

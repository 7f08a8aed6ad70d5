import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type SiteServer, serveSite } from "@helve/playground/site";
import { patient } from "@helve/testing/patience";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { siteBase } from "../../src/site-base.ts";

/** This rule counts the keys of the search, which the button shows beside its label, as a part of the label. */
const axeRules = { "label-content-name-mismatch": { enabled: false } };
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

describe.skipIf(!existsSync(executablePath))("in a browser", () => {
  let server: SiteServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await serveSite(fileURLToPath(new URL("../../dist/", import.meta.url)), `${siteBase}/`);
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const page = patient(await browser.newPage(options));
    // The search is loaded when the browser is idle, which one without a screen may never be.
    await page.addInitScript("window.requestIdleCallback = (run) => setTimeout(run)");
    return page;
  }

  it("finds the page of a predicate by its search, without requests to other hosts", async () => {
    const page = await openPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(server.url);
    await page.locator("site-search button[data-open-modal]").click();
    await page.locator("site-search input").fill("exfiltrates");
    const result = page.locator("site-search a[href*='/reference/predicates/']").first();
    await result.waitFor();
    expect(await result.getAttribute("href")).toContain("/reference/predicates/");
    expect(requests.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([]);
    await page.close();
  });

  const paths = [
    "/",
    "/zh/",
    "/404.html",
    "/tutorials/write-and-test-rules/",
    "/about/comparison/",
    "/reference/grammar/",
    "/reference/predicates/",
    "/reference/api/store/",
  ];
  const views = [
    { colorScheme: "light", viewport: { width: 1280, height: 800 } },
    { colorScheme: "dark", viewport: { width: 360, height: 800 } },
  ] as const;

  it.each(
    paths.flatMap((path) =>
      views.map((view) => ({ path, view, name: `${view.colorScheme}, ${view.viewport.width} pixels` })),
    ),
  )("$path meets WCAG 2.1 AA and good practice, as far as axe can tell ($name)", async ({ path, view }) => {
    const page = await openPage(view);
    await page.goto(server.url + path.slice(1));
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(
      (rules) =>
        (globalThis as unknown as { axe: typeof axe }).axe.run({
          rules,
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
        }),
      axeRules,
    );
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(" "))
          .slice(0, 3)
          .join(", ")}`,
    );
    expect(found).toEqual([]);
    await page.close();
  });

  it("is as wide as the screen of a phone, so that only tables, code and diagrams scroll sideways", async () => {
    const page = await openPage({ viewport: { width: 360, height: 800 } });
    for (const path of [...paths, "/reference/api/enforcer/"]) {
      await page.goto(server.url + path.slice(1));
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect({ path, isWider: scrollWidth > clientWidth }).toEqual({ path, isWider: false });
    }
    await page.close();
  });

  it("scrolls a table by the keys on a phone, without breaking words", async () => {
    const page = await openPage({ viewport: { width: 360, height: 800 } });
    await page.goto(`${server.url}about/comparison/`);
    const table = page.locator(".table-box").nth(1);
    await table.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await page.close();
  });

  it("can be used by the keyboard: the first link skips to the content, and a key opens the search", async () => {
    const page = await openPage();
    await page.goto(`${server.url}how-to/write-a-policy/`);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Skip to content");
    await page.locator("site-search input").waitFor({ state: "attached" });
    await page.keyboard.press("Control+k");
    await page.locator("site-search input:focus").waitFor();
    await page.keyboard.type("policy");
    await page.locator("site-search a[href*='/how-to/write-a-policy/']").first().waitFor();
    await page.close();
  });
});

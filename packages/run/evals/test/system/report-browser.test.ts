// The report in a real browser. Without one, the tests are skipped: set CHROMIUM to the program if it is elsewhere.

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { reportHtml } from "@helve/evals";
import { patient } from "@helve/testing/patience";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileTexts, richLog } from "../report-log.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
/** A folder for screenshots of the page; none are taken without it. */
const screenshots = process.env["HELVE_SCREENSHOTS"];

describe.skipIf(!existsSync(program))(`the report in ${program} (skipped if it does not exist)`, () => {
  let browser: Browser;
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "helve-report-"));
    await writeFile(join(folder, "report.html"), reportHtml(await richLog()));
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  /** Opens the report, and collects what goes wrong in it. */
  async function open(width: number, colorScheme: "light" | "dark") {
    const page = patient(await browser.newPage({ viewport: { width, height: 900 }, colorScheme }));
    const problems: string[] = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => request.url().startsWith("http") && problems.push(request.url()));
    await page.goto(pathToFileURL(join(folder, "report.html")).href);
    return { page, problems };
  }

  /** Opens every transcript, and everything in it. */
  const openAll = `
    for (const button of document.querySelectorAll("tbody.sample button")) button.click();
    for (const details of document.querySelectorAll("details")) details.open = true;
  `;
  const overflow = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  const visible = (page: Page): Promise<number> => page.locator("tbody.sample:visible").count();

  it.each([
    [390, "light"],
    [390, "dark"],
    [1280, "light"],
    [1280, "dark"],
  ] as const)("fits %d pixels in %s colors, closed and open, without errors", async (width, scheme) => {
    const { page, problems } = await open(width, scheme);
    expect(await overflow(page)).toBe(0);
    const back = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(back).toBe(scheme === "dark" ? "rgb(20, 23, 26)" : "rgb(255, 255, 255)");
    if (screenshots !== undefined) {
      await mkdir(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `closed-${width}-${scheme}.png`) });
    }
    await page.evaluate(openAll);
    expect(await overflow(page)).toBe(0);
    if (screenshots !== undefined) {
      const clip = { x: 0, y: 0, width, height: 3000 };
      await page.screenshot({ path: join(screenshots, `open-${width}-${scheme}.png`), fullPage: true, clip });
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  it("filters by words, status, score and verdicts", async () => {
    const { page, problems } = await open(1280, "light");
    const total = await visible(page);
    expect(total).toBeGreaterThan(10);
    await page.getByLabel("Search").fill("blade STEEL");
    expect(await visible(page)).toBe(1);
    await expect.poll(() => page.locator("#count").textContent()).toBe(`1 of ${total} samples`);
    await page.getByLabel("Search").fill("");
    await page.getByLabel("Status").selectOption("error");
    expect(await visible(page)).toBe(1);
    await page.getByLabel("Status").selectOption("");
    await page.getByLabel("Score").selectOption("match C");
    expect(await visible(page)).toBeLessThan(total);
    await page.getByLabel("Score").selectOption("");
    await page.getByLabel("Calls not allowed").check();
    expect(await visible(page)).toBe(1);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("opens and closes a transcript from the keyboard", async () => {
    const { page } = await open(1280, "light");
    const button = page.locator("tbody.sample button").first();
    const detail = page.locator("tr.detail").first();
    await button.focus();
    await page.keyboard.press("Enter");
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    expect(await detail.isVisible()).toBe(true);
    expect(await detail.textContent()).toContain("I add them.");
    await page.keyboard.press("Space");
    expect(await detail.isVisible()).toBe(false);
    await page.close();
  });

  it("runs and builds nothing of hostile texts", async () => {
    const { page } = await open(1280, "light");
    await page.evaluate(openAll);
    expect(await page.evaluate("window.broken")).toBeUndefined();
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("img").count()).toBe(0);
    const shown = await page.locator("main").textContent();
    for (const text of hostileTexts) expect(shown).toContain(text.replace("\0", "\uFFFD"));
    await page.close();
  });
});

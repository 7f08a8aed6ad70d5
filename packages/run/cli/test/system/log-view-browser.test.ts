// The page of a session in a real browser. Without one, the tests are skipped: set CHROMIUM to the program if it is elsewhere.

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { patient } from "@helve/testing/patience";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { helve } from "../helve.ts";
import { homeAfterSession } from "../logged-session.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

describe.skipIf(!existsSync(program))(`the page of a session in ${program} (skipped if it does not exist)`, () => {
  let browser: Browser;
  let [home, address] = ["", ""];

  beforeAll(async () => {
    home = await homeAfterSession(await mkdtemp(join(tmpdir(), "helve-")));
    await helve(["log", "view", "7f3a", "--out", "page.html"], home, "", { home });
    address = pathToFileURL(join(home, "page.html")).href;
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(home, { recursive: true });
  });

  async function open(width: number, colorScheme: "light" | "dark") {
    const page = patient(await browser.newPage({ viewport: { width, height: 900 }, colorScheme }));
    const problems: string[] = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(address);
    return { page, problems };
  }
  const visible = (page: Page): Promise<number> => page.locator("li.call:visible").count();

  it.each([
    [390, "light", "rgb(255, 255, 255)"],
    [1280, "dark", "rgb(20, 23, 26)"],
  ] as const)("fits %d pixels in %s colors, closed and open, without errors", async (width, scheme, background) => {
    const { page, problems } = await open(width, scheme);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(overflow)).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(background);
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    expect(await page.evaluate(overflow)).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it("filters by words, verdict and effect, and announces how many calls are shown", async () => {
    const { page } = await open(1280, "light");
    expect(await visible(page)).toBe(4);
    await page.getByLabel("Verdict").selectOption("deny");
    expect(await visible(page)).toBe(2);
    await page.getByRole("combobox", { name: "Effect" }).selectOption("delete");
    expect(await visible(page)).toBe(1);
    await page.getByLabel("Search").fill("no such call");
    expect(await page.getByRole("status").textContent()).toBe("0 of 4 calls");
    await page.close();
  });

  it("opens a call with the keyboard, and names what a screen reader reads", async () => {
    const { page } = await open(1280, "light");
    await page.locator("li.call summary").last().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("li.call[data-verdict=approved] details").getAttribute("open")).toBe("");
    expect(await page.getByRole("list", { name: "Effects" }).last().textContent()).toContain("rm deletes src");
    await page.close();
  });
});

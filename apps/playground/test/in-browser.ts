// The page in a real browser. Without one, the tests are skipped: set CHROMIUM to the program if it is elsewhere.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { patient } from "@helve/testing/patience";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { buildSite, type SiteServer, serveSite } from "../scripts/site.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

/** A page with what went wrong in it, and its requests. */
interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: readonly string[];
  readonly requests: readonly string[];
}

/** The built page, its server and a browser; ready when a test runs. */
export interface TestSite {
  readonly folder: () => string;
  readonly browser: () => Browser;
  readonly server: () => SiteServer;
  /** Opens the page in a context of its own. */
  open(hash?: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

/** Defines tests that need the page in a browser. */
export function describeInBrowser(name: string, define: (site: TestSite) => void): void {
  describe.skipIf(!existsSync(program))(`${name} in ${program} (skipped if it does not exist)`, () => {
    let ready: { readonly folder: string; readonly browser: Browser; readonly server: SiteServer } | undefined;
    const get = (): NonNullable<typeof ready> => {
      if (ready === undefined) throw new Error("the page is not served yet");
      return ready;
    };
    beforeAll(async () => {
      const folder = await builtSite();
      const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
      ready = { folder, browser, server: await serveSite(folder) };
    });
    afterAll(async () => {
      await ready?.browser.close();
      await ready?.server.stop();
    });
    define({
      folder: () => get().folder,
      browser: () => get().browser,
      server: () => get().server,
      open: (hash = "", options = {}) => openPage(get().browser, `${get().server.url}${hash}`, options),
    });
  });
}

let built: Promise<string> | undefined;

/** Builds the page once for all files of tests that run in this process. */
function builtSite(): Promise<string> {
  const folder = fileURLToPath(new URL(`../.vitest/site-${process.env["VITEST_POOL_ID"]}/`, import.meta.url));
  built ??= buildSite(folder).then(() => folder);
  return built;
}

async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = patient(await browser.newContext({ viewport: desktop, serviceWorkers: "block", ...options }));
  const page = await context.newPage();
  const [problems, requests]: [string[], string[]] = [[], []];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/Service Worker/.test(message.text()))
      problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  context.on("request", (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
  await page.goto(url);
  await page.locator(".hero").waitFor({ state: "attached" });
  return { context, page, problems, requests };
}

/** Waits until nothing is evaluated. */
export function settled(page: Page): Promise<void> {
  return page.locator("#verdict-pane[aria-busy]").waitFor({ state: "detached" });
}

/** The verdict in words. */
export function headline(page: Page): Promise<string | null> {
  return page.locator(".hero h2").textContent();
}

/** Waits for a verdict. */
export async function decided(page: Page, text: string): Promise<void> {
  await expect.poll(() => headline(page)).toBe(text);
}

/** Replaces the text of an editor by typing. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: label, exact: true }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

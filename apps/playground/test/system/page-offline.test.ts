import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patient } from "@helve/testing/patience";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SiteServer, serveSite } from "../../scripts/site.ts";
import { decided, describeInBrowser } from "../in-browser.ts";

describeInBrowser("the stored playground", ({ browser, folder }) => {
  let site = "";
  let context: BrowserContext;

  beforeAll(() => {
    site = mkdtempSync(join(tmpdir(), "helve-playground-"));
    cpSync(folder(), site, { recursive: true });
  });
  afterAll(() => rmSync(site, { recursive: true }));

  /** Opens a page of a server, and waits until all its files are stored. */
  async function openStored({ url }: SiteServer): Promise<Page> {
    context = patient(await browser().newContext());
    const page = await context.newPage();
    await page.goto(url);
    await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
    return page;
  }

  async function openExample(page: Page, id: string, verdict: string): Promise<void> {
    await page.selectOption("#example", id);
    await decided(page, verdict);
  }

  it("works offline once it was open", async () => {
    const server = await serveSite(site);
    const page = await openStored(server);
    await server.stop();
    await page.reload();
    await openExample(page, "household", "Stopped");
    await openExample(page, "python", "A person is asked");
    await page.getByRole("textbox", { name: "Rules", exact: true }).click();
    await context.close();
  });

  it("is shown from the store when the server fails", async () => {
    const server = await serveSite(site);
    const page = await openStored(server);
    await server.stop();
    const failing = createServer((_, response) => response.writeHead(503).end("try later"));
    await new Promise<void>((resolve) => failing.listen(Number(new URL(server.url).port), "127.0.0.1", resolve));
    const response = await page.reload();
    expect(response?.status()).toBe(200);
    await openExample(page, "household", "Stopped");
    await context.close();
    failing.closeAllConnections();
    failing.close();
  });

  it("goes on in an open page while a new version is stored, and keeps what other pages stored", async () => {
    await using server = await serveSite(site);
    const page = await openStored(server);
    await page.evaluate("caches.open('helve-playground of another path')");
    const [index, worker] = ["index.html", "service-worker.js"].map((name) => join(site, name)) as [string, string];
    // The next version has none of the files of this one but the page and its icon.
    writeFileSync(index, readFileSync(index, "utf8").replace(/<title>.*<\/title>/, "<title>The next version</title>"));
    const next = readFileSync(worker, "utf8").replace(/ \.\/assets\/\S+/g, "");
    writeFileSync(worker, next.replace(/"[0-9a-f]{16}"/, '"next"'));
    rmSync(join(site, "assets"), { recursive: true });
    await page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => undefined)");
    const state = "navigator.serviceWorker.getRegistration().then((one) => one.installing === null)";
    await expect.poll(() => page.evaluate(state)).toBe(true);

    await openExample(page, "python", "A person is asked");
    expect(await page.evaluate("caches.keys()")).toContain("helve-playground of another path");

    await page.reload();
    expect(await page.title()).toBe("The next version");
    await context.close();
  });
});

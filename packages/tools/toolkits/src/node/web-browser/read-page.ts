/** Reads a page of the browser after it has loaded. */
import type { ResultPart } from "@helve/core";
import type { Page } from "playwright-core";

/** Waits until a page that an action opens has loaded, and then for its requests, a second at most. */
export async function settle(page: Page, timeout: number): Promise<void> {
  await page.waitForTimeout(100);
  await page.waitForLoadState("load", { timeout }).catch(() => {});
  await page.waitForLoadState("networkidle", { timeout: 1000 }).catch(() => {});
}

/** The title of a page, and its accessibility tree. */
export async function readPage(
  page: Page,
  signal: AbortSignal,
): Promise<{ readonly title: string; readonly tree: string }> {
  const options = { timeout: 15_000, signal };
  return { tree: await page.ariaSnapshot({ ...options, mode: "ai" }), title: await page.title() };
}

/** A picture of the visible part of a page. */
export async function screenshot(page: Page, signal: AbortSignal): Promise<ResultPart> {
  const png = await page.screenshot({ type: "png", timeout: 15_000, signal });
  return { type: "image", content: `data:image/png;base64,${png.toString("base64")}`, mediaType: "image/png" };
}

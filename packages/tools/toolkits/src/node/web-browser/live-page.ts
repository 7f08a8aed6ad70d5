/** An open page of the browser, with its pop-ups. */
import { setTimeout } from "node:timers/promises";
import { startTimeout } from "@helve/core/internal";
import type { BrowserContext, Page, Response } from "playwright-core";
import { type ChromiumOptions, type SharedBrowser, sharedBrowser } from "./chromium.ts";
import { type GuardingProxy, guardingProxy } from "./guarding-proxy.ts";
import type { HostAccess } from "./host-access.ts";

/** Options for opening a page. */
export type LivePageOptions = ChromiumOptions & HostAccess;

/** A page in a profile of its own, which exists in memory only, with its pop-ups. */
export class LivePage {
  readonly proxy: GuardingProxy;
  /** The tree that the model has read last. */
  tree = "";
  readonly #shared: SharedBrowser;
  readonly #context: BrowserContext;
  readonly #options: LivePageOptions;
  #timer: NodeJS.Timeout | undefined;
  #notes: string[] = [];
  #isClosed = false;

  private constructor(context: BrowserContext, proxy: GuardingProxy, shared: SharedBrowser, options: LivePageOptions) {
    this.proxy = proxy;
    this.#shared = shared;
    this.#context = context;
    this.#options = options;
    this.#context.once("close", () => void this.close());
    this.#context.on("page", (page) => this.#watch(page));
  }

  /** @throws Error if no browser can be started */
  static async open(options: LivePageOptions): Promise<LivePage> {
    const shared = await sharedBrowser(options);
    const proxy = await guardingProxy(options);
    try {
      const context = await shared.browser.newContext({
        proxy: { server: proxy.url, bypass: "<-loopback>" },
        serviceWorkers: "block",
        acceptDownloads: false,
      });
      const live = new LivePage(context, proxy, shared, options);
      await context.newPage();
      return live;
    } catch (error) {
      proxy.close();
      await shared.release();
      throw error;
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The page that was opened last. */
  get page(): Page {
    const page = this.#context.pages().at(-1);
    if (page === undefined) throw new Error("The browser has no page");
    return page;
  }

  /** Goes to the previous page; from a pop-up without one, to the page below it. @returns whether there is such a page */
  async back(options: { readonly timeout: number; readonly signal: AbortSignal }): Promise<boolean> {
    const { page } = this;
    const address = page.url();
    await page.goBack({ ...options, waitUntil: "domcontentloaded" });
    if (page.url() !== address && page.url() !== "about:blank") return true;
    if (this.#context.pages().length > 1) {
      await page.close();
      return true;
    }
    if (page.url() !== address) await page.goForward({ ...options, waitUntil: "domcontentloaded" });
    return false;
  }

  /** Opens an empty page in place of one that no longer reacts, such as one whose script does not end. */
  async replaceHungPage(): Promise<void> {
    const { page } = this;
    const answered = page.evaluate("true").catch(() => true);
    const isHung = await Promise.race([answered.then(() => false), setTimeout(1000, true)]);
    if (!isHung) return;
    await this.#context.newPage();
    void page.close().catch(() => {});
    this.#notes.push("The page no longer reacted and was closed.");
  }

  /** Sentences about dialogs, downloads, errors of servers and refused hosts since the last call. */
  takeNotes(): readonly string[] {
    const notes = [...this.#notes, ...this.proxy.takeRefusals()];
    this.#notes = [];
    return notes;
  }

  /** Whether it was opened with the same access to hosts, in the same browser. */
  fits(options: LivePageOptions): boolean {
    const own = this.#options;
    return own.resolve === options.resolve && JSON.stringify(own) === JSON.stringify(options);
  }

  /** Closes the page when no call has used it for some time, in milliseconds. */
  closeAfter(idle: number): void {
    this.keepOpen();
    this.#timer = startTimeout(() => void this.close(), idle);
  }

  /** Prevents the page from being closed during a call. */
  keepOpen(): void {
    clearTimeout(this.#timer);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#context.close().catch(() => {});
    this.proxy.close();
    await this.#shared.release().catch(() => {});
  }

  #watch(page: Page): void {
    page.on("dialog", (dialog) => {
      this.#notes.push(
        `The page showed a dialog, which was dismissed: ${JSON.stringify(dialog.message().slice(0, 500))}.`,
      );
      void dialog.dismiss().catch(() => {});
    });
    page.on("response", (response) => {
      const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
      if (isPage && response.status() >= 400) this.#notes.push(`The server answered with ${statusOf(response)}.`);
    });
    page.on("download", (download) => {
      this.#notes.push(`A download was refused: ${JSON.stringify(download.suggestedFilename())}.`);
    });
  }
}

/** Writes a response's status: `404 Not Found`. */
function statusOf(response: Response): string {
  return `${response.status()} ${response.statusText()}`.trim();
}

const pages = new Map<string, LivePage>();

/** The open page with an id. */
export function openPage(id: string): LivePage | undefined {
  const page = pages.get(id);
  if (page?.isClosed !== true) return page;
  pages.delete(id);
  return undefined;
}

/** Opens a page with an id. */
export async function newPage(id: string, options: LivePageOptions): Promise<LivePage> {
  const page = await LivePage.open(options);
  pages.set(id, page);
  return page;
}

/** Closes pages: those with some ids, or all. */
export async function closePages(ids: Iterable<string> = [...pages.keys()]): Promise<void> {
  const closed = Array.from(ids, (id) => {
    const page = pages.get(id);
    pages.delete(id);
    return page?.close();
  });
  await Promise.all(closed);
}

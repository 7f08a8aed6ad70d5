// The toolkit in a real browser. Without one, the tests are skipped: set CHROMIUM to the program if it is elsewhere.

import { existsSync } from "node:fs";
import type { ResultPart, ToolContext } from "@helve/core";
import { openStore, type Store } from "@helve/store";
import { patience } from "@helve/testing/patience";
import { callTool } from "@helve/toolkit-tests/describe-toolkit";
import { type LocalAnswer, type LocalService, localService } from "@helve/toolkit-tests/local-service";
import { WebBrowser, type WebBrowserOptions } from "@helve/toolkits/web-browser";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const pages: Readonly<Record<string, string>> = {
  "/": `<title>Shop</title><h1>Tools</h1>
    <form action="/search"><input aria-label="Query" name="q"><select aria-label="Size"><option>small<option>large</select><button>Find</button></form>
    <a href="/saws">Saws</a> <a href="/axes" target="_blank">Axes</a> <a href="/away">Away</a>
    <button onclick="alert('Sale!')">Alert</button> <a href="/file.zip">Download</a>
    <button disabled>Pay</button><script src="http://ads.test/track.js"></script>`,
  "/saws": "<title>Saws</title><p>Jig saws cut curves.</p>",
  "/axes": "<title>Axes</title><p>Axes have handles.</p>",
  "/endless": "<script>for (;;);</script>",
  "/long": `<title>Long</title>${Array.from({ length: 500 }, (_, index) => `<p>Line ${index} of many</p>`).join("")}`,
  "/scroll": `<title>Scroll</title><div style="height: 5000px">Top</div><p id="p">0</p>
    <script>addEventListener("scroll", () => { document.title = "Scrolled"; })</script>`,
};

describe.skipIf(!existsSync(program))(`WebBrowser in ${program} (skipped if it does not exist)`, () => {
  let service: LocalService;
  let base = "";
  let port = "";

  beforeAll(async () => {
    service = await localService(({ url, method }): LocalAnswer => {
      const headers = { "content-type": "text/html; charset=utf-8" };
      if (url.pathname === "/search")
        return { status: 200, headers, body: `<title>Found</title><p>${method} ${url.search}</p>` };
      if (url.pathname === "/away") return { status: 302, headers: { location: `http://evil.test:${port}/` } };
      if (url.pathname === "/file.zip") {
        return { status: 200, headers: { "content-disposition": "attachment; filename=file.zip" }, body: "PK" };
      }
      if (url.pathname === "/turning") return { status: 302, headers: { location: "/turning" } };
      if (url.pathname === "/failed") return { status: 500, headers };
      if (url.pathname === "/cut") return { status: 200, headers: { ...headers, "content-length": "9" }, body: "" };
      const body = pages[url.pathname];
      return body === undefined
        ? { status: 404, headers, body: "<title>None</title>Nothing here" }
        : { status: 200, headers, body };
    });
    ({ port } = new URL(service.url));
    base = `http://shop.test:${port}`;
  });
  afterEach(() => WebBrowser.closeAll());
  afterAll(() => service[Symbol.asyncDispose]());

  const local: WebBrowserOptions = {
    executable: program,
    chromiumSandbox: false,
    hosts: ["shop.test"],
    allowPrivateHosts: true,
    resolve: async () => ["127.0.0.1"],
  };

  /** Calls tools in one session. What a tool throws is its result. */
  async function session(options: WebBrowserOptions = {}, store?: Store) {
    const kept = store ?? (await openStore());
    return async (name: string, args: object = {}, kit = new WebBrowser({ ...local, ...options })): Promise<string> => {
      const transaction = kept.begin();
      const context = { signal: AbortSignal.timeout(patience), store: transaction } as unknown as ToolContext;
      try {
        const parts = (await callTool(kit, name, { ...args }, context)) as readonly ResultPart[];
        await transaction.commit();
        return parts.map(({ type, content }) => (type === "text" ? content : `(${type})`)).join("\n");
      } catch (error) {
        transaction.rollback();
        return String(error);
      }
    };
  }

  /** The element of a page with a role and a name, as a call names it. */
  function element(page: string, name: string): string {
    return page.split("\n").find((line) => line.includes(`"${name}"`)) ?? "";
  }

  it("opens, types, clicks and goes back in one browser, whose address is in the store", async () => {
    const store = await openStore();
    const call = await session({}, store);
    const shop = await call("Open", { url: `${base}/` });
    expect(shop).toContain(`Title: Shop\nAddress: ${base}/`);
    expect(shop).toContain('heading "Tools" [level=1]');

    const sized = await call("Type", { element: element(shop, "Size"), text: "large" });
    expect(sized).toContain('option "large" [selected]');
    const found = await call("Type", { element: element(shop, "Query"), text: "jig saw", submit: true });
    expect(found).toContain("GET ?q=jig+saw");
    expect(store.values()["WebBrowser"]).toMatchObject({ url: expect.stringContaining("/search?q=jig+saw") });

    expect(await call("Back")).toContain("Title: Shop");
    const saws = await call("Click", { element: element(await call("Read"), "Saws") });
    expect(saws).toContain("Jig saws cut curves.");
    expect(await call("Click", { element: 'button "Buy" [ref=e99]' })).toContain("The page has no element");
  });

  it("follows a link to a new tab, and goes back from it", async () => {
    const call = await session();
    const shop = await call("Open", { url: `${base}/` });
    expect(await call("Click", { element: element(shop, "Axes") })).toContain("Axes have handles.");
    expect(await call("Back")).toContain("Title: Shop");
    expect(await call("Back")).toContain("There is no page before this one.");
    expect(await call("Read")).toContain("Title: Shop");
  });

  it("contacts allowed hosts only: also for scripts and after redirects", async () => {
    const call = await session();
    const shop = await call("Open", { url: `${base}/` });
    expect(shop).toContain("[ads.test may not be contacted: it is not among the allowed hosts (shop.test).]");
    const away = await call("Click", { element: element(shop, "Away") });
    expect(away).toContain("evil.test may not be contacted");
    expect(service.requests.some(({ headers }) => headers.host?.startsWith("evil.test"))).toBe(false);
    expect(await call("Open", { url: "https://evil.test/" })).toContain("evil.test may not be contacted");
    expect(await call("Open", { url: `http://127.0.0.1:${port}/` })).toContain("127.0.0.1 may not be contacted");
    expect(await call("Open", { url: "file:///etc/passwd" })).toContain("must begin with https://");
    expect(await call("Open", { url: `${base}/away` })).toContain("evil.test may not be contacted");
  });

  it("contacts no private host by default, whatever its name is", async () => {
    const call = await session({ hosts: undefined, allowPrivateHosts: false });
    expect(await call("Open", { url: `${base}/` })).toContain("the name of a loopback address");
    expect(await call("Open", { url: "https://shop.test/" })).toContain("the name of a loopback address");
  });

  it("says what happened besides: dialogs, downloads, elements that can't be used", async () => {
    const call = await session();
    const shop = await call("Open", { url: `${base}/` });
    expect(await call("Click", { element: element(shop, "Alert") })).toContain(
      '[The page showed a dialog, which was dismissed: "Sale!".]',
    );
    expect(await call("Click", { element: element(shop, "Download") })).toContain(
      '[A download was refused: "file.zip".]',
    );
    expect(await call("Click", { element: element(shop, "Pay") })).toMatch(/Timeout 5000ms exceeded.*not enabled/);
    expect(await call("Open", { url: `${base}/none` })).toContain("Nothing here");
  });

  it("opens the next page after one that failed, and says what the server answered", async () => {
    const call = await session();
    const impatient = new WebBrowser({ ...local, timeout: 3 });
    await call("Open", { url: base });
    expect(await call("Open", { url: `${base}/none` })).toContain("[The server answered with 404 Not Found.]");
    expect(await call("Open", { url: `${base}/failed` })).toContain("The server answered with 500");
    for (const path of ["/turning", "/file.zip", "/cut", "/endless"]) {
      expect(await call("Open", { url: base + path }, impatient)).toMatch(/^ToolError/);
      expect(await call("Open", { url: `${base}/saws` })).toContain("Jig saws");
    }
  });

  it("returns long pages in parts, and screenshots as images", async () => {
    const call = await session({ outputLimit: 2000, screenshots: true });
    const first = await call("Open", { url: `${base}/long` });
    expect(first).toContain("Line 0 of many");
    expect(first).toMatch(/\(image\)$/);
    const start = Number(/Continue with start = (\d+)/.exec(first)?.[1]);
    expect(await call("Read", { start })).toMatch(/Line [1-9]\d* of many/);
    expect(await call("Screenshot")).toBe("(image)");
    await call("Open", { url: `${base}/scroll` });
    expect(await call("Scroll", { direction: "down" })).toContain("Title: Scrolled");
  });

  it("gives each session and each instance a profile of its own", async () => {
    const store = await openStore();
    const [one, other] = [await session({ instance: "one" }, store), await session({ instance: "other" }, store)];
    await one("Open", { url: `${base}/saws` });
    expect(await other("Read")).toContain("[The page is empty.]");
    expect(await one("Read")).toContain("Title: Saws");
    expect(await (await session({ instance: "one" }))("Read")).toContain("[The page is empty.]");
    expect(Object.keys(store.values()).sort()).toEqual(["WebBrowser:one", "WebBrowser:other"]);
  });

  it("opens the page again after the browser was closed, and says what is lost", async () => {
    const store = await openStore();
    const call = await session({}, store);
    await call("Open", { url: `${base}/saws` });
    await WebBrowser.closeAll();
    const again = await call("Read");
    expect(again).toContain("[The browser was closed meanwhile.");
    expect(again).toContain("Title: Saws");

    const idle = await session({ idle: 0.2 }, store);
    await idle("Read");
    await expect.poll(() => idle("Read"), { interval: 1000 }).toContain("closed meanwhile");
  });

  it("does not give a page to a toolkit with other hosts", async () => {
    const store = await openStore();
    await (await session({}, store))("Open", { url: `${base}/saws` });
    const strict = await session({ hosts: ["other.test"] }, store);
    expect(await strict("Read")).not.toContain("Jig saws");
  });

  it.skipIf(process.getuid?.() !== 0)("says what root has to set (skipped for other users)", async () => {
    const call = await session({ chromiumSandbox: undefined });
    expect(await call("Read")).toContain('set "chromiumSandbox" to false');
  });

  it("keeps the browser of a session without a store with the toolkit", async () => {
    await using kit = new WebBrowser(local);
    const context = { signal: AbortSignal.timeout(patience) };
    await callTool(kit, "Open", { url: `${base}/saws` }, context);
    expect(JSON.stringify(await callTool(kit, "Read", {}, context))).toContain("Jig saws");
  });

  it("ends with a toolkit, and fails plainly without a program", async () => {
    const store = await openStore();
    const call = await session({}, store);
    {
      await using kit = new WebBrowser(local);
      await call("Open", { url: `${base}/saws` }, kit);
    }
    expect(await call("Read")).toContain("closed meanwhile");
    const missing = await session({ executable: "/nowhere/chromium" });
    expect(await missing("Read")).toContain("/nowhere/chromium");
  });
});

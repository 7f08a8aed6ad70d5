// The page of the panel in a real browser, with a stub of VS Code. Without a browser, the tests are skipped.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TryCallResult } from "@helve/language-server";
import { patient } from "@helve/testing/patience";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stageExtension } from "../../scripts/stage-extension.ts";
import type { PanelMessage } from "../../src/panel-messages.ts";
import { panelHtml } from "../../src/try-panel/panel-html.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const origin = "https://panel.example";

const html = `<img src="https://evil.example/x.png" onerror="document.title = 'run'"><a href="command:x">x</a>`;
const range = { start: { line: 7, character: 0 }, end: { line: 9, character: 3 } };
const verdict: TryCallResult = {
  kind: "stop",
  rules: [{ name: "limit", range }],
  others: [
    { name: "confirm", range, reason: `it is about another tool: ${html}` },
    { name: "mail", range, reason: "its check is false" },
  ],
  reasons: [html],
  modelReads: html,
  effects: [{ sentence: html, certainty: "possible", text: html }],
  workingDirectory: html,
};

describe.skipIf(!existsSync(program))("the page of the panel", () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "helve-panel-"));
    await stageExtension(folder);
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
    page = patient(await browser.newPage());
    const bodies: Readonly<Record<string, string>> = {
      "/": panelHtml({ cspSource: origin, script: `${origin}/try.js`, styles: `${origin}/try.css` }),
      "/try.js": readFileSync(join(folder, "media/try.js"), "utf8"),
      "/try.css": readFileSync(join(folder, "media/try.css"), "utf8"),
    };
    await page.route("**/*", (route) => {
      const { origin: from, pathname } = new URL(route.request().url());
      requests.push(from + pathname);
      const type = pathname === "/" ? "text/html" : pathname.endsWith("js") ? "text/javascript" : "text/css";
      return route.fulfill({ contentType: type, body: bodies[pathname] ?? "" });
    });
    await page.addInitScript(`
      window.sent = [];
      window.acquireVsCodeApi = () => ({
        postMessage: (message) => window.sent.push(message),
        getState: () => ({ language: "cobol", text: 5 }),
        setState() {},
      });
    `);
    await page.goto(`${origin}/`);
    await show({ type: "files", files: [{ uri: "file:///a.agentspec", name: html }], active: undefined });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Sends a message as the extension does. */
  const show = (message: PanelMessage | null): Promise<void> =>
    page.evaluate(`window.postMessage(${JSON.stringify(message)})`);
  const sent = (type: string): Promise<{ readonly id: number; readonly [name: string]: unknown }> =>
    page
      .waitForFunction(
        (wanted) =>
          (globalThis as unknown as { sent: { type: string }[] }).sent.findLast(({ type }) => type === wanted),
        type,
      )
      .then((found) => found.jsonValue() as never);
  /** Types a command, and shows a result of it. */
  const judge = async (text: string, result: TryCallResult): Promise<void> => {
    await page.evaluate("window.sent.length = 0");
    await page.locator("#text").fill(text);
    const { id } = await sent("try");
    await show({ type: "result", id, result });
    await page.locator("h2").waitFor();
  };

  it("shows texts of rules and calls as texts, and loads only its own files", async () => {
    await show(null);
    await judge("rm x", verdict);
    expect(await page.locator("#language").inputValue()).toBe("shell");
    expect(await page.locator("img, a, [onerror]").count()).toBe(0);
    expect(await page.locator("pre").textContent()).toBe(html);
    expect(await page.locator("#file option").textContent()).toBe(html);
    expect(new Set(requests)).toEqual(new Set([`${origin}/`, `${origin}/try.js`, `${origin}/try.css`]));
    const violations = page.evaluate(`new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
      document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(html)});
    })`);
    expect(await violations).toMatch(/^(?:img-src|script-src-attr)$/);
    expect(await page.title()).toBe("Try a Command");
    await page.evaluate(`for (const added of document.querySelectorAll("img, a")) added.remove()`);
  });

  it("lists the rules that do not object, folded, and keeps them unfolded", async () => {
    await judge("rm y", verdict);
    const others = page.locator("details");
    expect(await others.locator("summary").textContent()).toBe("2 rules do not object");
    expect(await others.getByRole("button", { name: "@mail" }).isVisible()).toBe(false);
    await others.locator("summary").press("Enter");
    expect(await others.locator("li").nth(1).textContent()).toBe("@mail its check is false");
    await judge("rm z", verdict);
    expect(await others.getByRole("button", { name: "@mail" }).isVisible()).toBe(true);
  });

  it("keeps the focus on a rule when the rules have changed, and shows the rule by the keyboard", async () => {
    await judge("rm a", verdict);
    await page.getByRole("button", { name: "@limit" }).focus();
    await page.evaluate("window.sent.length = 0");
    await show({ type: "changed" });
    const { id } = await sent("try");
    await show({ type: "result", id, result: { ...verdict, reasons: ["changed"] } });
    await page.getByText("changed").waitFor();
    await page.keyboard.press("Enter");
    expect(await sent("reveal")).toEqual({ type: "reveal", uri: "file:///a.agentspec", line: 7 });
  });

  it("says only the verdict to a screen reader, and the same one once", async () => {
    await judge("rm b", verdict);
    const status = page.getByRole("status");
    expect(await status.textContent()).toBe("Stopped");
    await page.evaluate(`
      window.announced = 0;
      new MutationObserver(() => window.announced++)
        .observe(document.querySelector("[role=status]"), { childList: true, subtree: true });
    `);
    await judge("rm c", verdict);
    expect(await page.evaluate("window.announced")).toBe(0);
    await judge("ls", { ...verdict, kind: "allow" });
    expect(await page.evaluate("window.announced")).toBe(1);
  });

  it("keeps the chosen rule file until another editor is active", async () => {
    const files = ["a", "b", "c"].map((name) => ({ uri: `file:///${name}.agentspec`, name }));
    const chosen = async (active: string | undefined): Promise<string> => {
      await page.evaluate("window.sent.length = 0");
      await show({ type: "files", files, active });
      await sent("try");
      return page.locator("#file").inputValue();
    };
    expect(await chosen("file:///b.agentspec")).toBe("file:///b.agentspec");
    await page.locator("#file").selectOption("c");
    expect(await chosen("file:///b.agentspec")).toBe("file:///c.agentspec");
    expect(await chosen("file:///a.agentspec")).toBe("file:///a.agentspec");
  });

  it("has no violation that axe finds, with a tool and a verdict", async () => {
    await page.locator("#language").selectOption("tool");
    await judge("{}", verdict);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(" "))])).toEqual([]);
  });
});

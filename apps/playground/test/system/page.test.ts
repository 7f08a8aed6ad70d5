import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { patient } from "@helve/testing/patience";
import axe from "axe-core";
import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { examples } from "../../src/examples.ts";
import { shareHash } from "../../src/share.ts";
import { decided, describeInBrowser, desktop, headline, phone, settled, type } from "../in-browser.ts";

/** A folder for screenshots of the page; none are taken without it. */
const screenshots = process.env["HELVE_SCREENSHOTS"];

describeInBrowser("the playground", ({ open, browser, server, folder }) => {
  /** Opens an example, and waits for its verdict. */
  async function openExample(page: Page, id: string): Promise<void> {
    const [text, rules] = expected[id] ?? ["", []];
    await page.selectOption("#example", id);
    await decided(page, text);
    for (const rule of rules)
      await page.locator(".rule-name").getByText(rule, { exact: true }).waitFor({ state: "attached" });
    await settled(page);
  }

  const expected: Readonly<Record<string, readonly [headline: string, rules: readonly string[]]>> = {
    "figure-2": ["A person is asked", ["@check_"]],
    "figure-1": ["A person is asked", ["@inspect_sensitive_email"]],
    secrets: ["Stopped", ["@no_exfiltration"]],
    tests: ["Allowed", []],
    python: ["A person is asked", ["@inspect_deletion"]],
    session: ["A person is asked", ["@inspect_deletion"]],
    injection: ["A person is asked", ["@change_after_instructions"]],
    repairs: ["Allowed", []],
    household: ["Stopped", ["@microwave_only_food_and_dishes"]],
  };

  it.each(examples)("shows the verdict of the example $id", async ({ id }) => {
    const { context, page, problems } = await open(id === "figure-2" ? "" : shareHash({ example: id }));
    const [text, rules] = expected[id] ?? ["", []];
    await decided(page, text);
    const names = await page.locator(".rule-name").allTextContents();
    for (const rule of rules) expect(names).toContain(rule);
    if (rules.length === 0) expect(names).toEqual([]);
    expect(await page.locator("#example").inputValue()).toBe(id);
    expect(problems).toEqual([]);
    await context.close();
  });

  it("evaluates what is typed: rules, effects on underlined characters, the tree, what the model reads", async () => {
    const { context, page, problems } = await open();
    await type(page, "Input", "echo hi > notes.txt; rm -r cache");
    await decided(page, "Allowed");
    const effects = await page.locator(".effect-sentence").allTextContents();
    expect(effects).toContain("rm deletes cache");
    expect(await page.locator("#input-editor .tone-loss").allTextContents()).toContain("rm -r cache");
    await page.locator(".section-tree summary").click();
    expect(await page.locator(".tree .node-name").allTextContents()).toContain("command");
    expect(await page.locator(".section-model").textContent()).toContain("The result of the tool.");

    await type(page, "Rules", "rule @no_rm trigger Terminal.Execute check is_destructive enforce stop end");
    await decided(page, "Stopped");
    expect(await page.locator(".section-model").textContent()).toContain("Terminal.Execute was stopped");
    await type(page, "Rules", "rule @no_rm triger");
    await decided(page, "The rules have a mistake");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("completes words and shows mistakes by the language server", async () => {
    const { context, page, problems } = await open();
    await type(page, "Rules", "rule @a trigger Terminal.Execute check is_destr");
    const offered = page.locator(".cm-tooltip-autocomplete").getByText("is_destructive");
    // The server is loaded when the editor gets the focus.
    const complete = async (): Promise<number> => {
      if ((await offered.count()) === 0) await page.keyboard.press("Control+Space");
      return offered.count();
    };
    await expect.poll(complete, { interval: 500 }).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await type(page, "Rules", "rule @a triger Terminal.Execute");
    await page.locator(".cm-lintRange-error").getByText("triger").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it("runs the tests, and shows what they reach", async () => {
    const { context, page } = await open();
    await page.getByRole("tab", { name: "Tests" }).click();
    await page.locator("#test-results").getByText("2 passed").waitFor();
    await type(page, "Tests", 'test "wrong" when Terminal.Execute({"command": "rm documents/a"}) expect allow end');
    await page.locator("#test-results").getByText("1 of 1 failed").waitFor();
    expect(await page.locator("#test-results").textContent()).toContain("but got  user_inspection by @check_");
    await context.close();
  });

  it("repairs arguments, and lists what the model reads of invalid ones", async () => {
    const { context, page } = await open(shareHash({ example: "repairs" }));
    await page.getByText("11 repairs").waitFor();
    await type(page, "Input", '{"to": 5}');
    await decided(page, "Invalid arguments");
    expect(await page.locator(".section-model").textContent()).toContain("Correct what");
    await context.close();
  });

  it("shows each step of a session, also of an audit log that is opened as a file", async () => {
    const { context, page } = await open(shareHash({ example: "session" }));
    await page.getByRole("button", { name: /^1 Bash ls -la/ }).click();
    await decided(page, "Allowed");
    expect(await page.locator("[aria-current=step]").textContent()).toContain("ls -la");
    const record = {
      ...{ seq: 1, previous: "0".repeat(64), at: "2026-01-02T03:04:05.000Z" },
      actionReturn: {
        ...{ id: "1", type: "Bash", args: { command: "rm -rf .git" }, status: "success", repairs: [], stages: {} },
        observation: { parts: [], isError: false },
      },
    };
    await page.setInputFiles("#file", {
      ...{ name: "audit.jsonl", mimeType: "text/plain" },
      buffer: Buffer.from(`${JSON.stringify(record)}\n`),
    });
    await decided(page, "A person is asked");
    expect(await page.locator(".rule-name").allTextContents()).toContain("@inspect_deletion");
    await context.close();
  });

  it("opens a link with the texts that were shared", async () => {
    const { context, page } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await type(page, "Rules", "// <b>mine</b>\nrule @mine trigger any.any check enforce stop end");
    await type(page, "Input", "ls '<img src=x onerror=window.broken=1>'");
    await decided(page, "Stopped");
    await page.getByRole("button", { name: "Copy link" }).click();
    const link: string = await page.evaluate("navigator.clipboard.readText()");
    await context.close();
    const other = await open(link.slice(link.indexOf("#")));
    await decided(other.page, "Stopped");
    expect(await other.page.locator("#rules-editor").textContent()).toContain("<b>mine</b>");
    expect(await other.page.locator("main img, main b").count()).toBe(0);
    expect(await other.page.evaluate("window.broken")).toBeUndefined();
    expect(other.problems).toEqual([]);
    await other.context.close();
  });

  it("says what is wrong with a damaged link, and shows the first example", async () => {
    const { context, page } = await open("#1.abcdef");
    expect(await page.getByRole("alert").textContent()).toContain("this link can't be opened: the hash is damaged");
    expect(await headline(page)).toBe("A person is asked");
    await context.close();
  });

  it("sends nothing that is typed, and asks no other server", async () => {
    const { context, page, requests } = await open();
    const secret = "zebra-4821";
    await type(page, "Input", `python3 -c "print('${secret}')" | psql -c 'drop table ${secret}'`);
    await type(page, "Rules", `rule @a trigger any.any check args.command == "${secret}" enforce stop end`);
    await page.getByRole("tab", { name: "Tests" }).click();
    await type(page, "Tests", `test "${secret}" when A.b({}) expect allow end`);
    await page.locator("#test-results").getByText("1 passed").waitFor();
    await page.selectOption("#kind", "call");
    await page.getByRole("button", { name: "Copy link" }).click();
    expect(requests.length).toBeGreaterThan(5);
    for (const request of requests) {
      expect(request).toMatch(/^GET /);
      expect(request.slice("GET ".length).startsWith(server().url)).toBe(true);
      expect(request).not.toContain("zebra");
      expect(request).toMatch(/^GET [^?#]+ $/);
    }
    await context.close();
  });

  it("can be used by keyboard alone", async () => {
    const { context, page } = await open();
    const focused = (): Promise<string> =>
      page.evaluate(
        "document.activeElement.id || document.activeElement.getAttribute('aria-label') || document.activeElement.className",
      );
    const walk: string[] = [];
    for (let index = 0; index < 30; index++) {
      await page.keyboard.press("Tab");
      const id = await focused();
      walk.push(id);
      // An editor in which Tab indents is left by Escape and Tab.
      if (id === "Rules" || id === "Input") await page.keyboard.press("Escape");
      if (id === "Input") break;
    }
    expect(
      walk.filter((id) => ["example", "share", "theme", "tab-rules", "Rules", "kind", "Input"].includes(id)),
    ).toEqual([...["example", "share", "theme", "tab-rules", "Rules", "kind", "Input"]]);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("ls");
    await decided(page, "Allowed");
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Allowed.");
    await page.locator("#tab-rules").focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#panel-tests").isVisible()).toBe(true);
    await context.close();
  });

  it.each([
    ["desktop", "light"],
    ["desktop", "dark"],
    ["phone", "light"],
    ["phone", "dark"],
  ] as const)(
    "has no violation that axe finds, and fits, on a %s in %s colors",
    async (device, colorScheme) => {
      const { context, page, problems } = await open("", {
        viewport: device === "phone" ? phone : desktop,
        colorScheme,
      });
      await page.evaluate(axe.source);
      for (const { id } of examples) {
        await openExample(page, id);
        for (const pane of device === "desktop"
          ? [""]
          : id === examples[0]?.id
            ? ["rules", "call", "verdict"]
            : ["verdict"]) {
          if (pane !== "") await page.locator(`#show-${pane}`).click();
          const { violations } = (await page.evaluate("axe.run()")) as {
            readonly violations: readonly {
              readonly id: string;
              readonly nodes: readonly { readonly html: string }[];
            }[];
          };
          expect(violations.map((one) => `${id} ${pane} ${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
          expect(
            await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
          ).toBe(0);
          if (screenshots !== undefined) {
            await mkdir(screenshots, { recursive: true });
            await page.screenshot({
              path: join(screenshots, `${id}-${device}-${colorScheme}${pane && `-${pane}`}.png`),
            });
          }
        }
      }
      expect(problems).toEqual([]);
      await context.close();
    },
    300_000,
  );

  it("keeps the elements that a keystroke does not alter, and opens the tree for the new text", async () => {
    const { context, page } = await open();
    await page.evaluate("window.kept = document.querySelector('.section-model .model-text')");
    await type(page, "Input", "rm documents/thesis.md");
    await page.locator(".effect-sentence").getByText("rm deletes documents/thesis.md").waitFor();
    await settled(page);
    expect(await page.evaluate("window.kept.isConnected")).toBe(true);
    await page.locator(".section-tree summary").click();
    expect(await page.locator(".tree .node-name").allTextContents()).toContain("command");
    await page.locator(".section-tree summary").click();
    expect(await page.locator(".tree").count()).toBe(0);
    await context.close();
  });

  /** Opens a page, and returns the bytes, compressed, that it had asked for when an element appeared, and until all is quiet. */
  async function loadedBytes(
    hash: string,
    selector: string,
  ): Promise<{ readonly before: number; readonly all: number }> {
    const context = patient(await browser().newContext({ viewport: desktop, serviceWorkers: "block" }));
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(selector)}) !== null) window.appeared ??= Date.now();
    }).observe(document, { childList: true, subtree: true });`);
    await page.goto(`${server().url}${hash}`, { waitUntil: "networkidle" });
    await page.locator(".hero").waitFor();
    const appeared: number = await page.evaluate("window.appeared");
    let [before, all] = [0, 0];
    for (const request of requests) {
      const name = request.url().slice(server().url.length).replace(/#.*/, "");
      const { length } = brotliCompressSync(await readFile(join(folder(), name || "index.html")));
      all += length;
      if (request.timing().startTime <= appeared) before += length;
    }
    await context.close();
    return { before, all };
  }

  it("loads at most 350 kB, compressed, before somebody does something", async () => {
    const { all } = await loadedBytes("", ".hero");
    expect(all).toBeGreaterThan(100_000);
    expect(all).toBeLessThan(350_000);
  });

  it("loads at most 350 kB before the texts of a link can be edited, and 464 kB before their verdict", async () => {
    const link = shareHash({
      rules: "rule @mine trigger Terminal.Execute check is_destructive enforce stop end",
      input: { kind: "shell", text: "rm -r build" },
    });
    const editable = await loadedBytes(link, "#rules-editor .cm-line");
    expect(editable.before).toBeLessThan(350_000);
    const decided = await loadedBytes(link, ".hero");
    expect(decided.before).toBeGreaterThan(editable.before);
    expect(decided.before).toBeLessThan(464_000);
  });
});

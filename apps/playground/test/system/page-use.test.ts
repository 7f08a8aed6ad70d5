import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { shareHash } from "../../src/share.ts";
import { decided, describeInBrowser, phone, type } from "../in-browser.ts";

const rules = "rule @mine trigger any.any check enforce stop end";

/** A property of an element's style. */
const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

describeInBrowser("the playground in use", ({ open }) => {
  it("says that its code can't be loaded, and tries again", async () => {
    const { context, page } = await open();
    await context.route("**/evaluate-messages-*.js", (route) => route.abort());
    await type(page, "Input", "ls");
    await decided(page, "No verdict");
    expect(await page.locator(".hero").textContent()).toContain("can't be loaded: check the connection");
    await expect.poll(() => page.getByRole("status").textContent()).toMatch(/^No verdict: the code/);
    expect(await page.locator("#input-editor .effect-mark").count()).toBe(0);
    await context.unroute("**/evaluate-messages-*.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await decided(page, "Allowed");

    await context.route("**/python-*.js", (route) => route.abort());
    await page.selectOption("#kind", "python");
    await decided(page, "No verdict");
    await page.selectOption("#kind", "shell");
    await decided(page, "Allowed");
    await context.close();
  });

  it("loads the language server again after it could not be loaded", async () => {
    const { context, page } = await open();
    const isRefused = page.waitForEvent("requestfailed");
    await context.route("**/language-server-*.js", (route) => route.abort());
    await type(page, "Rules", "rule @a triger Terminal.Execute");
    await isRefused;
    await context.unroute("**/language-server-*.js");
    const mistake = page.locator(".cm-lintRange-error").getByText("triger");
    const focusAgain = async (): Promise<number> => {
      await page.locator("#example").focus();
      await page.locator("#rules-editor .cm-content").focus();
      return mistake.count();
    };
    await expect.poll(focusAgain, { interval: 1000 }).toBe(1);
    await context.close();
  });

  it("shows invisible characters and those that change the direction of text", async () => {
    const hidden = "\u202Egnp.exe\u202C\u0007";
    const input = { kind: "call", tool: `A.${hidden}`, text: JSON.stringify({ [hidden]: hidden }) } as const;
    const { context, page } = await open(shareHash({ rules: `/// Says ${hidden}\n${rules}`, input }));
    await decided(page, "Stopped");
    const shown = (await page.locator("#verdict").textContent()) ?? "";
    expect(shown).toContain("Says \\u{202e}gnp.exe\\u{202c}\\u{7}");
    expect(shown).not.toMatch(/\p{Cf}/u);
    expect(await page.locator("#rules-editor .cm-specialChar").count()).toBe(3);
    await context.close();
  });

  it("says that a file is too large, and that tests have a mistake", async () => {
    const { context, page } = await open();
    await page.selectOption("#kind", "trace");
    await page.setInputFiles("#file", { name: "log.jsonl", mimeType: "text/plain", buffer: Buffer.alloc(5_000_001) });
    await page
      .getByRole("alert")
      .getByText("log.jsonl has 5.0 MB: expected a recorded session of at most 5.0")
      .waitFor();
    await page.getByRole("tab", { name: "Tests" }).click();
    await type(page, "Tests", "test 5");
    await page.locator("#test-results").getByText("No result: line 1: expected").waitFor();
    await context.close();
  });

  it("can be left by Escape and Tab, also from a list of completions", async () => {
    const { context, page } = await open();
    await type(page, "Rules", "rule @a trigger Terminal.Execute check is_destr");
    const list = page.locator(".cm-tooltip-autocomplete");
    const complete = async (): Promise<number> => {
      if ((await list.count()) === 0) await page.keyboard.press("Control+Space");
      return list.count();
    };
    await expect.poll(complete, { interval: 500 }).toBe(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('.editor')")).toBeNull();
    await context.close();
  });

  it("announces the verdict on a phone, whichever part is shown", async () => {
    const { context, page } = await open("", { viewport: phone });
    await type(page, "Input", "ls");
    const announced = page.getByRole("status").getByText("Allowed.");
    await announced.waitFor();
    expect(await announced.isVisible()).toBe(true);
    expect(await page.getByRole("tab", { name: "Verdict: Allowed" }).count()).toBe(1);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(phone.width);
    await context.close();
  });

  it.each(["light", "dark"] as const)(
    "shows what is selected and focused in forced colors, %s",
    async (colorScheme) => {
      const { context, page } = await open(shareHash({ example: "session" }), { forcedColors: "active", colorScheme });
      const selected = await styleOf(page, "[role=tab][aria-selected=true]", "background-color");
      expect(selected).not.toBe(await styleOf(page, "#tab-context", "background-color"));
      expect(await styleOf(page, ".step[aria-current]", "background-color")).toBe(selected);
      await page.getByRole("textbox", { name: "Rules", exact: true }).click();
      expect(await styleOf(page, "#rules-editor", "outline-style")).toBe("solid");
      await context.close();
    },
  );

  it("has no violation that axe finds in each tab, with targets and best practices", async () => {
    const { context, page } = await open(shareHash({ example: "tests" }));
    await page.evaluate(axe.source);
    for (const name of ["Rules", "Tests", "Context"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      if (name === "Tests")
        await page
          .locator("#test-results")
          .getByText(/^[1-9]\d* passed$/)
          .waitFor();
      const run = "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })";
      const { violations } = (await page.evaluate(run)) as { violations: { id: string; nodes: { html: string }[] }[] };
      expect(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    await context.close();
  });
});

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { shareHash } from "../../src/share.ts";
import { decided, describeInBrowser, type } from "../in-browser.ts";

/** The rules in the editor; their lines are joined. */
const rules = (page: Page): Promise<string | null> => page.locator("#rules-editor .cm-content").textContent();

const own = "rule @mine trigger any.any check enforce stop end";

describeInBrowser("the history of the playground", ({ open, server }) => {
  it("brings the texts of the user back after an example, by the back button", async () => {
    const { context, page, problems } = await open();
    await type(page, "Rules", own);
    await page.selectOption("#kind", "python");
    await page.selectOption("#example", "household");
    await page.selectOption("#example", "figure-2");
    await decided(page, "A person is asked");
    await page.goBack();
    await decided(page, "Stopped");
    expect(await rules(page)).toBe(own);
    expect(await page.locator("#kind").inputValue()).toBe("python");
    expect(await page.locator("#example").inputValue()).toBe("");
    await page.goForward();
    await decided(page, "A person is asked");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("keeps the texts of the user when the page is reloaded", async () => {
    const { context, page } = await open(shareHash({ example: "household" }));
    await type(page, "Rules", own);
    await expect.poll(() => page.evaluate("history.state?.rules")).toBe(own);
    await page.reload();
    await decided(page, "Stopped");
    expect(await rules(page)).toBe(own);
    await context.close();
  });

  it("keeps the texts of the user when the verdict is skipped to, and when a damaged link is opened", async () => {
    const { context, page } = await open();
    await type(page, "Rules", own);
    await page.locator("#skip").focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("verdict-pane");
    expect(await rules(page)).toBe(own);
    await page.evaluate("location.hash = '#1.abcdef'");
    await page.getByRole("alert").getByText("this link can't be opened").waitFor();
    expect(await rules(page)).toBe(own);
    await type(page, "Rules", `${own} `);
    await page.getByRole("alert").waitFor({ state: "hidden" });
    await context.close();
  });

  it("removes a link from the address when its texts are changed", async () => {
    const { context, page } = await open(shareHash({ rules: own }));
    await type(page, "Input", "ls");
    expect(await page.evaluate("location.href")).toBe(server().url);
    await context.close();
  });

  it("works below a path that begins with two slashes", async () => {
    const { context, page } = await open();
    await page.evaluate("history.replaceState(null, '', `${location.origin}//playground/`)");
    await type(page, "Input", "ls");
    await decided(page, "Allowed");
    await context.close();
  });

  it("shows the example that was chosen last, whichever is loaded first", async () => {
    const { context, page } = await open();
    let load = (): void => undefined;
    const isAsked = new Promise<void>((asked) => {
      void context.route("**/contents-*.js", async (route) => {
        asked();
        await new Promise<void>((resolve) => {
          load = resolve;
        });
        await route.continue();
      });
    });
    await page.selectOption("#example", "household");
    await isAsked;
    await type(page, "Rules", own);
    load();
    await decided(page, "Stopped");
    await page.selectOption("#example", "python");
    await expect.poll(() => page.locator("#kind").inputValue()).toBe("python");
    await page.goBack();
    await expect.poll(() => rules(page)).toBe(own);
    await context.close();
  });

  it("says that an example can't be loaded, and keeps the one that is shown", async () => {
    const { context, page } = await open();
    await context.route("**/contents-*.js", (route) => route.abort());
    await page.selectOption("#example", "household");
    await page.getByRole("alert").getByText("the example can't be loaded: check the connection").waitFor();
    expect(await page.locator("#example").inputValue()).toBe("figure-2");
    await context.close();
  });
});

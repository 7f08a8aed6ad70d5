// The page of the inbox in a real browser. Without one, the tests are skipped: set CHROMIUM to the program if it is elsewhere.

import { existsSync } from "node:fs";
import { createInbox, type DurableAgent, memoryBackend } from "@helve/durable";
import { inboxPage } from "@helve/durable/inbox";
import { patient } from "@helve/testing/patience";
import { type ServerType, serve } from "@hono/node-server";
import axe from "axe-core";
import { Hono } from "hono";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Bank, payCall, payingAgent } from "../agents.ts";

const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const rules = `rule @large trigger pay check args.to contains "bob" || args.amount > 100 enforce user_inspection end`;

describe.skipIf(!existsSync(program))(`the inbox in ${program} (skipped if it does not exist)`, () => {
  let browser: Browser;
  let server: ServerType;
  let agent: DurableAgent;
  let address = "";
  const bank = new Bank();

  beforeAll(async () => {
    const backend = memoryBackend();
    agent = payingAgent({ backend, bank, rules, turns: [], dictated: true });
    const inbox = createInbox({ backend, agents: [agent] });
    const person = () => ({ name: "ann" });
    const page = inboxPage({ inbox, person, key: "a secret of at least thirty-two bytes" });
    server = await new Promise<ServerType>((resolve) => {
      const { fetch } = new Hono().route("/inbox", page.app);
      const started = serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
        address = `http://127.0.0.1:${port}/inbox`;
        resolve(started);
      });
    });
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  afterEach(async () => {
    for (const { run } of await agent.questions()) await agent.cancel(run);
  });

  async function ask(id: string, to: string): Promise<void> {
    await agent.start(JSON.stringify([{ tool_calls: [payCall(to, 900)] }, "Done."]), { id });
    await agent.outcome(id);
  }

  async function open(width: number, colorScheme: "light" | "dark") {
    const context = patient(await browser.newContext({ viewport: { width, height: 800 }, colorScheme }));
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(address);
    return { page, problems };
  }

  async function violations(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe.source);
    return page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))",
    );
  }

  it.each([
    [360, "light"],
    [1280, "dark"],
  ] as const)("fits %d pixels in %s colors, and is accessible", async (width, scheme) => {
    await ask(`fits ${width}`, `bob ${"x".repeat(300)}`);
    const { page, problems } = await open(width, scheme);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([await page.evaluate(overflow), await violations(page)]).toEqual([0, []]);
    await page.getByRole("link", { name: "May the agent run pay?" }).last().click();
    await page.getByText("Edit", { exact: true }).click();
    expect([await page.evaluate(overflow), await violations(page)]).toEqual([0, []]);
    const smallest = Math.min(
      ...(await page.getByRole("button").evaluateAll((all) => all.map((each) => each.clientHeight))),
    );
    expect(smallest).toBeGreaterThanOrEqual(40);
    const decoration = "getComputedStyle(document.querySelector('mark')).textDecorationLine";
    expect(await page.evaluate(decoration)).toBe("underline");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("is answered with the keyboard, and Enter in a text answers only what it belongs to", async () => {
    await ask("keyboard", "bob");
    await ask("rejected", "bob the second");
    const { page } = await open(390, "light");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "The call" }).waitFor();
    expect(await page.getByRole("button", { name: "Approve" }).getAttribute("aria-describedby")).toBe("effect-0");
    await page.getByRole("button", { name: "Approve" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.getByRole("status").textContent()).toContain("Your answer was recorded");
    await page.getByRole("link", { name: "May the agent run pay?" }).click();
    await page.getByLabel("Reason to reject").fill("no");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("No questions wait for you.").waitFor();
    await agent.outcome("keyboard");
    await agent.outcome("rejected");
    expect(bank.names).toEqual(["bob"]);
    await page.context().close();
  });

  it("edits an argument", async () => {
    await ask("edited", "bob the third");
    const { page } = await open(390, "light");
    await page.getByRole("link", { name: "May the agent run pay?" }).click();
    await page.getByText("Edit", { exact: true }).click();
    await page.getByRole("textbox", { name: "amount" }).fill("120");
    await page.getByRole("button", { name: "Run with these arguments" }).click();
    await page.getByRole("status").waitFor();
    await agent.outcome("edited");
    expect(bank.paid.at(-1)).toMatchObject({ to: "bob the third", amount: 120 });
    await page.context().close();
  });
});

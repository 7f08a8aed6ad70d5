import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite, serveSite } from "@helve/playground/site";
import { chromium, type Page } from "playwright-core";
import { DataError } from "./data-error.ts";
import { distribution } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/**
 * Measures the playground in a browser: from a keystroke in the input until the page has its verdict.
 *
 * @throws DataError if the browser can't be started
 */
export async function measurePlayground(): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "helve-bench-"));
  await buildSite(folder.path);
  await using server = await serveSite(folder.path);
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  await using browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] }).catch((error: Error) => {
    throw new DataError(`${executablePath} can't be started: set CHROMIUM to the program (${error.message})`);
  });
  const rows: (readonly string[])[] = [];
  for (const [example, name] of examples) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
    await page.addInitScript(observe);
    await page.goto(server.url);
    rows.push([name, ...distribution(await measureKeystrokes(page, example))]);
    await page.close();
  }
  return markdown(["a keystroke, until its verdict", "median", "95 %", "slowest"], rows);
}

const examples = [
  ["figure-2", "one rule, a shell command"],
  ["secrets", "the rules for coding agents, a shell command"],
  ["python", "the rules for coding agents, a Python program"],
  ["household", "the rules for households, a call"],
] as const;

const warmUp = 40;
const keystrokes = 120;

/** Types at the end of an example's input, and returns the milliseconds from each keystroke until its verdict is in the page. */
async function measureKeystrokes(page: Page, example: string): Promise<readonly number[]> {
  await page.selectOption("#example", example);
  await page.getByRole("textbox", { name: "Input", exact: true }).click();
  await page.keyboard.press("Control+End");
  const times: number[] = [];
  for (let index = 0; index < warmUp + keystrokes; index++) {
    const key = index % 2 === 0 ? "x" : "Backspace";
    await page.evaluate("void (window.nextVerdict = new Promise((resolve) => { window.onVerdict = resolve; }))");
    await page.keyboard.press(key);
    const time: number = await page.evaluate("window.nextVerdict");
    if (index >= warmUp) times.push(time);
  }
  return times;
}

/** In the page: measures from each keystroke until the page has shown the verdict that its worker sends. */
const observe = `
  let pressed = 0;
  addEventListener("keydown", () => { pressed = performance.now(); }, { capture: true });
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (type, listener, options) {
    listen.call(this, type, (event) => {
      listener(event);
      if (event.data?.type === "verdict") window.onVerdict?.(performance.now() - pressed);
    }, options);
  };
`;

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { outputAfter } from "@helve/testing/code-blocks";
import { afterAll, expect, it, vi } from "vitest";
import { shownFile } from "../../src/markdown/code-meta.ts";
import { folderWithPackages, writePageFile } from "../page-folder.ts";
import { pages } from "../pages.ts";

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const { blocks } = pages.find(({ name }) => name === "how-to/let-an-agent-use-a-browser.md") ?? { blocks: [] };

const folder = folderWithPackages();
afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(!existsSync(chromium))(`the program with a browser prints what the page shows (${chromium})`, async () => {
  const index = blocks.findIndex(({ meta }) => shownFile(meta)?.name === "browse.mjs");
  writePageFile(folder, { name: "browse.mjs", text: blocks[index]?.text ?? "", isAdded: false });
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values) => void printed.push(format(...values)));
  try {
    await import(pathToFileURL(join(folder, "browse.mjs")).href);
  } finally {
    vi.restoreAllMocks();
  }
  const shown = `${printed.join("\n")}\n`.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:40123");
  expect(shown).toBe(outputAfter(blocks, index));
});

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { shownFile } from "../../src/markdown/code-meta.ts";
import { folderWithPackages, writePageFile } from "../page-folder.ts";
import { pages } from "../pages.ts";

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const helve = program("../../../../packages/run/cli/dist/main.js");
const vitest = program("../../node_modules/vitest/vitest.mjs");

it("the file for vitest in the guide for CI passes on the rules that helve init writes", () => {
  const folder = folderWithPackages();
  try {
    const blocks = pages.find(({ name }) => name === "how-to/use-rules-in-ci.md")?.blocks ?? [];
    for (const { language, meta, text } of blocks) {
      const file = shownFile(meta);
      if (language === "js" && file !== undefined) writePageFile(folder, { ...file, text });
    }
    const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(run(helve, "init", "--yes").status).toBe(0);
    const { status, stdout, stderr } = run(vitest, "run", "--root", folder);
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "./files.ts";

const fileUrl = (path: string): URL => new URL(`../../${path}`, import.meta.url);

// `WRITE_DOCS=1 vitest run test/docs` writes the files; `biome check --write schema textmate` formats them.
if (process.env["WRITE_DOCS"] !== undefined) {
  for (const [path, text] of generatedFiles()) writeFileSync(fileUrl(path), text);
}

describe("files generated from the parser", () => {
  it.each([...generatedFiles()])("are up to date: %s", (path, text) => {
    const actual = readFileSync(fileUrl(path), "utf8");
    if (path.endsWith(".json")) expect(JSON.parse(actual)).toEqual(JSON.parse(text));
    else expect(actual).toBe(text);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "./files.ts";

const place = (path: string): URL => new URL(`../../${path}`, import.meta.url);

// `WRITE_DOCS=1 vitest run test/docs` writes the files; `biome check --write schema textmate` gives them their form.
if (process.env["WRITE_DOCS"] !== undefined) {
  for (const [path, text] of generatedFiles()) writeFileSync(place(path), text);
}

describe("what is generated from the parser", () => {
  it.each([...generatedFiles()])("%s is what the parser says", (path, text) => {
    const kept = readFileSync(place(path), "utf8");
    if (path.endsWith(".json")) expect(JSON.parse(kept)).toEqual(JSON.parse(text));
    else expect(kept).toBe(text);
  });
});

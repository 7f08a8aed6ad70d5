import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { readmeExamples } from "./readme-examples.ts";

/**
 * Runs every TypeScript block of a README. One that is followed by a `text` block must print exactly that.
 *
 * @param readme - where the README is
 * @param folder - the package that the blocks import from; the README's own by default
 */
export function testReadme(readme: URL, folder: URL = new URL(".", readme)): void {
  const path = fileURLToPath(readme);
  describe("README.md", () => {
    for (const [index, example] of readmeExamples(readFileSync(path, "utf8")).entries()) {
      it(`runs the example on line ${example.line}`, async () => {
        const printed: string[] = [];
        vi.spyOn(console, "log").mockImplementation((...values) => void printed.push(format(...values)));
        try {
          await import(fileURLToPath(new URL(`README.example-${index}.ts`, folder)));
        } finally {
          vi.restoreAllMocks();
        }
        if (example.output !== undefined) expect(`${printed.join("\n")}\n`).toBe(example.output);
      });
    }
  });
}

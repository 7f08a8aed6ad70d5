import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { readmeExamples } from "./readme-examples.ts";

/**
 * Runs every TypeScript block of a README. One that is followed by a `text` block must print exactly that.
 *
 * @param readme - where the README is
 */
export function testReadme(readme: URL): void {
  const path = fileURLToPath(readme);
  describe("README.md", () => {
    for (const [index, example] of readmeExamples(readFileSync(path, "utf8")).entries()) {
      it(`runs the example on line ${example.line}`, async () => {
        const printed: string[] = [];
        vi.spyOn(console, "log").mockImplementation((...values) => void printed.push(format(...values)));
        try {
          await import(path.replace(/\.md$/, `.example-${index}.ts`));
        } finally {
          vi.restoreAllMocks();
        }
        if (example.output !== undefined) expect(`${printed.join("\n")}\n`).toBe(example.output);
      });
    }
  });
}

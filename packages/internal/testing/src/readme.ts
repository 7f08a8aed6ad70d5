import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { readmeExamples } from "./readme-examples.ts";

/**
 * Runs every TypeScript block of a README or another Markdown file. One that is followed by a `text` block must print exactly that.
 *
 * @param readme - where the file is; its blocks import the packages of the package whose tests run
 * @param name - the name of the file in the results
 */
export function testReadme(readme: URL, name = "README.md"): void {
  const path = fileURLToPath(readme);
  describe(name, () => {
    for (const [index, example] of readmeExamples(readFileSync(path, "utf8")).entries()) {
      it(`runs the example on line ${example.line}`, async () => {
        const printed: string[] = [];
        vi.spyOn(console, "log").mockImplementation((...values) => void printed.push(format(...values)));
        try {
          await import(`${path}.example-${index}.ts`);
        } finally {
          vi.restoreAllMocks();
        }
        if (example.output !== undefined) expect(`${printed.join("\n")}\n`).toBe(example.output);
      });
    }
  });
}

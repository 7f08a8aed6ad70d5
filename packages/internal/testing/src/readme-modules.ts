import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { readmeExamples } from "./readme-examples.ts";

/**
 * Makes the nth TypeScript block of a Markdown file importable, as the module `README.md.example-n.ts` beside it. Its packages
 * are those of the package whose tests run.
 *
 * @param folder - the folder of that package
 */
export function readmeModules(folder: string): Plugin {
  return {
    name: "helve:readme-modules",
    enforce: "pre",
    resolveId(id, importer) {
      if (pattern.test(id)) return id;
      const isOfExample = importer !== undefined && pattern.test(importer);
      return isOfExample && /^[@\w]/.test(id) ? this.resolve(id, join(folder, "package.json")) : undefined;
    },
    async load(id) {
      const [, markdown, number] = pattern.exec(id) ?? [];
      if (markdown === undefined) return;
      return readmeExamples(await readFile(markdown, "utf8"))[Number(number)]?.code;
    },
  };
}

const pattern = /^(.*\.mdx?)\.example-(\d+)\.ts$/;

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { readmeExamples } from "./readme-examples.ts";

const pattern = /\/README\.example-(\d+)\.ts$/;

/**
 * Makes the nth TypeScript block of a README importable, as the module `README.example-n.ts` in the package's folder.
 *
 * @param path - where the README is, from the package's folder
 */
export function readmeModules(path: string): Plugin {
  return {
    name: "helve:readme-modules",
    enforce: "pre",
    resolveId: (id) => (pattern.test(id) ? id : undefined),
    async load(id) {
      const number = pattern.exec(id)?.[1];
      if (number === undefined) return;
      const readme = await readFile(join(dirname(id), path), "utf8");
      return readmeExamples(readme)[Number(number)]?.code;
    },
  };
}

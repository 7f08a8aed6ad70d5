import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CodeBlock, codeBlocks } from "@helve/testing/code-blocks";

/** A page that people write. */
export interface Page {
  /** Its path in the folder of pages. */
  readonly name: string;
  readonly url: URL;
  readonly blocks: readonly CodeBlock[];
}

const folder = new URL("../src/content/docs/", import.meta.url);

export const pages: readonly Page[] = globSync("**/*.{md,mdx}", { cwd: fileURLToPath(folder) })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/^(?:zh\/)?reference\//.test(path)) // generated
  .toSorted()
  .map((name) => {
    const url = new URL(name, folder);
    return { name, url, blocks: codeBlocks(readFileSync(url, "utf8")) };
  });

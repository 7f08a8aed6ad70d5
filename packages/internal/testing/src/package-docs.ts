import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The documentation of a package: its README, followed by its pages of the documentation site. @param folder - the folder of the package */
export function packageDocs(folder: URL): string {
  const root = fileURLToPath(folder);
  const own = join(pages, basename(root));
  const files = existsSync(own) ? globSync("*.md", { cwd: own }).toSorted() : [];
  return [join(root, "README.md"), ...files.map((file) => join(own, file))]
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

const pages = fileURLToPath(new URL("../../../../apps/docs/src/content/docs/guides/", import.meta.url));

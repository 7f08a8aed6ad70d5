/**
 * Type-checks the TypeScript examples of all READMEs and of the documentation site. Run by `check`: node packages/internal/testing/src/check-readmes.ts
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readmeExamples } from "./readme-examples.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const temporaryFolder = ".readme-examples";
const config = "tsconfig.readme-examples.json";

/** One example, as a file of the package whose dependencies it may import. */
interface ExampleFile {
  readonly path: string;
  readonly readme: string;
  readonly text: string;
}

/** The examples of a README. Each stands in its file at the same line as in the README, so compiler errors point into the README. */
function exampleFiles(readme: string): readonly ExampleFile[] {
  const folder = folderOf(readme);
  return readmeExamples(readFileSync(join(root, readme), "utf8")).map(({ code, line }) => {
    const path = `${folder}/${temporaryFolder}/${readme.replaceAll("/", "-")}-${line}.ts`;
    return { path, readme, text: `${"\n".repeat(line)}${code}` };
  });
}

/** READMEs that import packages of their own layer, or of all. */
const sharedReadmes: ReadonlySet<string> = new Set([
  "README.md",
  "packages/rules/enforcer/README.md",
  "packages/tools/toolkits/README.md",
]);

/** The folder of the package that may import what the examples of a README import. */
function folderOf(readme: string): string {
  if (sharedReadmes.has(readme)) return "packages/internal/integration";
  return readme.startsWith("apps/docs/") ? "apps/docs" : dirname(readme);
}

const pages = "apps/docs/src/content/docs/**/*.{md,mdx}";
const generated = "apps/docs/src/content/docs/{,zh/}reference/**";
const readmes = globSync(["README.md", "{packages/core,packages/*/*,apps/*,examples/*}/README.md", pages], {
  cwd: root,
  exclude: [generated],
});
const files = readmes.flatMap(exampleFiles);
const folders = new Set(files.map(({ path }) => join(root, dirname(path))));
try {
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const { path, text } of files) writeFileSync(join(root, path), text);
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    declaration: false,
    isolatedDeclarations: false,
  };
  const settings = { extends: "./tsconfig.base.json", files: files.map(({ path }) => path), compilerOptions };
  writeFileSync(join(root, config), JSON.stringify(settings));
  const { status, stdout } = spawnSync("tsc", ["-p", config, "--pretty", "false"], { cwd: root, encoding: "utf8" });
  const errors = files.reduce((text, { path, readme }) => text.replaceAll(path, readme), stdout);
  const summary = `${files.length} examples of ${readmes.length} READMEs and pages type-check\n`;
  process.stdout.write(status === 0 ? summary : errors);
  process.exitCode = status ?? 1;
} finally {
  rmSync(join(root, config), { force: true });
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { standardDecorators } from "@helve/testing/standard-decorators";
import { rolldown } from "rolldown";
import { bundledProgram } from "./bundle.ts";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const folder = join(packageFolder, ".vitest/installed", process.env["VITEST_POOL_ID"] ?? "");

let program: Promise<string> | undefined;

/** The folder of the program as it is published, with the packages of `helve chat`, `mcp` and `lsp` beside it. Bundled once for all tests of a process. */
export function installedProgram(): Promise<string> {
  program ??= bundle();
  return program;
}

/** The entries that these commands import, and their sources. */
const entries = new Map([
  ...["run/agent", "tools/executor", "rules/guard"].map((path) => [basename(path), `${path}/src/index.ts`] as const),
  ["guard/node", "rules/guard/src/node.ts"],
  ["sandbox/node", "tools/sandbox/src/node.ts"],
  ["sandbox/memory", "tools/sandbox/src/memory.ts"],
  ["toolkits/terminal", "tools/toolkits/src/terminal.ts"],
  ["toolkits/files", "tools/toolkits/src/files.ts"],
  ["mcp/node", "run/mcp/src/node.ts"],
  ["language-server/node", "rules/language-server/src/node.ts"],
]);

async function bundle(): Promise<string> {
  cpSync(bundledProgram(), folder, { recursive: true });
  const bundled = await rolldown({
    input: Object.fromEntries(
      Array.from(entries, ([name, path]) => [name.replace("/", "-"), join(packageFolder, "../..", path)]),
    ),
    platform: "node",
    external: ["just-bash", "@anthropic-ai/sandbox-runtime"],
    resolve: { conditionNames: ["@helve/source", "module", "node", "import"], mainFields: ["module", "main"] },
    plugins: [standardDecorators()],
  });
  // One folder with the code, so that packages share modules as they do when they are installed.
  await bundled.write({ dir: join(folder, "node_modules/code"), cleanDir: true, format: "esm" });
  const exportsOf = new Map<string, Record<string, string>>();
  for (const name of entries.keys()) {
    const [packageName = "", subpath] = name.split("/");
    const file = `./${subpath ?? "index"}.js`;
    write(`@helve/${packageName}/${file}`, `export * from "../../code/${name.replace("/", "-")}.js";\n`);
    exportsOf.set(packageName, {
      ...exportsOf.get(packageName),
      [subpath === undefined ? "." : `./${subpath}`]: file,
    });
  }
  for (const [name, exported] of exportsOf) {
    write(`@helve/${name}/package.json`, JSON.stringify({ name: `@helve/${name}`, type: "module", exports: exported }));
  }
  write("code/package.json", '{"type": "module"}');
  return folder;
}

function write(path: string, text: string): void {
  const file = join(folder, "node_modules", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { thirdPartyNotices } from "@helve/testing/third-party-notices";
import { type BuildOptions, build } from "esbuild";

const app = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

/**
 * Writes the files of the extension into a folder: each program is one file with all that it needs, so nothing is installed where it runs.
 *
 * @param folder - is emptied first
 */
export async function stageExtension(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "media"), { recursive: true });
  const bundled = await Promise.all(
    programs.map(([source, target, options]) => bundle(source, join(folder, target), options)),
  );
  await Promise.all([
    writeFile(join(folder, "README.md"), await readme()),
    ...["LICENSE", "icon.png", "media/try.css"].map((file) => cp(join(app, file), join(folder, file))),
    ...["agentspec.tmLanguage.json", "language-configuration.json"].map((file) =>
      cp(require.resolve(`@helve/agentspec/textmate/${file}`), join(folder, "syntaxes", file)),
    ),
    writeFile(join(folder, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`),
    writeFile(join(folder, "THIRD-PARTY-NOTICES.txt"), await thirdPartyNotices(bundled.flat())),
  ]);
}

/** Writes the server into a file: a program for Node, or a script for a worker in a browser. */
export async function bundleServer(outfile: string, kind: "node" | "worker" = "node"): Promise<void> {
  if (kind === "node") await bundle("src/server/node-server.ts", outfile, onNode);
  else await bundle("src/server/worker-server.ts", outfile, inBrowser);
}

const onNode: BuildOptions = { platform: "node", target: "node22", format: "cjs" };
const inBrowser: BuildOptions = { platform: "browser", target: "es2022", format: "iife" };

const programs: readonly (readonly [source: string, target: string, options: BuildOptions])[] = [
  ["src/extension.ts", "dist/extension.js", { ...onNode, external: ["vscode"] }],
  ["src/server/node-server.ts", "dist/server.js", onNode],
  ["src/web-extension.ts", "dist/web-extension.js", { ...inBrowser, format: "cjs", external: ["vscode"] }],
  ["src/server/worker-server.ts", "dist/worker-server.js", inBrowser],
  ["src/webview/try.ts", "media/try.js", inBrowser],
];

/** @returns the paths of the files that the program contains */
async function bundle(source: string, outfile: string, options: BuildOptions): Promise<readonly string[]> {
  const { metafile } = await build({
    ...options,
    entryPoints: [join(app, source)],
    outfile,
    bundle: true,
    minify: true,
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
    conditions: ["@helve/source", "module"],
    mainFields: options.platform === "browser" ? ["browser", "module", "main"] : ["module", "main"],
    absWorkingDir: app,
  });
  return Object.keys(metafile.inputs).map((path) => join(app, path));
}

/** The README, with links that lead to the repository from anywhere. */
async function readme(): Promise<string> {
  const text = await readFile(join(app, "README.md"), "utf8");
  return text.replaceAll("](../../", "](https://github.com/helve-dev/helve/blob/HEAD/");
}

/** The manifest of the extension, from the one of this package without what concerns its development. */
async function manifest(): Promise<object> {
  const {
    type: _type,
    private: _private,
    scripts: _scripts,
    dependencies: _,
    devDependencies: _dev,
    ...rest
  } = JSON.parse(await readFile(join(app, "package.json"), "utf8"));
  const files = ["dist", "media", "syntaxes", "icon.png", "README.md", "LICENSE", "THIRD-PARTY-NOTICES.txt"];
  return { ...rest, name: "helve", files };
}

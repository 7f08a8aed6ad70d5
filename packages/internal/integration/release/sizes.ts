import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

/** The size of a folder of installed packages. */
export interface InstalledSize {
  readonly packages: number;
  readonly bytes: number;
  /** Copies of `@helve/core`: two would each have types and errors of their own. */
  readonly cores: number;
}

/** Measures the `node_modules` of a folder. Links are not followed, so that a package of pnpm's store counts once. */
export async function installedSize(cwd: string): Promise<InstalledSize> {
  const entries = await readdir(join(cwd, "node_modules"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
  return {
    packages: files.filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    cores: files.filter((path) => path.endsWith("node_modules/@helve/core/package.json")).length,
  };
}

/** A program for a browser, how large it may be, and what must not be part of it. */
export interface Bundle {
  readonly name: string;
  readonly code: string;
  /** Modules that are loaded later. */
  readonly external?: readonly string[];
  /** Compressed, in kB. */
  readonly limit: number;
  /** Packages. */
  readonly without: readonly string[];
}

const laterLanguages = ["python", "javascript", "php", "go", "sql", "powershell"];

/** The bundles that the documents promise limits for. */
export const bundles: readonly Bundle[] = [
  {
    name: "a guard of shell rules",
    code: 'import { guard } from "@helve/guard"; import "@helve/effects/shell"; console.log(guard);',
    external: laterLanguages.map((language) => `@helve/effects/${language}`),
    limit: 325,
    without: [],
  },
  {
    name: "an executor",
    code: 'import { ActionExecutor } from "@helve/executor"; console.log(ActionExecutor);',
    limit: 115,
    without: ["yaml", "ajv"],
  },
];

/**
 * Bundles a program for a browser.
 *
 * @param cwd - the folder with `node_modules`
 * @returns the compressed size of what is loaded at first, in kB
 * @throws Error if that has a package that it must not have
 */
export async function bundleSize({ code, external = [], without }: Bundle, cwd: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: cwd },
    absWorkingDir: cwd,
    bundle: true,
    minify: true,
    splitting: true,
    outdir: cwd,
    format: "esm",
    platform: "browser",
    external: [...external],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === "<stdin>"));
  for (const path of loaded) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && outputs[imported] !== undefined) loaded.add(imported);
  }
  const inputs = [...loaded].flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}));
  const inBundle = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
  const unwanted = without.filter((name) => inBundle.some((path) => path.includes(`node_modules/${name}/`)));
  if (unwanted.length > 0) throw new Error(`it contains ${unwanted.join(" and ")}`);
  const files = outputFiles.filter(({ path }) => loaded.has(relative(cwd, path)));
  return files.reduce((sum, { contents }) => sum + brotliCompressSync(contents).length, 0) / 1000;
}

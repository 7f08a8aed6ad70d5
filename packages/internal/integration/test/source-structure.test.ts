import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const sources = globSync("{packages/core,packages/*/*,apps/*}/src/**/*.ts", { cwd: root });

/** The files that a file imports by a relative path, type imports included. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  return Array.from(text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g), ([, path = ""]) =>
    join(dirname(file), path),
  );
}

/** The part of a path directly below a folder; `x.ts` and the files of the folder `x/` beside it are one unit, `x`. */
function unitBelow(folder: string, file: string): string {
  return (relative(folder, file).split("/")[0] ?? "").replace(/\.ts$/, "");
}

function commonFolder(one: string, other: string): string {
  let folder = dirname(one);
  while (!other.startsWith(`${folder}/`)) folder = dirname(folder);
  return folder;
}

/** For each folder, which of its units imports which. */
function unitImports(): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [from, to] of sources.flatMap((file) => importsOf(file).map((target) => [file, target] as const))) {
    const folder = commonFolder(from, to);
    const [unit, imported] = [unitBelow(folder, from), unitBelow(folder, to)];
    if (unit === imported) continue;
    const units = folders.get(folder) ?? new Map<string, Set<string>>();
    folders.set(folder, units.set(unit, (units.get(unit) ?? new Set()).add(imported)));
  }
  return folders;
}

/** The units of a cycle that a folder takes part in; the files of one folder may import each other. */
function cyclesOfFolders(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const isFolder = (unit: string): boolean => existsSync(join(root, folder, unit));
  return [...imports.keys()].filter((unit) => isFolder(unit) && isReachable(unit, unit, imports));
}

/** Whether one unit imports another, directly or by way of others. */
function isReachable(from: string, to: string, imports: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set(imports.get(from));
  for (const unit of reached) for (const next of imports.get(unit) ?? []) reached.add(next);
  return reached.has(to);
}

it("has no import cycle between folders: only the files of one folder may import each other", () => {
  const cycles = Array.from(unitImports(), ([folder, imports]) => ({
    folder,
    units: cyclesOfFolders(folder, imports),
  }));
  expect(cycles.filter(({ units }) => units.length > 0)).toEqual([]);
});

it("has an index.ts only as the entry of a package or of a subpath: a folder's entry is the file beside it", () => {
  const inner = sources.filter((file) => basename(file) === "index.ts" && basename(dirname(file)) !== "src");
  expect(inner.filter((file) => !isSubpathEntry(file))).toEqual([]);
});

function isSubpathEntry(file: string): boolean {
  const [folder = "", rest] = file.split(/\/(?=src\/)/);
  const manifest = join(root, folder, "package.json");
  return existsSync(manifest) && readFileSync(manifest, "utf8").includes(`"./${rest}"`);
}

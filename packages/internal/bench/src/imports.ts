import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "./quantile.ts";

/** How often each import is measured. */
const rounds = 9;

/**
 * Measures how long every entry of every published package takes to import, beside its third-party dependencies alone.
 * Each import runs in a fresh process; an entry and its dependencies are measured in turns.
 *
 * @returns a table: the median times in milliseconds, and the ratio of the two with the smallest and the largest one
 */
export async function importsTable(): Promise<string> {
  const { entries, notBuilt } = await publishedEntries();
  const lines = [["entry", "ms", "dependencies alone", "ms", "ratio (min to max)"]];
  for (const entry of entries) lines.push(await measureEntry(entry));
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const missing = notBuilt.length === 0 ? [] : ["", `not built, so not measured: ${notBuilt.join(", ")}`];
  return `${[...table, ...missing].join("\n")}\n`;
}

/** One `exports` entry of a published package. */
interface Entry {
  /** What a user imports: `@helve/opentool/zod`. */
  readonly specifier: string;
  /** The package's folder. */
  readonly folder: string;
}

const packages = fileURLToPath(new URL("../../..", import.meta.url));

/** The JavaScript entries of all packages that are not private; those without a build are only named. */
async function publishedEntries(): Promise<{
  readonly entries: readonly Entry[];
  readonly notBuilt: readonly string[];
}> {
  const entries: Entry[] = [];
  const notBuilt: string[] = [];
  for (const name of (await readdir(packages)).sort()) {
    const folder = join(packages, name);
    if (!existsSync(join(folder, "package.json"))) continue;
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    if (manifest.private === true) continue;
    for (const [path, target] of Object.entries<{ readonly default?: string }>(manifest.exports ?? {})) {
      if (target.default === undefined) continue;
      const specifier = `${manifest.name}${path.slice(1)}`;
      if (existsSync(join(folder, target.default))) entries.push({ specifier, folder });
      else notBuilt.push(specifier);
    }
  }
  return { entries, notBuilt };
}

/** A line of the table: an entry's time, its dependencies and their time, and the ratio. */
async function measureEntry({ specifier, folder }: Entry): Promise<string[]> {
  const dependencies = await thirdPartyImports(specifier, folder);
  const urls = dependencies.map(({ url }) => url);
  const entryTimes: number[] = [];
  const dependencyTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    entryTimes.push(await importTime([specifier], folder));
    if (urls.length > 0) dependencyTimes.push(await importTime(urls, folder));
  }
  const time = median(entryTimes).toFixed(0);
  if (urls.length === 0) return [specifier, time, "none", "", ""];
  const ratios = entryTimes.map((ms, round) => ms / (dependencyTimes[round] ?? Number.NaN));
  const [low, middle, high] = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((n) => n.toFixed(2));
  const names = dependencies.map(({ name }) => name).join(", ");
  return [specifier, time, names, median(dependencyTimes).toFixed(0), `${middle} (${low} to ${high})`];
}

interface Dependency {
  /** As it is imported: `ajv`. */
  readonly name: string;
  readonly url: string;
}

/** The third-party modules that an entry imports, its Helve dependencies included: for each package the shortest specifier. */
async function thirdPartyImports(specifier: string, folder: string): Promise<readonly Dependency[]> {
  const script = `
    import { registerHooks } from "node:module";
    const found = {};
    registerHooks({
      resolve(name, context, next) {
        const result = next(name, context);
        const isForeign = result.url.includes("/node_modules/") && !context.parentURL?.includes("/node_modules/");
        if (isForeign) found[name] = result.url;
        return result;
      },
    });
    await import(${JSON.stringify(specifier)});
    console.log(JSON.stringify(found));
  `;
  const found = Object.entries<string>(JSON.parse(await runScript(script, folder)));
  const byPackage = new Map<string, Dependency>();
  for (const [name, url] of found.sort(([a], [b]) => a.length - b.length)) {
    const owner = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
    if (!byPackage.has(owner)) byPackage.set(owner, { name, url });
  }
  return [...byPackage.values()];
}

/** The milliseconds that importing some modules, one after the other, takes in a fresh process. */
async function importTime(modules: readonly string[], folder: string): Promise<number> {
  const imports = modules.map((module) => `await import(${JSON.stringify(module)});`).join("\n");
  return Number(
    await runScript(`const start = performance.now();\n${imports}\nconsole.log(performance.now() - start);`, folder),
  );
}

/** Runs a script in the Node that runs this one, and returns what it prints. */
async function runScript(script: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd });
  return stdout;
}

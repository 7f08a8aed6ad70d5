import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { interleave, median, quantile } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/**
 * Measures how long every entry of every published package takes to import, beside its third-party dependencies alone.
 * Each import runs in a fresh process; an entry and its dependencies are measured in turns.
 *
 * @returns a table: the median times in milliseconds, and the ratio of the two with the smallest and the largest one
 */
export async function importsTable(): Promise<string> {
  const rows: (readonly string[])[] = [];
  const leftOut: string[] = [];
  for (const entry of publishedEntries()) {
    const row = existsSync(entry.file) ? await measureEntry(entry).catch(() => "Node can't import it") : "not built";
    if (typeof row === "string") leftOut.push(`not measured: ${entry.specifier} (${row})\n`);
    else rows.push(row);
  }
  return markdown(["entry", "ms", "dependencies alone", "ms", "ratio (min to max)"], rows) + leftOut.join("");
}

/** How often each import is measured. */
const rounds = 9;

/** One `exports` entry of a published package. */
interface Entry {
  /** The imported specifier: `@helve/opentool/zod`. */
  readonly specifier: string;
  /** The package's folder. */
  readonly folder: string;
  /** The built module. */
  readonly file: string;
}

/** Lists the JavaScript entries of all published packages. */
function publishedEntries(): readonly Entry[] {
  const packages = fileURLToPath(new URL("../../..", import.meta.url));
  const manifests = globSync(["*/package.json", "*/*/package.json"], { cwd: packages }).sort();
  return manifests.flatMap((path) => {
    const folder = dirname(join(packages, path));
    const { name, private: isPrivate, exports = {} } = JSON.parse(readFileSync(join(packages, path), "utf8"));
    const entries = Object.entries<{ readonly default?: string }>(isPrivate ? {} : exports);
    return entries.flatMap(([subpath, { default: file }]) =>
      file === undefined ? [] : [{ specifier: `${name}${subpath.slice(1)}`, folder, file: join(folder, file) }],
    );
  });
}

/** A line of the table: an entry's time, its dependencies and their time, and the ratio. */
async function measureEntry({ specifier, folder }: Entry): Promise<readonly string[]> {
  const dependencies = await thirdPartyImports(specifier, folder);
  const urls = dependencies.map(([, url]) => url);
  const alone = [["dependencies", () => importTime(urls, folder)]] as const;
  const measured = await interleave(
    [...(urls.length === 0 ? [] : alone), ["entry", () => importTime([specifier], folder)]],
    rounds,
  );
  const [first, entry = first] = measured;
  const time = median(entry?.times ?? []).toFixed(0);
  if (urls.length === 0) return [specifier, time, "none", "", ""];
  const [low, middle, high] = [0, 0.5, 1].map((part) => quantile(entry?.ratios ?? [], part).toFixed(2));
  const names = dependencies.map(([name]) => name).join(", ");
  return [specifier, time, names, median(first?.times ?? []).toFixed(0), `${middle} (${low} to ${high})`];
}

/** The third-party modules that an entry imports, its Helve dependencies included: for each package the shortest specifier, and its URL. */
async function thirdPartyImports(
  specifier: string,
  folder: string,
): Promise<readonly (readonly [name: string, url: string])[]> {
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
  const shortestFirst = found.sort(([a], [b]) => a.length - b.length);
  const byPackage = Map.groupBy(shortestFirst, ([name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]);
  return [...byPackage.values()].flatMap(([shortest]) => (shortest === undefined ? [] : [shortest]));
}

/** Returns the time in milliseconds to import modules in a new process. */
async function importTime(modules: readonly string[], folder: string): Promise<number> {
  const imports = modules.map((module) => `await import(${JSON.stringify(module)});`).join("\n");
  const script = `const start = performance.now();\n${imports}\nconsole.log(performance.now() - start);`;
  return Number(await runScript(script, folder));
}

/** Runs a script in this Node version, and returns its output. */
async function runScript(script: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd });
  return stdout;
}

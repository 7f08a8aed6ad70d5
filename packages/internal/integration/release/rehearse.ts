// Rehearses a release: publishes every package to a registry on loopback, and uses them from there as people do.
// Usage: rehearse.ts [--keep]; with the option, the folder with the registry and all installations stays.

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Consumer, library, quickstart, type Use, worker } from "./consumers.ts";
import { managers } from "./managers.ts";
import { publishAll } from "./publish.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { type Place, run } from "./run.ts";
import { bundleSize, bundles, installedSize } from "./sizes.ts";

const { values } = parseArgs({ options: { keep: { type: "boolean" } } });
const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Bytes of the files of the package `helve`. */
const programLimit = 2_700_000;

const failures: string[] = [];

/** Prints a row of the table. */
function report(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

/** Runs one step, and keeps its error for the end, so that the table is complete. */
async function attempt(name: string, step: () => Promise<string>): Promise<string> {
  try {
    return await step();
  } catch (error) {
    failures.push(`## ${name}\n${error instanceof Error ? error.message : error}`);
    return "**failed**";
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Installs the packages of a consumer with one package manager, and uses them. */
async function consume(consumer: Consumer, manager: Awaited<ReturnType<typeof managers>>[number], place: Place) {
  const title = `${consumer.name}, ${manager.name}`;
  await mkdir(place.cwd, { recursive: true });
  await writeFile(join(place.cwd, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  for (const [name, text] of Object.entries(consumer.files)) await writeFile(join(place.cwd, name), text);
  let installed = false;
  const size = await attempt(title, async () => {
    await manager.install(consumer.packages, place);
    installed = true;
    const { packages, bytes, cores } = await installedSize(place.cwd);
    if (cores !== 1) throw new Error(`there are ${cores} copies of @helve/core`);
    return `${packages} packages, ${megabytes(bytes)}`;
  });
  report(title, "install", size);
  if (!installed) return;
  for (const use of consumer.uses)
    report(title, use.name, await attempt(`${title}, ${use.name}`, () => used(use, place)));
}

async function used(use: Use, place: Place): Promise<string> {
  await use.run(place);
  return "works";
}

/** Installs the command line for all projects, and reads what it prints. */
async function useProgram({ cwd, env }: Place): Promise<string> {
  await mkdir(cwd, { recursive: true });
  await run("npm", ["install", "--global", "--prefix", cwd, "helve"], { cwd, env });
  const helve = join(cwd, "bin/helve");
  const { output } = await run(helve, ["try", "git status"], { cwd, env });
  if (!output.startsWith("allow")) throw new Error(`helve try printed\n${output}`);
  if (!existsSync(join(cwd, "share/man/man1/helve.1.gz"))) throw new Error("man helve is not linked");
  return "works, and has its page for man";
}

async function rehearse(folder: string, registry: Registry): Promise<void> {
  const published = await publishAll(root, join(folder, "clone"), registry);
  const home = join(folder, "home");
  await mkdir(home);
  await writeFile(join(home, ".npmrc"), `registry=${registry.url}\n`);
  const env = { HOME: home, PATH: `${join(process.execPath, "..")}:${process.env["PATH"]}` };
  const place = (...names: readonly string[]): Place => ({ cwd: join(folder, ...names), env });

  report("who", "does", "result");
  report("---", "---", "---");
  const size = published.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0);
  report("release", "publish", `${published.length} packages, ${megabytes(size)}`);
  const all = await managers(root, registry);
  for (const consumer of [await quickstart(root, "README.md"), library(root), worker]) {
    for (const manager of all) {
      if (consumer.manager !== undefined && consumer.manager !== manager.name) continue;
      await consume(consumer, manager, place(consumer.name, manager.name));
    }
  }
  report("helve", "npm install --global", await attempt("helve", () => useProgram(place("program"))));
  const program = published.find(({ name }) => name === "helve")?.unpackedSize ?? Number.NaN;
  report("helve", "size", await attempt("helve, size", async () => atMost(program / 1000, programLimit / 1000)));
  for (const bundle of bundles) {
    const measure = async () => atMost(await bundleSize(bundle, place(worker.name, "npm").cwd), bundle.limit);
    report(bundle.name, "size in a browser, compressed", await attempt(bundle.name, measure));
  }
}

function atMost(size: number, limit: number): string {
  if (!(size <= limit)) throw new Error(`it has ${size.toFixed(0)} kB, more than ${limit} kB`);
  return `${size.toFixed(0)} of ${limit} kB`;
}

const folder = await mkdtemp(join(tmpdir(), "helve-release-"));
const registry = await startRegistry(join(folder, "registry"));
try {
  await rehearse(folder, registry);
} finally {
  await registry.stop();
  if (values.keep === true) process.stdout.write(`\nAll files are in ${folder}.\n`);
  else await rm(folder, { recursive: true, force: true });
}
if (failures.length > 0) {
  process.stderr.write(`\n${failures.join("\n\n")}\n\n${failures.length} of the steps failed.\n`);
  process.exitCode = 1;
}

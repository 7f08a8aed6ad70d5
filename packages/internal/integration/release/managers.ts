import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CachedPackage, cachedPackage } from "@helve/testing/cached-package";
import { bun as bunRuntime } from "../clients/runtimes/start.ts";
import type { Registry } from "./registry.ts";
import { type Place, run } from "./run.ts";

/** Installs packages into a folder, as one package manager does. */
interface Manager {
  readonly name: string;
  install(packages: readonly string[], place: Place): Promise<unknown>;
}

/**
 * The package managers, each in a fixed version, or npm's own.
 *
 * @param root - the folder of the repository, which names its version of pnpm
 */
export async function managers(root: string, { url }: Registry): Promise<readonly Manager[]> {
  const { packageManager } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const yarn = join(await installed({ name: "@yarnpkg/cli-dist", version: "4.18.1" }), "@yarnpkg/cli-dist/bin/yarn.js");
  const bun = join(await installed(bunRuntime.install), ".bin/bun");
  return [
    { name: "npm", install: (packages, place) => run("npm", ["install", ...packages], place) },
    { name: "pnpm", install: (packages, place) => run("npx", ["-y", packageManager, "add", ...packages], place) },
    {
      name: "yarn",
      install: async (packages, place) => {
        // A folder with a lock file is a project of its own, whatever the folders above it have.
        await writeFile(join(place.cwd, "yarn.lock"), "");
        const settings = {
          nodeLinker: "node-modules",
          npmRegistryServer: url,
          unsafeHttpWhitelist: ["127.0.0.1"],
          // Yarn refuses what was published today.
          npmMinimalAgeGate: 0,
        };
        await writeFile(join(place.cwd, ".yarnrc.yml"), JSON.stringify(settings));
        // Yarn does not install peers. The AI SDK has one: zod.
        return run(process.execPath, [yarn, "add", ...new Set([...packages, "zod"])], place);
      },
    },
    { name: "bun", install: (packages, place) => run(bun, ["add", ...packages], place) },
  ];
}

/** The `node_modules` in which a package of the cache is. */
export async function installed(name: CachedPackage): Promise<string> {
  const cached = await cachedPackage(name);
  if ("missing" in cached) throw new Error(cached.missing);
  return join(cached.folder, "node_modules");
}

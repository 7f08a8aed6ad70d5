import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bun as bunRuntime } from "../clients/runtimes/start.ts";
import { pnpmOf } from "./publish.ts";
import type { Registry } from "./registry.ts";
import { installed, type Place, run } from "./run.ts";

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
  const pnpm = await pnpmOf(root);
  const yarnFolder = await installed({ name: "@yarnpkg/cli-dist", version: "4.18.1" });
  const yarn = join(yarnFolder, "node_modules/@yarnpkg/cli-dist/bin/yarn.js");
  const bun = join(await installed(bunRuntime.install), "node_modules/.bin/bun");
  return [
    { name: "npm", install: (packages, place) => run("npm", ["install", ...packages], place) },
    { name: "pnpm", install: (packages, place) => run("npx", ["-y", pnpm, "add", ...packages], place) },
    {
      name: "yarn",
      install: async (packages, place) => {
        // A folder with a lock file is a project of its own, also within another project.
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

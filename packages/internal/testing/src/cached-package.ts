/** Installs a large npm package once in the user's cache, for tests that compare with it. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A package on npm in a fixed version. */
export interface CachedPackage {
  readonly name: string;
  readonly version: string;
  /** Versions of packages below it, where a registry does not have those that they name. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/**
 * Finds a package in the cache of the user, and installs it there if it is missing. The packages are too large for devDependencies.
 *
 * @param options - of `npm install`
 * @returns the folder with its `node_modules`, or why there is none
 */
export async function cachedPackage(
  { name, version, overrides }: CachedPackage,
  options: readonly string[] = [],
): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "helve-clients");
  const folder = join(cache, `${name.replace("/", "+")}@${version}`);
  if (existsSync(folder)) return { folder };
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, "installing-"));
  try {
    await writeFile(join(unfinished, "package.json"), JSON.stringify({ private: true, overrides }));
    const npmOptions = ["--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
    await promisify(execFile)("npm", ["install", ...npmOptions, ...options, `${name}@${version}`], {
      cwd: unfinished,
      timeout: 300_000,
    });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have been quicker.
    if (!existsSync(folder)) return { missing: `${name}@${version} can't be installed: ${firstLine(error)}` };
  }
  return { folder };
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr || message).split("\n").find((line) => /err/i.test(line)) ?? message;
}

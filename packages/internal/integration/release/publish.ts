import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Registry } from "./registry.ts";
import { run } from "./run.ts";

/** A package that the registry has. */
interface Published {
  readonly name: string;
  readonly version: string;
  /** Bytes of its tarball. */
  readonly size: number;
  /** Bytes of its files. */
  readonly unpackedSize: number;
}

/**
 * Publishes every package as a release does: versions by changesets, a build, and `pnpm publish`, in a clone of the last commit.
 *
 * @param root - the folder of the repository
 * @param clone - a folder that does not exist yet
 */
export async function publishAll(root: string, clone: string, { url }: Registry): Promise<readonly Published[]> {
  const version = await pnpmOf(root);
  const pnpm = (...args: readonly string[]) => run("npx", ["-y", version, ...args], { cwd: clone });
  await run("git", ["clone", "--quiet", root, clone], { cwd: root });
  await pnpm("install", "--frozen-lockfile", "--prefer-offline");
  await pnpm("exec", "changeset", "version");
  await pnpm("exec", "turbo", "run", "build", "--filter=./packages/**", "--output-logs=errors-only");
  // A registry on loopback accepts any token, but clients send none without one.
  await writeFile(join(clone, ".npmrc"), `//${new URL(url).host}/:_authToken=rehearsal\n`);
  await pnpm("--recursive", "publish", "--registry", url, "--no-git-checks", "--report-summary");
  const { publishedPackages } = JSON.parse(await readFile(join(clone, "pnpm-publish-summary.json"), "utf8"));
  return publishedPackages;
}

/** The version of pnpm that the repository uses: `pnpm@12.18.0`. */
export async function pnpmOf(root: string): Promise<string> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")).packageManager;
}

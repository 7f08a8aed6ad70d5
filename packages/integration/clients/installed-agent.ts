import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Agent } from "./agents/agent.ts";

/** The program of an agent, or why there is none. */
export type InstalledAgent = { readonly program: string } | { readonly missing: string };

/** Finds an agent in the cache of the user, and installs it there if it is missing. The packages are too large for devDependencies. */
export async function installedAgent({ install: { name, version, bin } }: Agent): Promise<InstalledAgent> {
  const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "helve-clients");
  const folder = join(cache, `${name.replace("/", "+")}@${version}`);
  const program = join(folder, "node_modules", ".bin", bin);
  if (existsSync(program)) return { program };
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, "installing-"));
  try {
    await writeFile(join(unfinished, "package.json"), '{ "private": true }\n');
    await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", `${name}@${version}`], {
      cwd: unfinished,
      timeout: 300_000,
    });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(program)) return { missing: `${name}@${version} can't be installed: ${firstLine(error)}` };
  }
  return { program };
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return (stderr || message).split("\n").find((line) => /err/i.test(line)) ?? message;
}

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { installed } from "./home.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the package `helve` as it is published, which each home installs. */
    readonly helve: string;
  }
}

const cli = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles the command line once, as it is published. */
export default function installHelve({ provide }: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-loosening-")));
  execFileSync(process.execPath, ["scripts/bundle.ts", join(folder, "dist"), "--quick"], { cwd: cli });
  copyFileSync(join(cli, "package.json"), join(folder, "package.json"));
  const program = join(folder, installed);
  if (!existsSync(program)) throw new Error(`${program} is missing: scripts/bundle.ts must write it`);
  provide("helve", folder);
  return () => rmSync(folder, { recursive: true });
}

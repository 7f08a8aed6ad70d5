import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The bundled command line. */
    readonly helve: string;
  }
}

const cli = fileURLToPath(new URL("../../../run/cli", import.meta.url));

/** Bundles the command line for the tests, as it is published. */
export default async function bundle({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "helve-bundle-"));
  await promisify(execFile)(process.execPath, ["scripts/bundle.ts", join(folder, "dist")], { cwd: cli });
  copyFileSync(join(cli, "package.json"), join(folder, "package.json"));
  provide("helve", join(folder, "dist", "main.js"));
  return () => rmSync(folder, { recursive: true });
}

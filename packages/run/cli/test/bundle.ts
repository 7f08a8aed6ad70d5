import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
/** Test files that run at the same time have their own. */
const folder = join(packageFolder, ".vitest/bundle", process.env["VITEST_POOL_ID"] ?? "");

let isBundled = false;

/** The folder of the program as it is published, bundled once for all tests of a process. */
export function bundledProgram(): string {
  if (isBundled) return folder;
  execFileSync(process.execPath, ["scripts/bundle.ts", join(folder, "dist"), "--quick"], { cwd: packageFolder });
  copyFileSync(join(packageFolder, "package.json"), join(folder, "package.json"));
  isBundled = true;
  return folder;
}

/** The variables that a program of a test starts with. With the cache of compiled code it starts faster. */
export const programEnvironment: Readonly<Record<"PATH" | "NODE_COMPILE_CACHE", string | undefined>> = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};

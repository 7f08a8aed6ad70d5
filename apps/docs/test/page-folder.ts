import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageFile } from "./commands.ts";

/** Writes a file that a page shows, or adds to it. */
export function writePageFile(folder: string, { name, text, isAdded }: PageFile): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: isAdded ? "a" : "w" });
}

/** Creates a folder in this package, so that programs in it find its packages. */
export function folderWithPackages(): string {
  const parent = fileURLToPath(new URL("../.vitest/", import.meta.url));
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, "project-"));
}

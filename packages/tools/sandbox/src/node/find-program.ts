import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** The absolute path of a program in the host's `PATH`. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

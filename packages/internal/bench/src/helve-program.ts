/** Finds the built `helve` program, to measure it. */
import { fileURLToPath } from "node:url";

/** The built program of the command line. */
export const helveProgram: string = fileIn(import.meta.resolve("helve/package.json"), "dist/main.js");

/** The path of a file in a package, whose manifest has the given URL. */
export function fileIn(manifest: string, file: string): string {
  return fileURLToPath(new URL(file, manifest));
}

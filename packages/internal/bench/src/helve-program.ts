import { fileURLToPath } from "node:url";

/** The built program of the command line. */
export const helveProgram: string = packageFile("helve", "dist/main.js");

/** The path of a file in a package. */
export function packageFile(name: string, file: string): string {
  return fileURLToPath(new URL(file, import.meta.resolve(`${name}/package.json`)));
}

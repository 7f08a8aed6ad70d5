import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Io, UsageError } from "./io.ts";

/**
 * Reads a text file; `-` is standard input.
 *
 * @throws UsageError if it can't be read
 */
export async function readTextOrStdin(file: string, io: Io): Promise<string> {
  return file === "-" ? await io.stdin() : readText(file, io.cwd);
}

/**
 * Reads a text file.
 *
 * @throws UsageError if it can't be read
 */
export function readText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
  }
}

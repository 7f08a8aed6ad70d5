/** Reads a text file, or throws a `GuardError` with its path. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { GuardError } from "../guard-error.ts";

/** Reads a text file. @throws GuardError that names the absolute path if the file can't be read */
export function textOfFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "ENOENT" ? "there is no file" : `can't read (${code ?? String(error)})`;
    throw new GuardError([{ code: "unreadable_file", message: `${problem} ${resolve(path)}` }], { cause: error });
  }
}

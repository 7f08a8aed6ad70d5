import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The files of JSON lines in a folder; none if it does not exist. */
export function logFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl") ? [join(folder, name)] : []));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

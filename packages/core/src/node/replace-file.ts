import { renameSync, rmSync, writeFileSync } from "node:fs";
import { randomId } from "./random-id.ts";

/** Replaces a file as a whole, or creates it. A reader finds the old text or the new one, never a part. If that fails, nothing is left over. */
export function replaceFile(path: string, text: string, mode: number): void {
  const unfinished = `${path}.${randomId()}`;
  try {
    writeFileSync(unfinished, text, { mode, flag: "wx" });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

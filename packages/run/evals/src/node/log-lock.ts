import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { tryFileLock } from "@helve/core/internal/node";
import { LogError } from "../errors.ts";

/**
 * Locks a log for one run: a second one at the same time would run the samples again, and damage the log. The lock of a process that has ended is
 * removed.
 *
 * @returns the function that unlocks it
 * @throws LogError if another run writes the log
 */
export async function lockLog(file: string): Promise<() => void> {
  await mkdir(dirname(file), { recursive: true });
  const taken = tryFileLock(`${file}.lock`);
  if ("release" in taken) return taken.release;
  throw inUse(file);
}

/** The error for a log that another run writes, or has written to since it was read. */
export function inUse(file: string): LogError {
  const message = `${file} is in use by another run: wait until it has ended, and read the log again`;
  return new LogError([{ code: "in_use", message }]);
}

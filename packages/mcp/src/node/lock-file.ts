import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { HelveError } from "@helve/core";

/**
 * Takes a file for this process, by a file `PATH.lock` with its id. That of a process that has ended does not count.
 *
 * @returns the function that releases it
 * @throws FileInUseError if another process has it
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = ownerOf(lock);
      if (attempt === 3 || owner === undefined || isRunning(owner)) {
        const who = owner === undefined ? "a process that has just begun" : `the process ${owner}`;
        throw new FileInUseError(`${path} is in use by ${who}; if it is not, remove ${lock}`);
      }
      rmSync(lock, { force: true });
    }
  }
}

/** A file is in use by another process. */
export class FileInUseError extends HelveError {
  override readonly code = "file_in_use";
}

/** The process that has a lock; 0 for one that was killed before it could write its id, `undefined` if it may still write it. */
function ownerOf(lock: string): number | undefined {
  const found = statSync(lock, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  const owner = Number(readFileSync(lock, "utf8"));
  if (Number.isSafeInteger(owner) && owner > 0) return owner;
  return Date.now() - found.mtimeMs > 5000 ? 0 : undefined;
}

function isRunning(pid: number): boolean {
  // For the id 0, the signal would be one to this process.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

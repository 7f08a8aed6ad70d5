import { HelveError } from "@helve/core";
import { tryFileLock } from "@helve/core/internal/node";

/**
 * Locks a file for this process, by a file `PATH.lock`. The lock of a process that has ended is ignored.
 *
 * @returns the function that releases it
 * @throws FileInUseError if another process has it
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const taken = tryFileLock(lock);
  if ("release" in taken) return taken.release;
  const who = taken.owner === undefined ? "a process that has just begun" : `the process ${taken.owner}`;
  throw new FileInUseError(`${path} is in use by ${who}; if it is not, remove ${lock}`);
}

/** A file is in use by another process. */
export class FileInUseError extends HelveError {
  override readonly code = "file_in_use";
}

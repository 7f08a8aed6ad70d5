/** File operations of a sandbox on the host's file system. */
import { constants, type Dirent, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { joinBytes } from "../join-bytes.ts";
import { limitExceeded } from "../limit-exceeded.ts";
import { type PathProblem, pathProblem } from "../path-problem.ts";
import type { DirectoryEntry, FileStat } from "../sandbox.ts";
import type { SandboxFiles } from "../sandbox-driver.ts";
import { SandboxError, type SandboxErrorKind } from "../sandbox-error.ts";

/** The file operations on the files of the host. */
export const hostFiles: SandboxFiles = {
  read: (path, limit, signal) => forPath(path, () => readBytes(path, limit, signal)),
  write: (path, contents, signal) =>
    forPath(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      const found = await stat(path).catch(() => undefined);
      if (found?.isFIFO()) throw notRegular(path); // opening it would wait for a reader
      await writeFile(path, contents, { signal });
    }),
  stat: (path) =>
    forPath(path, async (): Promise<FileStat> => {
      const found = await stat(path);
      return { type: typeOf(found), size: found.size };
    }),
  list: (path) =>
    forPath(path, async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry): DirectoryEntry => {
        return { name: entry.name, type: entry.isSymbolicLink() ? "symlink" : typeOf(entry) };
      });
    }),
  remove: (path, recursive) =>
    forPath(path, async () => {
      if (!recursive && (await lstat(path)).isDirectory()) throw pathProblem("is_directory", path);
      await rm(path, { recursive });
    }),
};

async function readBytes(path: string, limit: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  checkRegular(await stat(path), path); // opening a device can have effects
  await using file = await open(path, constants.O_RDONLY | nonBlocking);
  const found = await file.stat(); // the path may have changed meanwhile
  checkRegular(found, path);
  const { size } = found;
  if (size > limit) throw limitExceeded(limit, `by ${path}`, path);
  const pieces: Uint8Array[] = [];
  // Files of the system, such as those in /proc, have no size.
  for (let total = 0; ; ) {
    const piece = Buffer.allocUnsafeSlow(total === 0 && size > 0 ? size : 65_536);
    const length = await fill(piece, file, signal);
    pieces.push(piece.subarray(0, length));
    total += length;
    if (total > limit) throw limitExceeded(limit, `by ${path}`, path);
    if (length < piece.length || total === size) return joinBytes(pieces);
  }
}

/** Opening a named pipe, or reading a file of the system without an end such as `/proc/kmsg`, would wait for a writer. */
const nonBlocking = constants.O_NONBLOCK ?? 0; // undefined on Windows

function checkRegular(found: Stats, path: string): void {
  if (found.isDirectory()) throw pathProblem("is_directory", path);
  if (!found.isFile()) throw notRegular(path);
}

function notRegular(path: string): SandboxError {
  return new SandboxError("failed", `${path}: Not a regular file`, { path });
}

/** Reads until the array is full or the file ends. @returns how many bytes were read */
async function fill(piece: Uint8Array, file: FileHandle, signal: AbortSignal | undefined): Promise<number> {
  for (let length = 0; ; ) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(piece, length, Math.min(piece.length - length, 8 * 1024 * 1024));
    length += bytesRead;
    if (bytesRead === 0 || length === piece.length) return length;
  }
}

function typeOf(entry: Stats | Dirent): FileStat["type"] {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "directory" : "other";
}

/** The codes of Node that have a kind of their own. `mkdir` reports a file in place of a directory as `EEXIST`. */
const kinds: ReadonlyMap<string | undefined, PathProblem> = new Map([
  ["ENOENT", "not_found"],
  ["EACCES", "permission"],
  ["EPERM", "permission"],
  ["EROFS", "permission"],
  ["EISDIR", "is_directory"],
  ["ENOTDIR", "not_directory"],
  ["EEXIST", "not_directory"],
]);

/** Runs an operation on a path; its errors become errors of the sandbox. */
async function forPath<Value>(path: string, operation: () => Promise<Value>): Promise<Value> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof SandboxError || (error as Error).name === "AbortError") throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const kind = kinds.get(code);
    if (kind !== undefined) throw pathProblem(kind, path, error);
    throw new SandboxError("failed" satisfies SandboxErrorKind, `${path}: ${message}`, { path, cause: error });
  }
}

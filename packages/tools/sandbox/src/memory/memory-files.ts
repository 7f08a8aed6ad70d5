import { errorJson } from "@helve/core";
import type { IFileSystem } from "just-bash";
import { limitExceeded } from "../limit-exceeded.ts";
import { pathProblem } from "../path-problem.ts";
import type { FileStat } from "../sandbox.ts";
import type { SandboxFiles } from "../sandbox-driver.ts";
import { SandboxError } from "../sandbox-error.ts";
import { parentPath } from "../sandbox-path.ts";

/** Reads, writes and lists the files of a sandbox in memory, with `just-bash`. */
export function memoryFiles(fs: IFileSystem): SandboxFiles {
  return {
    async read(path, limit) {
      const { type, size } = await statFile(fs, path);
      if (type === "directory") throw pathProblem("is_directory", path);
      if (size > limit) throw limitExceeded(limit, `by ${path}`, path);
      return fs.readFileBuffer(path);
    },
    async write(path, contents) {
      await checkWritable(fs, path);
      await forPath(path, () => fs.mkdir(parentPath(path), { recursive: true }));
      await forPath(path, () => fs.writeFile(path, contents));
    },
    stat: (path) => statFile(fs, path),
    async list(path) {
      if ((await statFile(fs, path)).type !== "directory") throw pathProblem("not_directory", path);
      const names = await forPath(path, () => fs.readdir(path));
      return Promise.all(
        names.map(async (name) => {
          const entry = await fs.lstat(`${path}/${name}`);
          return { name, type: entry.isSymbolicLink ? ("symlink" as const) : typeOf(entry) };
        }),
      );
    },
    async remove(path, recursive) {
      const found = await forPath(path, () => fs.lstat(path));
      if (found.isDirectory && !recursive) throw pathProblem("is_directory", path);
      await forPath(path, () => fs.rm(path, { recursive }));
    },
  };
}

async function statFile(fs: IFileSystem, path: string): Promise<FileStat> {
  try {
    const found = await fs.stat(path);
    return { type: typeOf(found), size: found.size };
  } catch (error) {
    if (await hasFileAbove(fs, path)) throw pathProblem("not_directory", path);
    throw asSandboxError(error, path);
  }
}

/** The files in memory don't know that a file has nothing below it. */
async function checkWritable(fs: IFileSystem, path: string): Promise<void> {
  const found = await fs.stat(path).catch(() => undefined);
  if (found?.isDirectory) throw pathProblem("is_directory", path);
  if (found === undefined && (await hasFileAbove(fs, path))) throw pathProblem("not_directory", path);
}

/** Whether one of the directories of a path is a file. */
async function hasFileAbove(fs: IFileSystem, path: string): Promise<boolean> {
  for (let above = parentPath(path); above !== "/"; above = parentPath(above)) {
    const found = await fs.stat(above).catch(() => undefined);
    if (found !== undefined) return !found.isDirectory;
  }
  return false;
}

/** Returns the type of an entry of the file system in memory. */
function typeOf(entry: { readonly isFile: boolean; readonly isDirectory: boolean }): FileStat["type"] {
  if (entry.isFile) return "file";
  return entry.isDirectory ? "directory" : "other";
}

async function forPath<Value>(path: string, operation: () => Promise<Value>): Promise<Value> {
  try {
    return await operation();
  } catch (error) {
    throw asSandboxError(error, path);
  }
}

/** The errors of the files in memory begin with the code of the system's error. */
function asSandboxError(error: unknown, path: string): SandboxError {
  const message = errorJson(error).message;
  if (message.startsWith("ENOENT")) return pathProblem("not_found", path, error);
  if (message.startsWith("EISDIR")) return pathProblem("is_directory", path, error);
  if (message.startsWith("ENOTDIR") || message.startsWith("EEXIST")) return pathProblem("not_directory", path, error);
  return new SandboxError("failed", `${path}: ${message}`, { path, cause: error });
}

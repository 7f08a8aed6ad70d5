import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { WorkspaceFiles } from "../workspace-files.ts";

/**
 * The files on disk. `node_modules`, `.git` and `dist` are left out, as in `helve check`, and links are not followed. At most 100,000 entries
 * of folders are listed, and regular files of at most 16 MiB are read.
 */
export function diskFiles(): WorkspaceFiles {
  return {
    async list(folder, isWanted) {
      const root = pathOf(folder);
      if (root === undefined) return [];
      const found: string[] = [];
      const pending = [root];
      let seen = 0;
      for (let next = pending.pop(); next !== undefined && seen < maxEntries; next = pending.pop()) {
        const entries = await readdir(next, { withFileTypes: true }).catch((): readonly Dirent[] => []);
        seen += entries.length;
        for (const entry of entries) {
          if (entry.isDirectory() && !skippedFolders.has(entry.name)) pending.push(join(next, entry.name));
          if (entry.isFile() && isWanted(entry.name)) found.push(pathToFileURL(join(next, entry.name)).href);
        }
      }
      return found;
    },
    async read(uri) {
      const path = pathOf(uri);
      if (path === undefined) return undefined;
      try {
        const found = await stat(path);
        // A device or a pipe has no end.
        return found.isFile() && found.size <= maxSize ? await readFile(path, "utf8") : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

const maxEntries = 100_000;
const maxSize = 16 * 1024 * 1024;
const skippedFolders: ReadonlySet<string> = new Set(["node_modules", ".git", "dist"]);

/** The path of a file URI; `undefined` for any other URI. */
function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

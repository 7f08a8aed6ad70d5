import type { DirectoryEntry, Sandbox } from "@helve/sandbox";

/**
 * Walks through a directory, each directory before what it contains. Symbolic links are not followed, and neither is what no project
 * has written itself: `.git` and `node_modules`. Directories that can't be read are passed over, except the first one.
 *
 * @throws SandboxError as `Sandbox.list`
 */
export async function* walk(
  sandbox: Sandbox,
  directory: string,
  { depth = Infinity, signal }: { readonly depth?: number | undefined; readonly signal: AbortSignal },
): AsyncGenerator<WalkEntry> {
  const first = await sandbox.list(directory, { signal });
  const stack = [entriesOf("", first, 1)];
  for (let entries = stack.at(-1); entries !== undefined; entries = stack.at(-1)) {
    const entry = entries.shift();
    if (entry === undefined) {
      stack.pop();
      continue;
    }
    yield entry;
    const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
    if (entry.type !== "directory" || entry.depth >= depth || foreign.has(name)) continue;
    const inner = await sandbox.list(joinPath(directory, entry.path), { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      if ((error as { readonly code?: unknown }).code === "unavailable") throw error;
      return [];
    });
    stack.push(entriesOf(`${entry.path}/`, inner, entry.depth + 1));
  }
}

/** A file or directory below the directory where a walk began. */
export interface WalkEntry {
  /** Relative to where the walk began, with `/` between its parts. */
  readonly path: string;
  readonly type: DirectoryEntry["type"];
  /** How many directories lead to it: 1 for entries of the first one. */
  readonly depth: number;
}

/** The path of something in a directory. */
export function joinPath(directory: string, path: string): string {
  if (directory === "." || directory === "") return path;
  return directory.endsWith("/") ? directory + path : `${directory}/${path}`;
}

const foreign: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Converts the entries of a directory to entries of the walk, with their depth. */
function entriesOf(prefix: string, entries: readonly DirectoryEntry[], depth: number): WalkEntry[] {
  return entries.map(({ name, type }) => ({ path: prefix + name, type, depth }));
}

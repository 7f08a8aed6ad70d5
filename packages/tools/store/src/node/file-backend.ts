import { createHash } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseChanges } from "../parse-change.ts";
import type { StoreBackend, StoreChange } from "../store-backend.ts";
import { versionConflict } from "../store-error.ts";

/**
 * Stores data in files of JSON lines, one line for each change, readable after a crash. For one process at a time: of two that write the same
 * session, one gets a `conflict` at the next commit, but both may write at the same moment. Use SQLite where that can happen.
 *
 * @param folder - created if it is missing
 *
 * @example
 * const store = await openStore({ backend: fileBackend("state"), session: "chat-17" });
 */
export function fileBackend(folder: string): StoreBackend {
  /** The number of lines and the size of each file when this process last read it. */
  const seen = new Map<string, { readonly count: number; readonly size: number }>();
  const read = async (path: string): Promise<readonly string[]> => {
    const { lines, size } = await readLines(path);
    seen.set(path, { count: lines.length, size });
    return lines;
  };
  const fileOf = (session: string): string => join(folder, `${nameOf(session)}.jsonl`);
  /** The last operation on each file: stores of this process that share a session take turns. */
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (turns.get(path) ?? Promise.resolve()).then(work);
    const ended = result
      .catch(() => {})
      .then(() => {
        if (turns.get(path) === ended) turns.delete(path);
      });
    turns.set(path, ended);
    return result;
  };
  const append = async (path: string, session: string, change: StoreChange): Promise<void> => {
    await mkdir(folder, { recursive: true });
    await using file = await open(path, "a", 0o600);
    const { size: found } = await file.stat();
    if (found !== seen.get(path)?.size) await read(path);
    const { count = 0, size = 0 } = seen.get(path) ?? {};
    if (count + 1 !== change.version) throw versionConflict(session, change);
    // The end of a line that a crash has cut off.
    if (found > size) await file.truncate(size);
    const line = Buffer.from(`${JSON.stringify(change)}\n`);
    await file.appendFile(line);
    await file.datasync();
    seen.set(path, { count: count + 1, size: size + line.length });
  };
  return {
    async load(session, after = 0) {
      const path = fileOf(session);
      const lines = await inTurn(path, () => read(path));
      return parseChanges(lines.slice(after), session, after);
    },
    async append(session, change) {
      const path = fileOf(session);
      await inTurn(path, () => append(path, session, change));
    },
    async remove(session) {
      const path = fileOf(session);
      await inTurn(path, async () => {
        seen.delete(path);
        await rm(path, { force: true });
      });
    },
  };
}

/** The whole lines of a file, and their size in bytes. A crash may have cut the last one off. */
async function readLines(path: string): Promise<{ readonly lines: readonly string[]; readonly size: number }> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  const size = bytes.lastIndexOf("\n") + 1;
  return { lines: bytes.subarray(0, size).toString("utf8").split("\n").slice(0, -1), size };
}

/** A file name for a session: its id, or a hash of it if the id could lead elsewhere or be the same as another on some systems. */
function nameOf(session: string): string {
  const isPlain = /^[a-z\d_-]{1,100}$/.test(session);
  return isPlain ? `session-${session}` : `hash-${createHash("sha256").update(session).digest("hex")}`;
}

/** A private JSON file with one record per MCP server. */
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isObject } from "@helve/core/internal";
import { replaceFile, withFileLock } from "@helve/core/internal/node";

/** A JSON file with a record for each server, which only the owner can read and write. */
export interface RecordFile<Value> {
  /** The record of a server; `undefined` without one. */
  load(server: string): Promise<Value | undefined>;
  /** Changes a record by what `change` returns; `undefined` removes it. */
  update(server: string, change: (known: Value | undefined) => Value | undefined): Promise<void>;
}

/**
 * Opens a file of records. It need not exist.
 *
 * @param isRecord - whether a value in the file is a record
 * @param invalid - the error for a file that has others, thrown when the file is used
 */
export function recordFile<Value>(
  path: string,
  isRecord: (value: unknown) => value is Value,
  invalid: () => Error,
): RecordFile<Value> {
  const read = async (): Promise<Readonly<Record<string, Value>>> => {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
      throw error;
    }
    try {
      const { version, servers } = JSON.parse(text) as Record<string, unknown>;
      if (version === 1 && isObject(servers) && Object.values(servers).every(isRecord))
        return servers as Record<string, Value>;
    } catch {
      // reported below
    }
    throw invalid();
  };
  return {
    async load(server) {
      const records = await read();
      return Object.hasOwn(records, server) ? records[server] : undefined;
    },
    async update(server, change) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Two processes that change a record at the same time would otherwise lose one.
      await withFileLock(`${path}.lock`, async () => {
        const { [server]: known, ...others } = await read();
        const changed = change(known);
        const servers = changed === undefined ? others : { ...others, [server]: changed };
        replaceFile(path, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, 0o600);
      });
    },
  };
}

/** Records what `helve mcp install` changed, so that `uninstall` can undo it. */
import { dirname, join } from "node:path";
import { isObject } from "@helve/core/internal";
import { replaceFile } from "@helve/core/internal/node";
import { privateFolder } from "@helve/mcp/node";
import { UsageError } from "../../io.ts";
import type { TextUndo } from "./text-undo.ts";

/** The changes of an installation, recorded so that it can be undone. */
export interface InstallRecord {
  /** The settings of the client. */
  readonly settings: string;
  /** The file of servers. */
  readonly servers: string;
  readonly moved: readonly MovedServer[];
  /** The entry that the client had under the name of the gateway. */
  readonly replaced?: Pick<MovedServer, "entry" | "index" | "source">;
  /** Whether the settings had a list of servers. */
  readonly hadList: boolean;
  /** Whether the file of servers was created. */
  readonly createdServers: boolean;
  /** Absent if the settings were changed between two installations. */
  readonly undoSettings?: TextUndo;
  readonly undoServers?: TextUndo;
}

/** A server that moved from the settings of a client. */
export interface MovedServer {
  readonly name: string;
  /** Its name in the file of servers. */
  readonly as: string;
  /** Its entry in the settings of the client. */
  readonly entry: unknown;
  /** The entry as it was written. */
  readonly source?: string;
  /** Its place in the settings. */
  readonly index: number;
  /** Whether the installation has added it to the file of servers. */
  readonly added: boolean;
}

/** The file of records in the state folder of a user. */
export function recordsPath(state: string): string {
  return join(state, "mcp", "installed.json");
}

/** Parses the records. @throws UsageError if the file is invalid */
export function parseRecords(text: string | undefined, path: string): readonly InstallRecord[] {
  if (text === undefined) return [];
  try {
    const file: unknown = JSON.parse(text);
    if (isObject(file) && file["version"] === 1 && Array.isArray(file["installed"])) return file["installed"];
  } catch {
    // reported below
  }
  throw new UsageError(`${path} must be a record of installations: correct it or remove it`);
}

/** The text of the file of records. */
export function recordsText(records: readonly InstallRecord[]): string {
  return `${JSON.stringify({ version: 1, installed: records }, null, 2)}\n`;
}

/**
 * Writes the record of a plan. It has the settings of servers, which may be secret, so only the user can read it.
 *
 * @throws StateFolderError if its folder is not the user's own
 */
export function writeInstallRecord({ path, after }: { readonly path: string; readonly after: string }): void {
  privateFolder(dirname(dirname(path)));
  privateFolder(dirname(path));
  replaceFile(path, after, 0o600);
}

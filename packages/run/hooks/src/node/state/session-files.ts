/** Finds the log files of sessions. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkpointPath } from "./checkpoint.ts";
import { readEntries, type SessionEntry } from "./session-entry.ts";

/** The folder with the logs of all sessions. @param state - the state folder */
export function sessionsFolder(state: string): string {
  return join(state, "sessions");
}

/** The paths of the logs of all sessions. @param state - the state folder */
export function sessionFiles(state: string): readonly string[] {
  return logFiles(sessionsFolder(state));
}

/** The files of JSON lines in a folder; none if it does not exist. */
export function logFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl") ? [join(folder, name)] : []));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Reads the log of a session up to its last whole line: another process may be writing the next one.
 *
 * @throws Error if the log can't be read
 */
export function readSession(path: string): readonly SessionEntry[] {
  const text = readFileSync(path, "utf8");
  return readEntries(text.slice(0, text.lastIndexOf("\n") + 1), path);
}

/**
 * Deletes the sessions without an event since a time.
 *
 * @param before - in milliseconds since 1970
 * @returns how many were deleted
 */
export function deleteSessions(state: string, before: number): number {
  let deleted = 0;
  for (const path of sessionFiles(state)) {
    const { mtimeMs = before } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs >= before) continue;
    for (const file of [path, checkpointPath(path)]) rmSync(file, { force: true });
    deleted++;
  }
  return deleted;
}

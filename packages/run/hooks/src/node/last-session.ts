import { statSync } from "node:fs";
import { relative } from "node:path";
import type { SessionEntry } from "./state/session-entry.ts";
import { readSession, sessionFiles } from "./state/session-files.ts";

/**
 * Counts how often rules objected in the last session in one of some folders, by their names.
 *
 * @param state - the state folder
 * @param folders - paths; a session in a folder inside counts, too
 * @returns `undefined` if there was no session
 */
export function lastSessionCounts(state: string, folders: readonly string[]): ReadonlyMap<string, number> | undefined {
  const newestFirst = sessionFiles(state)
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of newestFirst) {
    const entries = entriesOf(path);
    const begin = entries.find((entry) => entry.type === "begin");
    if (begin !== undefined && folders.some((folder) => isInside(begin.cwd, folder))) return countsOf(entries);
  }
  return undefined;
}

/** Counts how often each rule objected. */
function countsOf(entries: readonly SessionEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type !== "call") continue;
    for (const rule of entry.verdict.rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
}

/** Reads the entries of a log; none if it is unreadable. */
function entriesOf(path: string): readonly SessionEntry[] {
  try {
    return readSession(path);
  } catch {
    return [];
  }
}

function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return !between.startsWith("..") && !/^(?:[A-Za-z]:|\/)/.test(between);
}

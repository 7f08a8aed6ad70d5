// Which texts sessions of the user have written to files, as hashes: what can't be read of them counts in every session.

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFolder, openPrivateFile, readPrivateFile } from "./state-folder.ts";

/** The hash of a text that a session has written. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, hashLength);
}

/** The hashes of the texts that sessions have written. @param state - the state folder */
export function writtenTexts(state: string): ReadonlySet<string> {
  return new Set((readPrivateFile(join(state, fileName)) ?? "").split("\n"));
}

/** Adds the hashes of texts that a session writes. */
export function addWrittenTexts(state: string, hashes: Iterable<string>): void {
  const given = [...hashes];
  if (given.length === 0) return;
  const known = writtenTexts(state);
  const added = given.filter((hash) => !known.has(hash));
  if (added.length === 0) return;
  createPrivateFolder(state);
  const file = openPrivateFile(join(state, fileName), constants.O_RDWR | constants.O_APPEND);
  try {
    // The oldest are forgotten.
    const kept = fstatSync(file).size > longest ? [...known].slice(-known.size / 2) : [];
    if (kept.length > 0) ftruncateSync(file, 0);
    writeSync(file, [...kept, ...added].map((hash) => `${hash}\n`).join(""));
  } finally {
    closeSync(file);
  }
}

const fileName = "written-texts";
const hashLength = 20;
/** In bytes. */
const longest = 1_000_000;

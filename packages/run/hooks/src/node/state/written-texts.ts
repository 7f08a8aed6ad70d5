/** Remembers, as hashes, which texts sessions have written to files. */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, ftruncateSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { withFileLock } from "@helve/core/internal/node";
import { createPrivateFolder, openPrivateFile, readPrivateFile } from "./state-folder.ts";

/** The hash of a text that a session has written. */
export function textHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, hashLength);
}

/** The hashes of the texts that sessions have written. @param state - the state folder */
export function writtenTexts(state: string): ReadonlySet<string> {
  return new Set((readPrivateFile(join(state, fileName)) ?? "").split("\n").filter((hash) => hash !== ""));
}

/** Adds the hashes of texts that a session writes. */
export async function addWrittenTexts(state: string, hashes: Iterable<string>): Promise<void> {
  const given = [...hashes];
  const isKnown = (known: ReadonlySet<string>): boolean => given.every((hash) => known.has(hash));
  if (given.length === 0 || isKnown(writtenTexts(state))) return;
  createPrivateFolder(state);
  const path = join(state, fileName);
  await withFileLock(`${path}.lock`, () => {
    const known = writtenTexts(state);
    const added = given.filter((hash) => !known.has(hash));
    const file = openPrivateFile(path, constants.O_RDWR | constants.O_APPEND);
    try {
      // The oldest are forgotten.
      const kept = fstatSync(file).size > longest ? [...known].slice(-known.size / 2) : [];
      if (kept.length > 0) ftruncateSync(file, 0);
      writeSync(file, [...kept, ...added].map((hash) => `${hash}\n`).join(""));
    } finally {
      closeSync(file);
    }
  });
}

/** Returns a function that adds texts, for a process that decides about many calls. */
export function writtenTextsRecorder(state: string): (texts: readonly string[]) => Promise<void> {
  const recorded = new Set<string>();
  return async (texts) => {
    const added = texts.map(textHash).filter((hash) => !recorded.has(hash));
    await addWrittenTexts(state, added);
    for (const hash of added) recorded.add(hash);
  };
}

/** Whether it is known of any text that a session has written it. */
export function hasWrittenTexts(state: string): boolean {
  return writtenTexts(state).size > 0;
}

/** Forgets which texts sessions have written. */
export function deleteWrittenTexts(state: string): void {
  rmSync(join(state, fileName), { force: true });
}

const fileName = "written-texts";
const hashLength = 20;
/** In bytes. */
const longest = 1_000_000;

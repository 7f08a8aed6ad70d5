/** Creates, finds and opens the transcript file of a chat. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fdatasyncSync,
  ftruncateSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createPrivateFolder, openPrivateFile, stateFolder } from "@helve/hooks/node";
import { type Io, UsageError } from "../../io.ts";
import { readTranscript, type TranscriptEntry } from "./transcript-entry.ts";

/** The file of a chat: one JSON object a line, each written before what it announces happens. */
export interface Transcript {
  readonly path: string;
  /** The entries that the file had when it was opened. */
  readonly entries: readonly TranscriptEntry[];
  /** @throws Error if it can't be written */
  append(entry: TranscriptEntry): void;
  close(): void;
}

/**
 * The path of a new transcript in the user's state folder, which only the user can read.
 *
 * @throws UsageError if the folder can't be created
 */
export function newTranscriptPath(io: Io): string {
  const folder = chatsFolder(io);
  try {
    createPrivateFolder(stateFolder(io.home, io.environment));
    createPrivateFolder(folder);
  } catch (error) {
    throw new UsageError(`the folder for chats, ${folder}, can't be used: ${(error as Error).message}`);
  }
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return join(folder, `${time}-${randomBytes(3).toString("hex")}.jsonl`);
}

/**
 * The path of the transcript that `--resume` names: a file, or `last` for the one that was written last.
 *
 * @throws UsageError if not found
 */
export function namedTranscriptPath(named: string, io: Io): string {
  if (named !== "last") return resolve(io.cwd, named);
  const folder = chatsFolder(io);
  const paths = listed(folder).map((name) => join(folder, name));
  const newest = paths.toSorted((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs)[0];
  if (newest === undefined) throw new UsageError("--resume last: there is no chat to resume");
  return newest;
}

/**
 * Opens a transcript, and creates it if `isNew`.
 *
 * @throws UsageError if it can't be read
 */
export function openTranscript(path: string, { isNew }: { readonly isNew: boolean }): Transcript {
  let file: number;
  let text: string;
  try {
    file = openPrivateFile(path, constants.O_RDWR | constants.O_APPEND, { creates: isNew });
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`the chat ${path} can't be opened: ${(error as Error).message}`);
  }
  const read = isNew && text === "" ? { entries: [], length: 0 } : readTranscript(text);
  if ("problem" in read) {
    closeSync(file);
    throw new UsageError(`the chat ${path} can't be read: ${read.problem}`);
  }
  ftruncateSync(file, read.length);
  return {
    path,
    entries: read.entries,
    append: (entry) => {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (let at = 0; at < line.length; ) at += writeSync(file, line, at);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function chatsFolder({ home, environment }: Io): string {
  return join(stateFolder(home, environment), "chats");
}

/** Lists the transcripts in a folder. */
function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return [];
  }
}

import { createHash } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, futimesSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "@helve/core";
import { withFileLock } from "@helve/core/internal/node";
import { neededEntries } from "./session-steps.ts";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "./state/checkpoint.ts";
import { readEntries, type SessionEntry } from "./state/session-entry.ts";
import { deleteSessions, sessionsFolder } from "./state/session-files.ts";
import { createPrivateFolder, openPrivateFile } from "./state/state-folder.ts";

/**
 * Opens the log of a session, and does work while no other process has it open: events of a client arrive in parallel.
 *
 * @param folder - the state folder
 * @throws Error if the log can't be read: what is not known must not be taken for what did not happen
 */
export async function withSessionLog<Result>(
  { folder, client, session, clock, timeout, isLate }: LoggedSession,
  work: (log: SessionLog) => Result | Promise<Result>,
): Promise<Result> {
  const sessions = sessionsFolder(folder);
  createPrivateFolder(folder);
  createPrivateFolder(sessions);
  const path = join(sessions, `${logName(client, session)}.jsonl`);
  if (!existsSync(path)) deleteSessions(folder, clock() - keptFor);
  return openSessionLog(path, work, { timeout, isLate });
}

/** How a log is opened. */
interface OpenLogOptions {
  /** How long to wait while another process has the log open, in milliseconds; default 15,000. */
  readonly timeout?: number;
  /** Whether the decision takes too long, so that nothing must be recorded any more. */
  readonly isLate?: () => boolean;
}

/** A session whose log is opened. */
export interface LoggedSession extends OpenLogOptions {
  readonly folder: string;
  readonly client: string;
  readonly session: string;
  /** The time now, see `hookTime`. */
  readonly clock: () => number;
}

/** How long a session is kept after its last event, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

/** Opens the log of a session by its path. */
export function openSessionLog<Result>(
  path: string,
  work: (log: SessionLog) => Result | Promise<Result>,
  { timeout, isLate }: OpenLogOptions = {},
): Promise<Result> {
  const open = async (): Promise<Result> => {
    if (isLate?.()) throw new Error("the decision takes too long");
    const file = openPrivateFile(path, constants.O_RDWR | constants.O_APPEND);
    try {
      return await work(new SessionLog(path, file, isLate));
    } finally {
      closeSync(file);
    }
  };
  // Without waiting for the lock, which is not in the order in which events arrive.
  const turn = (turns.get(path) ?? Promise.resolve()).then(() => withFileLock(`${path}.lock`, open, { timeout }));
  const end = turn.then(ignore, ignore);
  turns.set(path, end);
  void end.then(() => {
    if (turns.get(path) === end) turns.delete(path);
  });
  return turn;
}

/** The last work of this process with each log. */
const turns = new Map<string, Promise<unknown>>();

const ignore = (): void => undefined;

/**
 * The log of one session while it is locked. It is only appended to. What engines know of its older part is in a checkpoint beside it, so
 * that a long session takes no longer than a short one.
 */
export class SessionLog {
  readonly #path: string;
  readonly #file: number;
  readonly #isLate: () => boolean;
  #checkpoint: Checkpoint | undefined;
  /** Those that the checkpoint keeps, and all after it. */
  #entries: SessionEntry[] = [];
  /** Where the entries after the checkpoint end, in bytes. */
  #ends: number[] = [];

  /** @param file - its descriptor */
  constructor(path: string, file: number, isLate: () => boolean = () => false) {
    this.#path = path;
    this.#file = file;
    this.#isLate = isLate;
    this.#read(readCheckpoint(path, fstatSync(file).size));
  }

  /** The path of the log. */
  get path(): string {
    return this.#path;
  }

  /** The entries that later events depend on, oldest first. */
  get entries(): readonly SessionEntry[] {
    return this.#entries;
  }

  /** Adds an entry as it is: later decisions depend on its whole text. Only the user can read the file; what shows it redacts it. */
  append(entry: SessionEntry): void {
    // Its answer would come too late, or nobody waits for it.
    if (this.#isLate()) throw new Error("the decision takes too long");
    const line = `${JSON.stringify(entry)}\n`;
    writeSync(this.#file, line);
    // The wall clock of the file system may be another time than the entry's.
    futimesSync(this.#file, entry.at / 1000, entry.at / 1000);
    this.#entries.push(entry);
    this.#ends.push(this.#end + Buffer.byteLength(line));
  }

  /**
   * What the engines have kept of the steps before the entries. If other engines have written the checkpoint, the log is read as a whole.
   *
   * @param guards - names the engines
   * @returns `undefined` if the entries are all of the session
   */
  earlier(guards: string): readonly JsonValue[] | undefined {
    if (this.#checkpoint !== undefined && this.#checkpoint.guards !== guards) this.#read(undefined);
    return this.#checkpoint?.earlier;
  }

  /** The entries for the next checkpoint; `undefined` if it is too early for one. */
  entriesToCover(): readonly SessionEntry[] | undefined {
    // The last entries are not covered: an event may belong to one of them.
    return this.#ends.length < entriesBetween ? undefined : this.#entries.slice(0, -entriesKept);
  }

  /**
   * Writes a checkpoint.
   *
   * @param guards - names the engines
   * @param covered - from `entriesToCover`
   * @param earlier - what the engines know after these entries
   */
  saveCheckpoint(guards: string, covered: readonly SessionEntry[], earlier: readonly JsonValue[]): void {
    const offset = this.#ends.at(-1 - entriesKept) ?? 0;
    writeCheckpoint(this.#path, { guards, offset, entries: neededEntries(covered), earlier });
  }

  /** The length of the log. */
  get #end(): number {
    return this.#ends.at(-1) ?? this.#checkpoint?.offset ?? 0;
  }

  #read(checkpoint: Checkpoint | undefined): void {
    const start = checkpoint?.offset ?? 0;
    const bytes = Buffer.alloc(fstatSync(this.#file).size - start);
    readSync(this.#file, bytes, 0, bytes.length, start);
    const text = bytes.toString("utf8");
    this.#checkpoint = checkpoint;
    this.#entries = [...(checkpoint?.entries ?? []), ...readEntries(text, this.#path)];
    this.#ends = [];
    for (const line of text.split("\n").slice(0, -1)) this.#ends.push(this.#end + Buffer.byteLength(line) + 1);
  }
}

/** How many entries are added before a checkpoint is written: more make each event slower, fewer write it more often. */
const entriesBetween = 60;
const entriesKept = 10;

/** The name of a log says nothing about its session. */
function logName(client: string, session: string): string {
  return createHash("sha256")
    .update(JSON.stringify([client, session]))
    .digest("hex")
    .slice(0, 40);
}

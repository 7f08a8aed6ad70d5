import { createHash } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, futimesSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "@helve/core";
import { withFileLock } from "@helve/core/internal/node";
import type { SessionMemories, SessionMemory } from "./session-memory.ts";
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
  { folder, client, session, clock, memories, ...options }: LoggedSession,
  work: (log: SessionLog) => Result | Promise<Result>,
): Promise<Result> {
  const sessions = sessionsFolder(folder);
  createPrivateFolder(folder);
  createPrivateFolder(sessions);
  const path = join(sessions, `${logName(client, session)}.jsonl`);
  if (!existsSync(path)) deleteSessions(folder, clock() - keptFor);
  return openSessionLog(path, work, { ...options, memory: memories?.of(path) });
}

/** Options for opening a log. */
interface OpenLogOptions {
  /** How long to wait while another process has the log open, in milliseconds; default 15,000. */
  readonly timeout?: number;
  /** Whether the decision takes too long, so that nothing must be recorded any more. */
  readonly isLate?: () => boolean;
  /** The session as this process keeps it in memory. */
  readonly memory?: SessionMemory;
}

/** A session whose log is opened. */
export interface LoggedSession extends Pick<OpenLogOptions, "timeout" | "isLate"> {
  readonly folder: string;
  readonly client: string;
  readonly session: string;
  /** The time now, see `hookTime`. */
  readonly clock: () => number;
  readonly memories?: SessionMemories;
}

/** How long a session is kept after its last event, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

/** Opens the log of a session by its path. */
export function openSessionLog<Result>(
  path: string,
  work: (log: SessionLog) => Result | Promise<Result>,
  { timeout, isLate = () => false, memory = {} }: OpenLogOptions = {},
): Promise<Result> {
  const open = async (): Promise<Result> => {
    if (isLate()) throw new Error("the decision takes too long");
    const file = openPrivateFile(path, constants.O_RDWR | constants.O_APPEND);
    const known = memory.log?.isOf(file) === true ? memory.log : undefined;
    // After a failure, the memory is empty.
    memory.log = undefined;
    try {
      const log = known ?? new SessionLog(path, memory);
      log.open(file, isLate);
      const result = await work(log);
      log.close();
      memory.log = log;
      return result;
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
  /** The session as this process keeps it in memory. */
  readonly memory: SessionMemory;
  readonly #path: string;
  /** Its descriptor, as long as it is open. */
  #file = -1;
  #isLate: () => boolean = () => false;
  #checkpoint: Checkpoint | undefined;
  /** Those that the checkpoint keeps, and all after it. */
  #entries: SessionEntry[] = [];
  /** Where the entries after the checkpoint end, in bytes. */
  #ends: number[] = [];
  #beginning: object = {};
  /** The file when it was closed. */
  #closed: string | undefined;

  constructor(path: string, memory: SessionMemory) {
    this.#path = path;
    this.memory = memory;
  }

  /** Whether a file is still as this process has left it. Nobody can set the time of its last change. */
  isOf(file: number): boolean {
    return this.#closed === stateOf(file);
  }

  /** Opens it, and reads what it does not know. @param file - its descriptor */
  open(file: number, isLate: () => boolean): void {
    this.#file = file;
    this.#isLate = isLate;
    if (this.#closed === undefined) this.#read(readCheckpoint(this.#path, fstatSync(file).size));
  }

  /** Ends the use of the file. */
  close(): void {
    this.#closed = stateOf(this.#file);
    this.#file = -1;
  }

  /** The path of the log. */
  get path(): string {
    return this.#path;
  }

  /** An object for what the entries begin with: with the same one, there are the same entries and perhaps further ones. */
  get beginning(): object {
    return this.#beginning;
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
   * The engines' state at the checkpoint, before the entries in memory. If other engines wrote the checkpoint, the whole log is read instead.
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
    const checkpoint: Checkpoint = { guards, offset, entries: neededEntries(covered), earlier };
    writeCheckpoint(this.#path, checkpoint);
    this.#checkpoint = checkpoint;
    this.#entries = [...checkpoint.entries, ...this.#entries.slice(-entriesKept)];
    this.#ends = this.#ends.slice(-entriesKept);
    this.#beginning = {};
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
    this.#beginning = {};
    this.#entries = [...(checkpoint?.entries ?? []), ...readEntries(text, this.#path)];
    this.#ends = [];
    for (const line of text.split("\n").slice(0, -1)) this.#ends.push(this.#end + Buffer.byteLength(line) + 1);
  }
}

/** How many entries are added before a checkpoint is written: more make each event slower, fewer write it more often. */
const entriesBetween = 60;
const entriesKept = 10;

/** Describes a file's identity and modification time. */
function stateOf(file: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(file, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

/** Returns the name of a session's log file: a hash, so that it reveals nothing. */
function logName(client: string, session: string): string {
  return createHash("sha256")
    .update(JSON.stringify([client, session]))
    .digest("hex")
    .slice(0, 40);
}

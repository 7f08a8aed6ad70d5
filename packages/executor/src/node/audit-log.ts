import { type FileHandle, open } from "node:fs/promises";
import type { ActionReturn } from "@helve/core";
import type { ActionExecutor } from "../action-executor.ts";
import { type RedactOptions, redact } from "../middleware/redact.ts";
import { type AuditHead, auditLine } from "./audit-line.ts";
import { AuditLogError } from "./audit-log-error.ts";
import { reopen } from "./reopen.ts";

/**
 * When what is written is made to stay, should the machine lose power: after each write, never on purpose, or that many
 * milliseconds after a write at the latest.
 */
export type FsyncPolicy = "always" | "never" | { readonly everyMs: number };

/** How an audit log is kept. */
export interface AuditLogOptions {
  /** `{ everyMs: 1000 }` by default. */
  readonly fsync?: FsyncPolicy | undefined;
  /** What is taken out of the records; secrets as `redact` knows them by default, nothing when false. */
  readonly redact?: RedactOptions | false | undefined;
  /** Told what could not be written and why, and of a failed fsync with nothing; a process warning by default. */
  readonly onError?: ((error: AuditLogError, unwritten: readonly ActionReturn[]) => void) | undefined;
}

/**
 * Opens an audit log: a file with one line of JSON for each action return, that tells of tampering: each line has a
 * number and the hash of the line before it. A new file is for its owner's eyes only. What a crash has left of a last line
 * is moved to the neighbour `.torn`, and writing goes on after the line before.
 *
 * One process at a time may write to a file.
 *
 * @throws AuditLogError when the file is something else than an audit log, or can't be opened
 *
 * @example
 * const log = await openAuditLog("audit.jsonl", { fsync: "always" });
 * log.observe(executor);
 * // …
 * await log.close();
 */
export async function openAuditLog(path: string, options: AuditLogOptions = {}): Promise<AuditLog> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "a+", 0o600);
    return new AuditLog(file, path, await reopen(file, path), (await file.stat()).size, options);
  } catch (error) {
    await file?.close();
    if (error instanceof AuditLogError) throw error;
    throw new AuditLogError(`${path} can't be opened as an audit log`, { cause: error });
  }
}

/** An open audit log; made by {@link openAuditLog}. */
export class AuditLog {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #fsync: FsyncPolicy;
  readonly #clean: (actionReturn: ActionReturn) => ActionReturn;
  readonly #onError: (error: AuditLogError, unwritten: readonly ActionReturn[]) => void;
  #head: AuditHead;
  /** In bytes, up to the last whole line. */
  #size: number;
  /** Whether a write that failed may have left something after that. */
  #isTorn = false;
  #lost = 0;
  #waiting: Entry[] = [];
  /** What is done to the file, one thing after the other. */
  #work: Promise<void> = Promise.resolve();
  #isSynced = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closing: Promise<void> | undefined;

  constructor(file: FileHandle, path: string, head: AuditHead, size: number, options: AuditLogOptions) {
    this.#file = file;
    this.#path = path;
    this.#head = head;
    this.#size = size;
    this.#fsync = options.fsync ?? { everyMs: 1000 };
    this.#clean = options.redact === false ? (actionReturn) => actionReturn : redact(options.redact);
    this.#onError = options.onError ?? ((error) => process.emitWarning(error));
  }

  /** Where the log ends, as far as it is written. */
  get head(): AuditHead {
    return this.#head;
  }

  /** Writes one record down. Never throws and never waits: what can't be written is told to `onError`. */
  record(actionReturn: ActionReturn): void {
    if (this.#closing !== undefined) {
      this.#report("it is closed", undefined, [actionReturn]);
      return;
    }
    this.#waiting.push({ actionReturn, at: new Date().toISOString() });
    if (this.#waiting.length === 1) this.#then(() => this.#write(this.#waiting.splice(0)));
  }

  /**
   * Writes down every call that an executor ends from now on.
   *
   * @returns a function that ends it
   */
  observe(executor: Pick<ActionExecutor, "on">): () => void {
    return executor.on("action:end", ({ actionReturn }) => this.record(actionReturn));
  }

  /** Waits until all that was recorded is in the file, and made to stay unless the policy is never to. */
  flush(): Promise<void> {
    return this.#then(() => (this.#fsync === "never" ? Promise.resolve() : this.#sync()));
  }

  /** Flushes, and lets go of the file. */
  close(): Promise<void> {
    this.#closing ??= this.flush().then(async () => {
      clearTimeout(this.#timer);
      await this.#file.close();
    });
    return this.#closing;
  }

  #then(job: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(job);
    return this.#work;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const lines: string[] = [];
    const written: ActionReturn[] = [];
    let head = this.#head;
    let lost = this.#lost;
    for (const entry of entries) {
      try {
        const actionReturn = this.#clean(entry.actionReturn);
        const next = auditLine(head, { ...entry, actionReturn, lost });
        lost = 0;
        lines.push(`${next.line}\n`);
        written.push(actionReturn);
        head = next.head;
      } catch (error) {
        lost++;
        this.#report("a record can't be said in JSON", error, [entry.actionReturn]);
      }
    }
    const bytes = Buffer.from(lines.join(""));
    try {
      if (this.#isTorn) await this.#file.truncate(this.#size);
      this.#isTorn = true;
      await this.#file.appendFile(bytes);
      this.#isTorn = false;
    } catch (error) {
      this.#lost += entries.length;
      this.#report(written.length === 1 ? "a record can't be written" : "records can't be written", error, written);
      return;
    }
    this.#head = head;
    this.#lost = lost;
    this.#size += bytes.length;
    this.#isSynced = false;
    if (this.#fsync === "always") await this.#sync();
    else if (this.#fsync !== "never") this.#syncLater(this.#fsync.everyMs);
  }

  async #sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSynced) return;
    try {
      await this.#file.datasync();
      this.#isSynced = true;
    } catch (error) {
      this.#report("what was written may not stay", error, []);
    }
  }

  #syncLater(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#then(() => this.#sync()), ms).unref();
  }

  #report(what: string, cause: unknown, unwritten: readonly ActionReturn[]): void {
    try {
      this.#onError(new AuditLogError(`${this.#path}: ${what}`, { cause }), unwritten);
    } catch {
      // Whoever is told of a fault can't make another.
    }
  }
}

interface Entry {
  readonly actionReturn: ActionReturn;
  readonly at: string;
}

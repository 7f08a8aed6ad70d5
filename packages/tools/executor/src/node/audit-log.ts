import { writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Action, type ActionReturn, HelveError } from "@helve/core";
import type { ActionExecutor } from "../action-executor.ts";
import { type AuditContent, withVerdict } from "../audit-record.ts";
import { createRedactor, type RedactOptions } from "../redact.ts";
import { type AuditHead, nextAuditLine, withReference } from "./audit-line.ts";
import { InvalidLogEnd, repairLogEnd } from "./repair-log-end.ts";

/**
 * Opens or creates an audit log: a file with one line of JSON for each action return. Each line has a number and the hash of
 * the line before, so that `verifyAuditLog` detects changes. Only the owner may read a new file. If a crash left an incomplete
 * last line, it is moved to the file `PATH.torn`, and the log continues after the line before it.
 *
 * Only one process at a time may write to a file.
 *
 * @throws AuditLogError with the code `invalid_audit_log` if the file is not an audit log, `unwritable_audit_log` if it can't
 *   be opened
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
    return new AuditLog({ file, path, head: await repairLogEnd(file, path), size: (await file.stat()).size }, options);
  } catch (error) {
    await file?.close();
    if (error instanceof InvalidLogEnd) throw new AuditLogError("invalid_audit_log", `${path}: ${error.message}`);
    throw new AuditLogError("unwritable_audit_log", `${path} can't be opened as an audit log`, { cause: error });
  }
}

/**
 * When the log is flushed to disk (`fsync`), so that it survives a power failure: after each write, never, or at most so many
 * milliseconds after a write.
 */
export type FsyncPolicy = "always" | "never" | { readonly everyMs: number };

/** Options of {@link openAuditLog}. */
export interface AuditLogOptions {
  /** `{ everyMs: 1000 }` by default. */
  readonly fsync?: FsyncPolicy | undefined;
  /** Options for redacting the records; `redact` with its defaults if absent, no redaction if false. */
  readonly redact?: RedactOptions | false | undefined;
  /** Receives a write error and the records that are not written (none for a failed fsync); by default a process warning. */
  readonly onError?: ((error: AuditLogError, unwritten: readonly ActionReturn[]) => void) | undefined;
}

interface OpenedLog {
  readonly file: FileHandle;
  readonly path: string;
  readonly head: AuditHead;
  /** The size of the complete lines, in bytes. */
  readonly size: number;
}

/** An open audit log, created by {@link openAuditLog}. */
export class AuditLog {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #fsync: FsyncPolicy;
  readonly #redact: <Value>(value: Value) => Value;
  readonly #onError: (error: AuditLogError, unwritten: readonly ActionReturn[]) => void;
  #head: AuditHead;
  /** The size of the complete lines, in bytes. */
  #size: number;
  /** True if a failed write may have left an incomplete line after them. */
  #isTorn = false;
  #lost = 0;
  #waiting: Entry[] = [];
  /** The last of the file operations, which run one after the other. */
  #lastOperation: Promise<void> = Promise.resolve();
  #isSynced = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closing: Promise<void> | undefined;

  constructor({ file, path, head, size }: OpenedLog, options: AuditLogOptions) {
    this.#file = file;
    this.#path = path;
    this.#head = head;
    this.#size = size;
    this.#fsync = options.fsync ?? { everyMs: 1000 };
    this.#redact = options.redact === false ? (value) => value : createRedactor(options.redact);
    this.#onError = options.onError ?? ((error) => process.emitWarning(error));
  }

  /** The end of the log that is written so far. */
  get head(): AuditHead {
    return this.#head;
  }

  /** Adds a record. Never throws and doesn't wait; a record that can't be written is passed to `onError`. */
  record(actionReturn: ActionReturn): void {
    this.#add({ actionReturn });
  }

  /**
   * Adds a record that an action is about to run. If the process is killed before it has recorded the end of the call, this is what is known
   * about it. Call `flush` before the action runs.
   */
  start({ id, name, args }: Action): void {
    this.#add({ started: { id, name, args } });
  }

  #add(content: AuditContent): void {
    if (this.#closing !== undefined) {
      this.#report("the log is closed", undefined, returnsIn([content]));
      return;
    }
    this.#waiting.push({ ...content, at: new Date().toISOString() });
    if (this.#waiting.length === 1) this.#enqueue(() => this.#write(this.#waiting.splice(0)));
  }

  /**
   * Records every call that an executor ends from now on.
   *
   * @returns a function that stops recording
   */
  observe(executor: Pick<ActionExecutor, "on">): () => void {
    return executor.on("action:end", ({ actionReturn }) => this.record(actionReturn));
  }

  /** Waits until all records are in the file, and flushed to disk unless the policy is `never`. */
  flush(): Promise<void> {
    return this.#enqueue(() => (this.#fsync === "never" ? Promise.resolve() : this.#sync()));
  }

  /** Flushes the log and closes the file. */
  close(): Promise<void> {
    this.#closing ??= this.flush().then(async () => {
      clearTimeout(this.#timer);
      await this.#file.close();
    });
    return this.#closing;
  }

  #enqueue(operation: () => Promise<void>): Promise<void> {
    this.#lastOperation = this.#lastOperation.then(operation);
    return this.#lastOperation;
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const lines: string[] = [];
    const written: AuditContent[] = [];
    let head = this.#head;
    let lost = this.#lost;
    for (const entry of entries) {
      try {
        const { at, ...content } = entry;
        const redacted = this.#redact<AuditContent>(withReference(content));
        const next = nextAuditLine(head, { ...redacted, at, lost });
        lost = 0;
        lines.push(`${next.line}\n`);
        written.push(redacted);
        head = next.head;
      } catch (error) {
        lost++;
        this.#report("JSON can't represent a record", error, returnsIn([entry]));
      }
    }
    const bytes = Buffer.from(lines.join(""));
    try {
      if (this.#isTorn) await this.#file.truncate(this.#size);
      this.#isTorn = true;
      appendBytes(this.#file.fd, bytes);
      this.#isTorn = false;
    } catch (error) {
      this.#lost += entries.length;
      this.#report(
        written.length === 1 ? "a record can't be written" : "records can't be written",
        error,
        returnsIn(written),
      );
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
      this.#report("written records may be lost in a power failure", error, []);
    }
  }

  #syncLater(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#enqueue(() => this.#sync()), ms).unref();
  }

  #report(what: string, cause: unknown, unwritten: readonly ActionReturn[]): void {
    try {
      this.#onError(new AuditLogError("unwritable_audit_log", `${this.#path}: ${what}`, { cause }), unwritten);
    } catch {
      // A failing `onError` must not fail the call.
    }
  }
}

type Entry = AuditContent & { readonly at: string };

/** Appends bytes to a file. Passing the few bytes of a line to another thread takes longer than writing them. */
function appendBytes(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Lists the action returns in a log. */
function returnsIn(contents: readonly AuditContent[]): readonly ActionReturn[] {
  return contents
    .map((content) => withVerdict(content) ?? content)
    .flatMap(({ actionReturn }) => (actionReturn === undefined ? [] : [actionReturn]));
}

/** A file is not an audit log, or can't be written. */
export class AuditLogError extends HelveError {
  override readonly code: "invalid_audit_log" | "unwritable_audit_log";

  constructor(code: AuditLogError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

import type { JsonValue } from "@helve/core";
import { freezeCopy, pointerParts } from "@helve/core/internal";
import { applyPatch, type PatchOperation, patchBetween } from "./json-patch.ts";
import { memoryBackend } from "./memory-backend.ts";
import { rebase, type TransactionChanges } from "./rebase.ts";
import type { StoreBackend, StoreChange, StoreValues } from "./store-backend.ts";
import { StoreError } from "./store-error.ts";
import { StoreTransaction } from "./store-transaction.ts";
import { type StoreSnapshot, VersionedValues } from "./versioned-values.ts";

/** The state that tools of one session keep between their calls. */
export interface Store extends AsyncDisposable {
  readonly session: string;
  /** The values by their keys, as they are now. */
  values(): StoreValues;
  /** Returns the changes so far, oldest first. */
  changes(): readonly StoreChange[];
  /**
   * Begins a transaction. It sees the values as they are now, and changes nothing before it is committed.
   *
   * @param by - who changes the store, for the change log
   * @throws StoreError `closed`
   */
  begin(by?: string): StoreTransaction;
  /**
   * Runs a function in a transaction: if it fails, nothing is changed.
   *
   * @returns the result of the work
   * @throws the error of the work, or StoreError `conflict` or `invalid_value`
   *
   * @example
   * await store.transaction(async (transaction) => {
   *   transaction.use(counter).count += 1;
   * });
   */
  transaction<Result>(work: (transaction: StoreTransaction) => Result | Promise<Result>, by?: string): Promise<Result>;
  /** Calls a function after each change; what it throws is ignored. @returns a function that ends that */
  onChange(listener: (change: StoreChange) => void): () => void;
  /** Ends the use of the store; what was committed stays with the backend. */
  close(): Promise<void>;
}

/** Options of {@link openStore}. */
export interface StoreOptions {
  /** Where changes are kept; in memory by default. */
  readonly backend?: StoreBackend | undefined;
  /** The session's id; a new one by default. */
  readonly session?: string | undefined;
  /** The time in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/**
 * Opens the store of a session, with what earlier processes have left in its backend.
 *
 * @throws StoreError `unreadable`, or `invalid_value` if the session's id is no Unicode text, which backends could take for another one
 *
 * @example
 * const store = await openStore({ backend: sqliteBackend("state.db"), session: "chat-17" });
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { backend = memoryBackend(), session = crypto.randomUUID(), now = Date.now } = options;
  if (/\p{Surrogate}/u.test(session)) {
    throw new StoreError("invalid_value", `The id of a session must be Unicode text (got ${JSON.stringify(session)})`);
  }
  const changes = await backend.load(session);
  return new SessionStore(session, backend, now, changes);
}

class SessionStore implements Store {
  readonly session: string;
  readonly #backend: StoreBackend;
  readonly #now: () => number;
  readonly #changes: StoreChange[] = [];
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #values = new VersionedValues();
  #lastCommit: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(session: string, backend: StoreBackend, now: () => number, changes: readonly StoreChange[]) {
    this.session = session;
    this.#backend = backend;
    this.#now = now;
    for (const change of changes) this.#apply(change);
  }

  values(): StoreValues {
    return structuredClone(Object.fromEntries(this.#values.current));
  }

  changes(): readonly StoreChange[] {
    return [...this.#changes];
  }

  begin(by?: string): StoreTransaction {
    if (this.#isClosed) throw new StoreError("closed", "The store is closed");
    const before = this.#values.snapshot();
    return new StoreTransaction(before, (changed, drafts) => this.#commit({ before, changed, drafts, by }));
  }

  async transaction<Result>(
    work: (transaction: StoreTransaction) => Result | Promise<Result>,
    by?: string,
  ): Promise<Result> {
    const transaction = this.begin(by);
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  onChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastCommit;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Commits one transaction after the other. */
  #commit(commit: Commit): Promise<StoreChange | undefined> {
    const committed = this.#lastCommit.then(() => this.#write(commit));
    this.#lastCommit = committed.catch(() => {});
    return committed;
  }

  async #write(commit: Commit): Promise<StoreChange | undefined> {
    for (let attempt = 1; ; attempt++) {
      if (this.#isClosed) throw new StoreError("closed", "The store is closed");
      const changed = rebase(commit, this.#values.current, (key, path) => this.#conflict(key, path));
      const patch = patchBetween(partOf(this.#values.current, changed.keys()), partOf(changed, changed.keys()));
      if (patch.length === 0) return undefined;
      const version = this.#changes.length + 1;
      const change: StoreChange = { version, at: this.#now(), by: commit.by, patch };
      try {
        await this.#backend.append(this.session, change);
        this.#record(change);
        return change;
      } catch (error) {
        if (!StoreError.is(error) || error.code !== "conflict") throw error;
        await this.#catchUp();
        if (attempt === maxAttempts) throw error;
      }
    }
  }

  #conflict(key: string, path: string): StoreError {
    const { by } = this.#changes.findLast(({ patch }) => patch.some((change) => keyOf(change) === key)) ?? {};
    const where = path === "" ? JSON.stringify(key) : `${JSON.stringify(key)} at ${path}`;
    const who = by === undefined ? "Another transaction" : `The transaction of ${JSON.stringify(by)}`;
    const message = `${who} has changed ${where} meanwhile: its change is kept, and nothing of this transaction`;
    return new StoreError("conflict", message);
  }

  /**
   * Loads changes that others have stored since, so that the next transaction can succeed.
   *
   * @throws StoreError `closed` if nothing was stored since: then changes are missing
   */
  async #catchUp(): Promise<void> {
    const changes = await this.#backend.load(this.session, this.#changes.length);
    if (changes.length === 0) {
      const message = `The session ${this.session} was removed from its backend: open the store again`;
      throw new StoreError("closed", message);
    }
    for (const change of changes) this.#record(change);
  }

  #record(change: StoreChange): void {
    this.#apply(change);
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch {
        // The change is stored, even if a listener throws.
      }
    }
  }

  /** Values that a change does not touch stay the same objects. */
  #apply(change: StoreChange): void {
    const touched = new Set(change.patch.map(keyOf));
    const part = partOf(this.#values.current, touched);
    let after: StoreValues;
    try {
      after = applyPatch(part, change.patch) as StoreValues;
    } catch (cause) {
      const message = `The change ${change.version} of the session ${this.session} can't be read`;
      throw new StoreError("unreadable", message, { cause });
    }
    this.#values.change(
      new Map(Array.from(touched, (key) => [key, Object.hasOwn(after, key) ? after[key] : undefined])),
    );
    this.#changes.push(freezeCopy(change, "convert"));
  }
}

/** The changes that a transaction of the store commits. */
interface Commit extends TransactionChanges {
  readonly by: string | undefined;
}

/** How often a change is written: each time, another process has written one before it. */
const maxAttempts = 100;

/** Returns the store key that an operation changes. */
function keyOf({ path }: PatchOperation): string {
  return pointerParts(path)[0] ?? "";
}

/** An object with some of the values. */
function partOf(values: Pick<StoreSnapshot, "get">, keys: Iterable<string>): StoreValues {
  const entries = Array.from(keys, (key) => [key, values.get(key)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

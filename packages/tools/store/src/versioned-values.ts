/** The values of a store, with snapshots that later changes don't affect. */
import type { JsonValue } from "@helve/core";

/** The values of a store at the moment when a transaction began. */
export interface StoreSnapshot {
  /** The value with a key; `undefined` if there was none. */
  get(key: string): JsonValue | undefined;
  /** The keys of all values. */
  keys(): readonly string[];
}

/** Values by their keys, with `undefined` for those that don't exist. */
export type ChangedValues = ReadonlyMap<string, JsonValue | undefined>;

/**
 * The values of a store. Snapshots keep what they saw: a change takes as long as what it changes, however many values there are, and
 * nothing refers to a snapshot, so that one that nobody uses any more takes no memory.
 */
export class VersionedValues {
  readonly #current = new Map<string, JsonValue>();
  #latest: Revision = {};

  /** The values as they are now. */
  get current(): ReadonlyMap<string, JsonValue> {
    return this.#current;
  }

  /** The values as they are now, also after later changes. */
  snapshot(): StoreSnapshot {
    return new Snapshot(this.#current, this.#latest);
  }

  /** Sets some values, or deletes them. */
  change(changed: ChangedValues): void {
    const before = new Map<string, JsonValue | undefined>();
    for (const [key, value] of changed) {
      before.set(key, this.#current.get(key));
      if (value === undefined) this.#current.delete(key);
      else this.#current.set(key, value);
    }
    const revision: Revision = {};
    this.#latest.next = { before, revision };
    this.#latest = revision;
  }
}

/** A state of the values. It refers to the next one, with what that changed, and not the other way round. */
interface Revision {
  next?: { readonly before: ChangedValues; readonly revision: Revision };
}

class Snapshot implements StoreSnapshot {
  readonly #current: ReadonlyMap<string, JsonValue>;
  /** The values that were changed since, as they were. */
  readonly #earlier = new Map<string, JsonValue | undefined>();
  /** The last state whose changes are in `#earlier`. */
  #revision: Revision;

  constructor(current: ReadonlyMap<string, JsonValue>, revision: Revision) {
    this.#current = current;
    this.#revision = revision;
  }

  get(key: string): JsonValue | undefined {
    this.#collectChanges();
    return this.#earlier.has(key) ? this.#earlier.get(key) : this.#current.get(key);
  }

  keys(): readonly string[] {
    this.#collectChanges();
    const unchanged = [...this.#current.keys()].filter((key) => !this.#earlier.has(key));
    return [...unchanged, ...[...this.#earlier.keys()].filter((key) => this.#earlier.get(key) !== undefined)];
  }

  #collectChanges(): void {
    for (let { next } = this.#revision; next !== undefined; { next } = this.#revision) {
      for (const [key, value] of next.before) if (!this.#earlier.has(key)) this.#earlier.set(key, value);
      this.#revision = next.revision;
    }
  }
}

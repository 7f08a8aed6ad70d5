/** The transaction in which a call reads and changes a store. */
import type { JsonValue } from "@helve/core";
import { copyOf } from "./copy-of.ts";
import { Draft } from "./draft.ts";
import { patchBetween } from "./json-patch.ts";
import { rebase, type TransactionChanges } from "./rebase.ts";
import type { StoreChange } from "./store-backend.ts";
import { StoreError } from "./store-error.ts";
import type { StoreModel } from "./store-model.ts";
import type { ChangedValues, StoreSnapshot } from "./versioned-values.ts";

/**
 * The transaction of one call: its view of a store, and its changes. Others see no change before `commit`, which does everything or nothing.
 *
 * Source: Inspect, Custom Tools §Stateful Tools.
 */
export class StoreTransaction {
  readonly #before: StoreSnapshot;
  /** The values that were set; `undefined` for deleted ones. */
  readonly #changed = new Map<string, JsonValue | undefined>();
  readonly #drafts = new Map<string, Draft>();
  readonly #write: WriteChanges;
  #hasEnded = false;

  /** Made by `Store.begin`, and by `begin` of a transaction. */
  constructor(before: StoreSnapshot, write: WriteChanges) {
    this.#before = before;
    this.#write = write;
  }

  /**
   * Begins a transaction in this one, for a session of the tool's own: `executor.session({ store: context.store })`. It sees the changes of
   * this one, and its commit adds to them. Others see them when this one is committed.
   *
   * @returns a transaction whose commit fails with `conflict` if it changes an object that this one uses
   */
  begin(): StoreTransaction {
    this.#checkOpen();
    const changed = new Map(this.#changed);
    const before: StoreSnapshot = {
      get: (key) => (changed.has(key) ? changed.get(key) : this.#before.get(key)),
      keys: () => keysOf(this.#before, changed),
    };
    return new StoreTransaction(before, async (inner, drafts) => this.#take({ before, changed: inner, drafts }));
  }

  /** A copy of the value with a key; `undefined` if not found. */
  get(key: string): JsonValue | undefined {
    this.#checkOpen();
    const value = this.#current(key);
    return value === undefined ? undefined : structuredClone(value);
  }

  /**
   * Sets a value, in place of what `use` has returned for the key.
   *
   * @throws StoreError `invalid_value` if the value is no JSON
   */
  set(key: string, value: JsonValue): void {
    this.#checkOpen();
    this.#changed.set(key, copyOf(value, key));
    this.#drafts.delete(key);
  }

  /** Deletes a value. @returns whether there was one */
  delete(key: string): boolean {
    this.#checkOpen();
    this.#drafts.delete(key);
    const existed = this.#current(key) !== undefined;
    this.#changed.set(key, undefined);
    return existed;
  }

  /** The keys of all values. */
  keys(): readonly string[] {
    this.#checkOpen();
    return keysOf(this.#before, this.#changed);
  }

  /**
   * The object that a model describes, to be read and changed in place. It is checked and stored by `commit`.
   *
   * @param instance - one of several objects of the model, such as one for each agent; they know nothing of each other
   * @throws StoreError `invalid_value` if what is stored does not fit the model
   */
  use<Value extends object>(model: StoreModel<Value>, instance?: string): Value {
    return this.#draft(model, instance).use() as Value;
  }

  /**
   * Changes the object that a model describes. If others store another value before `commit`, the function is called again, with that
   * value: use it for a counter, or for what depends on the value, and let it do nothing else.
   *
   * @throws StoreError `invalid_value` if what is stored does not fit the model
   *
   * @example
   * store.update(counter, (value) => void value.count++);
   */
  update<Value extends object>(model: StoreModel<Value>, change: (value: Value) => void, instance?: string): void {
    this.#draft(model, instance).update(change as (value: object) => void);
  }

  #draft(model: StoreModel<object>, instance: string | undefined): Draft {
    this.#checkOpen();
    const key = instance === undefined ? model.name : `${model.name}:${instance}`;
    const draft = this.#drafts.get(key) ?? new Draft(model, key, this.#current(key));
    this.#drafts.set(key, draft);
    return draft;
  }

  /**
   * Stores what was changed, all of it or nothing, and ends the transaction.
   *
   * @returns the change; `undefined` if nothing was changed
   * @throws StoreError `invalid_value` if an object does not fit its model, `conflict` if another transaction has changed the same value, and
   *   both changes can't be kept
   */
  async commit(): Promise<StoreChange | undefined> {
    this.#checkOpen();
    this.#end();
    const drafts = new Map<string, Draft>();
    for (const [key, draft] of this.#drafts) {
      const next = draft.changed();
      if (next === undefined) continue;
      // A draft can be merged with other transactions' changes only if its value was not set before as a whole.
      if (!this.#changed.has(key)) drafts.set(key, draft);
      this.#changed.set(key, next);
    }
    // A value that was set to what it was is no change.
    for (const [key, value] of this.#changed) if (isEqual(this.#before.get(key), value)) this.#changed.delete(key);
    return this.#write(this.#changed, drafts);
  }

  /** Ends the transaction without a change. */
  rollback(): void {
    this.#end();
  }

  #end(): void {
    this.#hasEnded = true;
    for (const draft of this.#drafts.values()) draft.end();
  }

  /** Adds the changes of a transaction in this one. The store changes when this one is committed. */
  #take(changes: TransactionChanges): undefined {
    this.#checkOpen();
    const current = { get: (key: string) => this.#current(key) };
    const next = rebase(changes, current, (key) =>
      conflictInside(key, "another transaction in the same call has changed it"),
    );
    for (const key of next.keys()) {
      if (this.#drafts.has(key)) throw conflictInside(key, "the call that began the transaction is using it");
    }
    for (const [key, value] of next) this.#changed.set(key, value);
  }

  #current(key: string): JsonValue | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#before.get(key);
  }

  #checkOpen(): void {
    if (this.#hasEnded)
      throw new StoreError("closed", "The transaction has ended: the store can be used during the call only");
  }
}

/** Writes what a transaction has changed. @param drafts - the objects of those values that can be merged */
export type WriteChanges = (
  changed: ChangedValues,
  drafts: ReadonlyMap<string, Draft>,
) => Promise<StoreChange | undefined>;

/** Lists the keys that the store has after the changes. */
function keysOf(before: StoreSnapshot, changed: ChangedValues): readonly string[] {
  const unchanged = before.keys().filter((key) => !changed.has(key));
  return [...unchanged, ...[...changed.keys()].filter((key) => changed.get(key) !== undefined)];
}

function conflictInside(key: string, reason: string): StoreError {
  return new StoreError(
    "conflict",
    `${JSON.stringify(key)} can't be changed in a transaction of a transaction: ${reason}`,
  );
}

function isEqual(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return before === after || (before !== undefined && after !== undefined && patchBetween(before, after).length === 0);
}

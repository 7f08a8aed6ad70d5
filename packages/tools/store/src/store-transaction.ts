import type { JsonValue } from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import { patchBetween } from "./json-patch.ts";
import type { StoreChange } from "./store-backend.ts";
import { StoreError } from "./store-error.ts";
import type { StoreModel } from "./store-model.ts";
import type { ChangedValues, StoreSnapshot } from "./versioned-values.ts";

/**
 * What one call sees of a store, and changes in it. Nothing is changed for others before `commit`, which does everything or nothing.
 *
 * Source: Inspect, Custom Tools §Stateful Tools.
 */
export class StoreTransaction {
  readonly #before: StoreSnapshot;
  /** What was set, and `undefined` for what was deleted. */
  readonly #changed = new Map<string, JsonValue | undefined>();
  readonly #drafts = new Map<string, Draft>();
  readonly #write: (changed: ChangedValues) => Promise<StoreChange | undefined>;
  #hasEnded = false;

  /** Made by `Store.begin`. */
  constructor(before: StoreSnapshot, write: (changed: ChangedValues) => Promise<StoreChange | undefined>) {
    this.#before = before;
    this.#write = write;
  }

  /** A copy of the value with a key; `undefined` if there is none. */
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
    const unchanged = this.#before.keys().filter((key) => !this.#changed.has(key));
    return [...unchanged, ...[...this.#changed.keys()].filter((key) => this.#changed.get(key) !== undefined)];
  }

  /**
   * The object that a model describes, to be read and changed in place. It is checked and stored by `commit`.
   *
   * @param instance - one of several objects of the model, such as one for each agent; they know nothing of each other
   * @throws StoreError `invalid_value` if what is stored does not fit the model
   */
  use<Value extends object>(model: StoreModel<Value>, instance?: string): Value {
    this.#checkOpen();
    const key = instance === undefined ? model.name : `${model.name}:${instance}`;
    const known = this.#drafts.get(key);
    if (known !== undefined) return known.value as Value;
    const stored = this.#current(key);
    const value = stored === undefined ? model.initial() : model.validate(structuredClone(stored));
    this.#drafts.set(key, { model, value });
    return value;
  }

  /**
   * Stores what was changed, all of it or nothing, and ends the transaction.
   *
   * @returns the change; `undefined` if nothing was changed
   * @throws StoreError `invalid_value` if an object does not fit its model, `conflict` if another transaction has changed the same value
   */
  async commit(): Promise<StoreChange | undefined> {
    this.#checkOpen();
    this.#hasEnded = true;
    for (const [key, { model, value }] of this.#drafts) {
      const next = copyOf(model.validate(value), key);
      // What was only read stays as it is, also if the schema has other defaults by now.
      if (patchBetween(this.#current(key) ?? copyOf(model.initial(), key), next).length > 0)
        this.#changed.set(key, next);
    }
    // A value that was set to what it was is no change.
    for (const [key, value] of this.#changed) if (isEqual(this.#before.get(key), value)) this.#changed.delete(key);
    return this.#write(this.#changed);
  }

  /** Ends the transaction without a change. */
  rollback(): void {
    this.#hasEnded = true;
  }

  #current(key: string): JsonValue | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#before.get(key);
  }

  #checkOpen(): void {
    if (this.#hasEnded)
      throw new StoreError("closed", "The transaction has ended: the store can be used during the call only");
  }
}

/** An object that a call may have changed. */
interface Draft {
  readonly model: StoreModel<object>;
  readonly value: object;
}

function isEqual(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return before === after || (before !== undefined && after !== undefined && patchBetween(before, after).length === 0);
}

/** @throws StoreError `invalid_value` if JSON can't represent the value */
function copyOf(value: unknown, key: string): JsonValue {
  const copy = jsonCopy(value);
  if (copy !== undefined) return copy;
  const what = "JSON can't represent it: a date, a function, NaN, a cycle or more than 1000 levels";
  throw new StoreError("invalid_value", `The value of ${JSON.stringify(key)} can't be stored, since ${what}`);
}

/** Records the changes that a transaction makes to an object. */
import type { JsonValue } from "@helve/core";
import { copyOf } from "./copy-of.ts";
import { patchBetween } from "./json-patch.ts";
import { type Conflict, type Merged, mergeJson } from "./merge-json.ts";
import { StoreError } from "./store-error.ts";
import type { StoreModel } from "./store-model.ts";

/** The object of a model that a transaction reads and changes. */
export class Draft {
  readonly value: object;
  readonly #model: StoreModel<object>;
  readonly #key: string;
  /** The stored value when the object was created, or the model's initial one. */
  readonly #base: JsonValue;
  /** The objects that the store has created. Others that are added belong to the tool. */
  readonly #own: readonly object[];
  /** The changes that can be applied again; `undefined` once the object may have been changed in another manner. */
  #updates: ((value: object) => void)[] | undefined = [];

  /** @throws StoreError `invalid_value` if what is stored does not fit the model */
  constructor(model: StoreModel<object>, key: string, stored: JsonValue | undefined) {
    this.#model = model;
    this.#key = key;
    this.#base = stored ?? copyOf(model.initial(), key);
    this.value = objectOf(model, key, stored);
    this.#own = objectsOf(this.value);
  }

  /** The object, which may be changed in any manner. */
  use(): object {
    this.#updates = undefined;
    return this.value;
  }

  /** Changes the object, and again on a newer value if there is one when the transaction is committed. */
  update(change: (value: object) => void): void {
    this.#updates?.push(change);
    change(this.value);
  }

  /** The value to store; `undefined` if the object was only read. @throws StoreError `invalid_value` */
  changed(): JsonValue | undefined {
    const next = copyOf(this.#model.validate(this.value), this.#key);
    // A value that was only read is unchanged, even if the schema has other defaults by now.
    return patchBetween(this.#base, next).length > 0 ? next : undefined;
  }

  /** Applies the change to a value that others have stored meanwhile. @param next - the result of {@link changed} */
  rebase(next: JsonValue, current: JsonValue | undefined): Merged | Conflict {
    try {
      if (this.#updates === undefined) {
        const merged = mergeJson(this.#base, next, current);
        return "conflict" in merged ? merged : { value: this.#validated(merged.value) };
      }
      const value = objectOf(this.#model, this.#key, current);
      for (const change of this.#updates) change(value);
      return { value: this.#validated(value) };
    } catch (error) {
      // Each change fits the model, but not both.
      if (StoreError.is(error) && error.code === "invalid_value") return { conflict: "" };
      throw error;
    }
  }

  #validated(value: unknown): JsonValue {
    return copyOf(this.#model.validate(value), this.#key);
  }

  /** Ends the use: a change that comes later throws an error instead of being lost. */
  end(): void {
    for (const object of this.#own) Object.freeze(object);
  }
}

/** An object of its own: a schema may return its defaults themselves. */
function objectOf(model: StoreModel<object>, key: string, stored: JsonValue | undefined): object {
  const value = stored === undefined ? model.initial() : model.validate(structuredClone(stored));
  return copyOf(value, key) as object;
}

/** All objects and lists of a value that JSON can represent. */
function objectsOf(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsOf)];
}

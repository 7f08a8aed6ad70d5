/** Marks values that are known to be deeply frozen JSON, so that nobody has to check or copy them again. */

/**
 * Freezes an object or a list whose parts are deeply frozen JSON already, and marks it: {@link isFrozenJson} is true for it.
 * The caller guarantees that about the parts; nothing checks it.
 */
export function markFrozenJson<Value extends object>(value: Value): Value {
  new Mark(value);
  return Object.freeze(value);
}

/** Whether a value is marked as deeply frozen JSON. False for strings, numbers and everything that is not marked. */
export function isFrozenJson(value: unknown): value is object {
  return typeof value === "object" && value !== null && Mark.isOn(value);
}

/** Returns the object that it gets, so that a subclass adds its fields to that object. */
class Returned {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the subclass marks this object
    return value;
  }
}

/** A private field: nothing outside this file can add it, read it or remove it. A `WeakSet` takes fifty times as long. */
class Mark extends Returned {
  readonly #isFrozen = true;

  static isOn(value: object): boolean {
    return #isFrozen in value;
  }
}

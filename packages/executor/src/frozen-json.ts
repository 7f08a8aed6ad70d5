import type { JsonValue } from "@helve/core";

/** As deep as `canonicalJson` goes. */
const deepest = 1000;

/**
 * A copy of a value that nobody can change. A property that is `undefined` is left out.
 *
 * @returns `undefined` for what JSON can't say: a date, a function, `NaN`, a circle, nesting over 1000 levels
 */
export function frozenJson(value: unknown): JsonValue | undefined {
  return copy(value, true, 0);
}

/** The same, of a value that may be changed. */
export function jsonCopy(value: unknown): JsonValue | undefined {
  return copy(value, false, 0);
}

/**
 * The same, of whatever there is: what JSON says otherwise is as `JSON.stringify` has it, a date as text.
 *
 * @throws TypeError for what that can't say either: a circle, a bigint, nothing at all
 */
export function record<Value>(value: Value): Value {
  return (frozenJson(value) ?? frozen(plain(value))) as Value;
}

/** As `JSON.stringify` says it. */
export function plain(value: unknown): JsonValue {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value}`);
  return JSON.parse(text);
}

/** Freezes a value itself, and all that is in it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

function copy(value: unknown, isFrozen: boolean, depth: number): JsonValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : undefined; // JSON has no -0
    case "object":
      if (value === null) return null;
      if (depth === deepest) return undefined;
      return Array.isArray(value) ? copyArray(value, isFrozen, depth) : copyObject(value, isFrozen, depth);
    default:
      return undefined;
  }
}

function copyArray(value: readonly unknown[], isFrozen: boolean, depth: number): JsonValue | undefined {
  const items: JsonValue[] = [];
  for (const item of value) {
    const made = copy(item, isFrozen, depth + 1);
    if (made === undefined) return undefined;
    items.push(made);
  }
  return isFrozen ? Object.freeze(items) : items;
}

function copyObject(value: object, isFrozen: boolean, depth: number): JsonValue | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return undefined;
  const made: Record<string, JsonValue> = {};
  const source = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(source)) {
    const member = source[key];
    if (member === undefined) continue;
    const copied = copy(member, isFrozen, depth + 1);
    if (copied === undefined) return undefined;
    if (key === "__proto__") define(made, key, copied);
    else made[key] = copied;
  }
  return isFrozen ? Object.freeze(made) : made;
}

/** A property of its own, whatever its name. */
function define(object: object, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

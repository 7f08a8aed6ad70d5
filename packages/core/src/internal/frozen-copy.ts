import { isFrozenJson } from "./frozen-json.ts";

/**
 * A deeply frozen copy of a value: what was decided on can't change before it runs. A value that is already deeply frozen is
 * returned as it is. Properties that are `undefined` are left out; values that JSON can't represent are kept by reference.
 */
export function frozenCopy<Value>(value: Value): Value {
  return isFrozen(value) ? value : (copy(value, new Map()) as Value);
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isFrozenJson(value)) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

/** @param copies - the copies made so far, by original, so that a circular structure stays circular */
function copy(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const existing = copies.get(value);
  if (existing !== undefined) return existing;
  const copied: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  copies.set(value, copied);
  for (const [key, member] of Object.entries(copied)) {
    if (typeof member === "object") Reflect.set(copied, key, copy(member, copies));
    else if (member === undefined && !Array.isArray(copied)) Reflect.deleteProperty(copied, key);
  }
  return Object.freeze(copied);
}

/** Whether a value is an array or a plain object. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

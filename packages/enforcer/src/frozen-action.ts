import type { Action } from "@helve/core";

/**
 * An action that nobody can change while the rules look at it, or later: what they saw is what runs. One that is frozen
 * already, with all that is in it, is itself; of another one this is a copy, without what is `undefined`.
 */
export function frozenAction(action: Action): Action {
  return isFrozen(action) ? action : (copy(action, new Map()) as Action);
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

/** @param made - the copies of what was met before: a circle stays one */
function copy(value: unknown, made: Map<unknown, unknown>): unknown {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const known = made.get(value);
  if (known !== undefined) return known;
  const copied: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  made.set(value, copied);
  for (const [key, member] of Object.entries(copied)) {
    if (typeof member === "object") Reflect.set(copied, key, copy(member, made));
    else if (member === undefined && !Array.isArray(copied)) Reflect.deleteProperty(copied, key);
  }
  return Object.freeze(copied);
}

/** A list, or an object of an object literal. What is neither, JSON can't say; it stays as it is. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

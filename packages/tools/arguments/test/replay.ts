import type { Repair } from "@helve/core";
import { pointerParts } from "@helve/core/internal";

/** Applies the repairs of a value again, and returns the result. */
export function replay(value: unknown, repairs: readonly Repair[]): unknown {
  return repairs.reduce<unknown>((whole, { path, after }) => replaced(whole, pointerParts(path), after), value);
}

function replaced(value: unknown, [key, ...below]: readonly string[], after: unknown): unknown {
  if (key === undefined) return after;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === key ? replaced(item, below, after) : item));
  }
  const members = new Map(Object.entries(Object(value)));
  const member = replaced(members.get(key), below, after);
  if (member === undefined) members.delete(key);
  else members.set(key, member);
  return Object.fromEntries(members);
}

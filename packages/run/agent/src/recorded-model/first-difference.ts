import type { JsonValue } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";

/** Finds the first difference of two JSON values, members in the order of their names; the path is `""` if they are equal. */
export function firstDifference(before: JsonValue, after: JsonValue): Difference {
  const walk: Walk = { order: 0, path: [] };
  const found = differ(before, after, walk) ?? { before, after };
  return { path: jsonPointer(walk.path), before: short(found.before), after: short(found.after), order: walk.order };
}

/** The first place at which two JSON values differ. */
export interface Difference {
  /** JSON pointer. */
  readonly path: string;
  /** The two values there as short JSON, or `nothing`. */
  readonly before: string;
  readonly after: string;
  /** How many equal values come before it: the later it is, the more similar the values are. */
  readonly order: number;
}

interface Walk {
  order: number;
  readonly path: PropertyKey[];
}

interface Pair {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Leaves the path of the difference in `walk`. */
function differ(before: JsonValue | undefined, after: JsonValue | undefined, walk: Walk): Pair | undefined {
  for (const key of commonKeys(before, after) ?? []) {
    walk.path.push(key);
    const found = differ(memberOf(before, key), memberOf(after, key), walk);
    if (found !== undefined) return found;
    walk.path.pop();
  }
  if (commonKeys(before, after) !== undefined) return undefined;
  if (before !== after) return { before, after };
  walk.order++;
  return undefined;
}

/** The keys of two objects or two lists; `undefined` if the values are not both one or both the other. */
function commonKeys(before: JsonValue | undefined, after: JsonValue | undefined): readonly PropertyKey[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
}

/** Returns an own member of a JSON value. */
function memberOf(value: JsonValue | undefined, key: PropertyKey): JsonValue | undefined {
  return Object.hasOwn(Object(value), key) ? Object(value)[key] : undefined;
}

/** Shortens a value for a message. */
function short(value: JsonValue | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const maxLength = 80;

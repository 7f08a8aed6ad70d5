import type { JsonValue } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";
import { patchBetween } from "./json-patch.ts";

/**
 * Merges two changes of one value, if both can be kept: changes of different members, and items that both add at the end of a list. The
 * items of `theirs` come first.
 *
 * @param base - the value before both changes; `undefined` for none, as in the others
 * @param mine - the value after the one change
 * @param theirs - the value after the other change
 * @returns the merged value, or the JSON Pointer of the first value that both have changed
 */
export function mergeJson(base: Value, mine: Value, theirs: Value, path = ""): Merged | Conflict {
  if (isSame(base, theirs)) return { value: mine };
  if (isSame(base, mine)) return { value: theirs };
  if (isObject(base) && isObject(mine) && isObject(theirs)) return mergeObjects([base, mine, theirs], path);
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const { length } = base;
    const onlyAdd = [mine, theirs].every((list) => isSame(base, list.slice(0, length)));
    if (onlyAdd) return { value: [...theirs, ...mine.slice(length)] };
  }
  return { conflict: path };
}

type Value = JsonValue | undefined;
type Members = Readonly<Record<string, JsonValue>>;

/** A value in which both changes are kept; `undefined` if not found any more. */
export interface Merged {
  readonly value: Value;
}

/** The place of a value that both have changed. */
export interface Conflict {
  readonly conflict: string;
}

function mergeObjects([base, mine, theirs]: readonly [Members, Members, Members], path: string): Merged | Conflict {
  const entries: [string, JsonValue][] = [];
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [before, own, other] = [base, mine, theirs].map((of) => (Object.hasOwn(of, name) ? of[name] : undefined));
    const merged = mergeJson(before, own, other, path + jsonPointer([name]));
    if ("conflict" in merged) return merged;
    if (merged.value !== undefined) entries.push([name, merged.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function isSame(one: Value, other: Value): boolean {
  if (one === undefined || other === undefined) return one === other;
  return patchBetween(one, other).length === 0;
}

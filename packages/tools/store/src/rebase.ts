import type { JsonValue } from "@helve/core";
import type { Draft } from "./draft.ts";
import type { StoreError } from "./store-error.ts";
import type { ChangedValues, StoreSnapshot } from "./versioned-values.ts";

/**
 * Returns the values that a transaction stores: its changes, merged with the changes that others have stored since it began.
 *
 * @param current - the values as they are now
 * @param conflict - creates the error for a value, and the place in it
 * @throws StoreError `conflict` if both changes can't be kept
 */
export function rebase(
  { before, changed, drafts }: TransactionChanges,
  current: { get(key: string): JsonValue | undefined },
  conflict: (key: string, path: string) => StoreError,
): ChangedValues {
  const next = new Map(changed);
  for (const [key, value] of changed) {
    const now = current.get(key);
    // The same value is the same object as long as nobody has changed it.
    if (now === before.get(key)) continue;
    const draft = drafts.get(key);
    const merged = draft === undefined || value === undefined ? { conflict: "" } : draft.rebase(value, now);
    if ("conflict" in merged) throw conflict(key, merged.conflict);
    next.set(key, merged.value);
  }
  return next;
}

/** The changes that a transaction commits. */
export interface TransactionChanges {
  /** The values when it began. */
  readonly before: StoreSnapshot;
  readonly changed: ChangedValues;
  /** The objects of the values that can be merged with what others have stored. */
  readonly drafts: ReadonlyMap<string, Draft>;
}

/** Saves what predicates remember of earlier steps. */
import type { GuardContext, JsonValue, Predicate } from "@helve/core";
import { isObject } from "@helve/core/internal";

/** Returns snapshots of predicates' memories after the steps of a trajectory. */
export function memorySnapshots(
  predicates: Iterable<Predicate>,
  { trajectory, earlier }: Pick<GuardContext, "trajectory" | "earlier">,
): readonly JsonValue[] {
  const memories = new Set(Array.from(predicates, ({ memory }) => memory).filter((memory) => memory !== undefined));
  const kept = keptMemories(earlier);
  return Array.from(memories, (memory) => memory.snapshot({ trajectory, earlier: kept }));
}

/** Finds the snapshots of predicates' memories among the guards' snapshots of a session. */
export function keptMemories(kept: readonly JsonValue[] | undefined): readonly JsonValue[] | undefined {
  return kept?.flatMap((snapshot) => {
    const memories = isObject(snapshot) ? (snapshot as { readonly predicates?: JsonValue }).predicates : undefined;
    return Array.isArray(memories) ? memories : [];
  });
}

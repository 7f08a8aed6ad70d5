import type { PredicateContext } from "@helve/core";
import type { Effect, Target } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { earlierWrites } from "./earlier-writes.ts";

/** Something that is deleted. */
export interface Deleted {
  readonly target: Target;
  readonly recursive: boolean;
  /** Its place in the text. */
  readonly start: number;
}

/**
 * Creates a test of whether a deleted file was created before: by an earlier step of the trajectory, or, for a single file,
 * earlier in the same text.
 */
export function createdBefore(
  host: PreparedPolicy,
  context: PredicateContext,
  effects: readonly Effect[],
): (deleted: Deleted) => boolean {
  const here = new Map<string, number>();
  for (const effect of effects) {
    if (!createsFile(effect) || effect.target === null || effect.target.glob) continue;
    const { path } = effect.target;
    here.set(path, Math.min(effect.start, here.get(path) ?? effect.start));
  }
  const earlier = earlierWrites(host, context);
  return ({ target: { path, glob }, recursive, start }) => {
    if (glob) return false;
    const madeHere = here.get(path);
    return (!recursive && madeHere !== undefined && madeHere < start) || earlier(path).some(createsFile);
  };
}

/** Whether an effect creates a file; a file that is written completely counts as new. */
function createsFile(effect: Effect): effect is Effect & { readonly kind: "write" } {
  return effect.kind === "write" && (effect.mode === "create" || effect.mode === "replace");
}

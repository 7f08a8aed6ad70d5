import type { PredicateContext } from "@helve/core";
import type { Effect, Target } from "@helve/effects";
import type { Host } from "../host.ts";
import { earlierWrites } from "./earlier-writes.ts";

/** Something that is deleted. */
export interface Deleted {
  readonly target: Target;
  readonly recursive: boolean;
  /** Its place in the text. */
  readonly start: number;
}

/**
 * Tells of what is deleted whether the trajectory made it: a step that ran, or, of a single file, the same text further
 * to the front.
 */
export function madeBefore(
  host: Host,
  context: PredicateContext,
  effects: readonly Effect[],
): (deleted: Deleted) => boolean {
  const here = new Map<string, number>();
  for (const effect of effects) {
    if (!makes(effect) || effect.target === null || effect.target.glob) continue;
    const { path } = effect.target;
    here.set(path, Math.min(effect.start, here.get(path) ?? effect.start));
  }
  const earlier = earlierWrites(host, context);
  return ({ target: { path, glob }, recursive, start }) => {
    if (glob) return false;
    const madeHere = here.get(path);
    return (!recursive && madeHere !== undefined && madeHere < start) || earlier(path).some(makes);
  };
}

/** A file that is written whole is taken to be new. */
function makes(effect: Effect): effect is Effect & { readonly kind: "write" } {
  return effect.kind === "write" && (effect.mode === "create" || effect.mode === "replace");
}

import type { PredicateContext } from "@helve/core";
import type { Effect, Target, WriteEffect } from "@helve/effects";
import { effectsOfAction } from "../action-effects.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";

/**
 * Creates a lookup of the writes that earlier steps of the session did to a file: `writes("a.sh")` returns the write of
 * `curl -o a.sh https://x.io`. The trajectory is read at the first lookup.
 */
export function earlierWrites(
  policy: PreparedPolicy,
  { trajectory }: PredicateContext,
): (path: string) => readonly WriteEffect[] {
  let writes: ReadonlyMap<string, readonly WriteEffect[]> | undefined;
  return (path) => {
    if (trajectory.length === 0) return [];
    writes ??= groupWritesByPath(
      trajectory.flatMap(({ action, ran }) =>
        ran ? effectsOfAction(action, policy).parts.flatMap(({ effects }) => effects) : [],
      ),
    );
    return writes.get(path) ?? [];
  };
}

/** Groups the writes to literal paths by path; writes to globs and to unknown targets are left out. */
function groupWritesByPath(effects: readonly Effect[]): ReadonlyMap<string, readonly WriteEffect[]> {
  const writesByPath = new Map<string, WriteEffect[]>();
  for (const effect of effects) {
    if (effect.kind !== "write" || effect.target === null || effect.target.glob) continue;
    const writes = writesByPath.get(effect.target.path);
    if (writes === undefined) writesByPath.set(effect.target.path, [effect]);
    else writes.push(effect);
  }
  return writesByPath;
}

/** A deletion in a code text. */
export interface Deletion {
  readonly target: Target;
  readonly recursive: boolean;
  /** The offset of the deletion in the code. */
  readonly start: number;
}

/**
 * Creates a test of whether a deleted file was created before: by an earlier step of the trajectory, or, for a single file,
 * earlier in the same code (`touch a; rm a`).
 */
export function wasCreatedBefore(
  policy: PreparedPolicy,
  context: PredicateContext,
  effects: readonly Effect[],
): (deletion: Deletion) => boolean {
  const firstCreation = new Map<string, number>();
  for (const effect of effects) {
    if (!createsFile(effect) || effect.target === null || effect.target.glob) continue;
    const { path } = effect.target;
    firstCreation.set(path, Math.min(effect.start, firstCreation.get(path) ?? effect.start));
  }
  const writesOfEarlierSteps = earlierWrites(policy, context);
  return ({ target: { path, glob }, recursive, start }) => {
    if (glob) return false;
    const createdAt = firstCreation.get(path);
    const createdInSameCode = !recursive && createdAt !== undefined && createdAt < start;
    return createdInSameCode || writesOfEarlierSteps(path).some(createsFile);
  };
}

/** Whether an effect creates a file; a file that is written completely counts as new. */
function createsFile(effect: Effect): effect is Effect & { readonly kind: "write" } {
  return effect.kind === "write" && (effect.mode === "create" || effect.mode === "replace");
}

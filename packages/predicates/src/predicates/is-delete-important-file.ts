import type { PredicateContext } from "@helve/core";
import type { Effect, FileEffect, MoveEffect, Target, WriteEffect } from "@helve/effects";
import type { ImportantFiles } from "../important-files.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { createdBefore } from "./created-files.ts";
import { certainHit, type EffectPredicate, type Hit, unknownHit } from "./effect-predicate.ts";

/** Whether an important file is deleted, destroyed or overwritten: one that the host names, or by default. */
export const isDeleteImportantFile: EffectPredicate = {
  names: ["is_delete_important_file", "deletes_important_file"],
  description:
    "Whether it deletes or overwrites a file that the host declared important; by default keys, repositories, files of " +
    "the system, and whatever was not made by the trajectory and can't be made again.",
  nothing: "deletes or overwrites an important file",
  ask({ host, context, effects }) {
    const decide = host.declared === undefined ? byDefault(host, context, effects) : byGlobs(host.declared);
    return (effect) => (isLoss(effect) ? decide(effect) : false);
  },
};

type Loss = FileEffect | WriteEffect | MoveEffect;

/** What was there is gone, or another. */
function isLoss(effect: Effect): effect is Loss {
  if (effect.kind === "write") return effect.mode === "replace" || effect.mode === "change";
  return effect.kind === "delete" || effect.kind === "destroy" || effect.kind === "move";
}

function byGlobs(declared: readonly ImportantFiles[]): (effect: Loss) => Hit | false {
  return (effect) => {
    if (declared.length === 0) return false;
    // What is moved away is still there; what it takes the place of is not.
    const target = effect.kind === "move" ? effect.to : effect.target;
    const recursive = effect.kind !== "move" && effect.recursive;
    if (target === null) return unknownHit;
    const found = declared
      .map(({ glob, concerned }) => ({ glob, truth: concerned(target, recursive) }))
      .filter(({ truth }) => truth !== false)
      // Files that are copied to a directory replace only those of their names.
      .map(({ glob, truth }) => ({ glob, truth: effect.kind === "write" && recursive ? "unknown" : truth }));
    const first = found.find(({ truth }) => truth === true) ?? found[0];
    if (first === undefined) return false;
    return first.truth === true
      ? { truth: true, because: `, which "${first.glob}" protects` }
      : { truth: "unknown", because: `, which may hold what "${first.glob}" protects` };
  };
}

function byDefault(
  host: PreparedPolicy,
  context: PredicateContext,
  effects: readonly Effect[],
): (effect: Loss) => Hit | false {
  const made = createdBefore(host, context, effects);
  return (effect) => {
    const { kind, target, recursive } = effect;
    if (target === null) return kind === "delete" || kind === "destroy" ? unknownHit : false;
    const replaced = kind === "move" && effect.to !== null ? host.important.find(effect.to, false) : null;
    const important = host.important.find(target, recursive) ?? replaced;
    if (important !== null) return { truth: important.truth, because: `, which "${important.glob}" protects` };
    if (kind === "write" || (kind === "move" && !isThrownAway(effect, host))) return false;
    if (isReplaceable(target, host) || made({ target, recursive, start: effect.start })) return false;
    return { ...certainHit, because: ", which this trajectory did not make" };
  };
}

/** A file that is moved to where nobody keeps files. */
function isThrownAway({ to }: MoveEffect, { temporary }: PreparedPolicy): boolean {
  return to !== null && temporary.find(to, false) !== null;
}

function isReplaceable(target: Target, { replaceable, temporary }: PreparedPolicy): boolean {
  return replaceable.find(target, false)?.truth === true || temporary.find(target, false)?.truth === true;
}

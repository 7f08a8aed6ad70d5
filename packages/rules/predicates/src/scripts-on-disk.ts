import type { Effect, Origin } from "@helve/effects";
import type { EffectsPart } from "./effects-part.ts";

/**
 * Combines the effects of a call with and without the scripts on the disk. A script adds its certain effects, and resolves effects that were
 * unknown without it. Its own unknown effects are ignored: the call could run it before without being read.
 *
 * @param read - the effects with the texts of the disk
 * @param unread - the effects without them
 */
export function withScriptsOfDisk(
  read: readonly EffectsPart[],
  unread: readonly EffectsPart[],
): readonly EffectsPart[] {
  if (read.length !== unread.length) return read;
  return read.map((part, at) => {
    const before = unread[at]?.effects ?? [];
    const keys = new Set(before.map((effect) => JSON.stringify(effect)));
    const effects = part.effects.filter(
      (effect) => keys.has(JSON.stringify(effect)) || (!isVague(effect) && !isJudgedBefore(effect, before)),
    );
    return { ...part, effects };
  });
}

/** Whether an effect of a script is too vague to ask about, because its target is decided at run time. */
function isVague(effect: Effect): boolean {
  if (effect.kind === "anything" || effect.certainty === "unknown") return true;
  switch (effect.kind) {
    case "read":
    case "list":
    case "delete":
    case "permission":
    case "write":
      return effect.target === null;
    case "destroy":
      return effect.target === null && effect.device === undefined && effect.by !== "git";
    case "move":
      return effect.target === null || effect.to === null;
    case "network":
      return effect.host == null && effect.direction !== "listen";
    case "install":
      return effect.source === "unknown" || effect.packages === null;
    case "execute":
      return !effect.from.some(isForeign) && (effect.program === null || effect.from.some(isSupplied));
    default:
      return false;
  }
}

/** Whether data comes from the network or was encoded. */
function isForeign({ kind }: Origin): boolean {
  return kind === "network" || kind === "encoded";
}

/** Whether data comes from outside of the code: input, the environment, output of programs. */
function isSupplied({ kind }: Origin): boolean {
  return kind === "input" || kind === "environment" || kind === "output" || kind === "unknown";
}

/** Whether a write was already judged without the file's earlier content. */
function isJudgedBefore(effect: Effect, before: readonly Effect[]): boolean {
  if (effect.kind !== "persist") return false;
  const path = effect.target?.path;
  return before.some((other) => other.kind === "write" && other.start === effect.start && other.target?.path === path);
}

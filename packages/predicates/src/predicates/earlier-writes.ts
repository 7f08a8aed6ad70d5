import type { PredicateContext } from "@helve/core";
import type { Effect, WriteEffect } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { codeArgumentsOf } from "./code-arguments.ts";

/** What the steps that ran wrote to files whose names are known, by path; looked up when it is asked for. */
export function earlierWrites(
  host: PreparedPolicy,
  { trajectory }: PredicateContext,
): (path: string) => readonly WriteEffect[] {
  let writes: ReadonlyMap<string, readonly WriteEffect[]> | undefined;
  return (path) => {
    if (trajectory.length === 0) return [];
    writes ??= byPath(trajectory.flatMap(({ action, ran }) => (ran ? effectsOfAction(action, host) : [])));
    return writes.get(path) ?? [];
  };
}

function effectsOfAction({ name, args }: PredicateContext["action"], host: PreparedPolicy): readonly Effect[] {
  return codeArgumentsOf(name, host).flatMap(({ argument, language }) => {
    const text = Object.hasOwn(args, argument) ? args[argument] : undefined;
    return typeof text === "string" ? host.effects(language, text) : [];
  });
}

function byPath(effects: readonly Effect[]): ReadonlyMap<string, readonly WriteEffect[]> {
  const found = new Map<string, WriteEffect[]>();
  for (const effect of effects) {
    if (effect.kind !== "write" || effect.target === null || effect.target.glob) continue;
    const writes = found.get(effect.target.path);
    if (writes === undefined) found.set(effect.target.path, [effect]);
    else writes.push(effect);
  }
  return found;
}

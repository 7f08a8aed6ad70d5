// The symbolic links that the script itself creates with `ln -s`.
import type { EffectContext } from "../languages.ts";
import { convertedMap, LayeredMap } from "../layered-map.ts";
import { escapeGlob } from "../path.ts";
import type { Evaluation } from "./evaluation.ts";
import type { ShellState } from "./state.ts";
import { targetOf } from "./target.ts";
import { asGlob, type Value } from "./value.ts";

/** Records a symbolic link that the script creates: `ln -s a b`. */
export function recordSymlink(
  name: Value | null,
  leadsTo: Value | null,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const target = targetOf(name, state);
  const to = targetOf(leadsTo, state);
  if (target === null || target.glob || to?.path === target.path) return;
  evaluation.links.set(target.path, to === null ? null : linkTarget(to.path, to.glob));
}

/** The links of earlier code, and those that the script creates on top of them. */
export function linksOnTopOf(links: EffectContext["links"], keyOf: (path: string) => string): LayeredMap<Value | null> {
  if (links === undefined || links.size === 0) return new LayeredMap(undefined, keyOf);
  return new LayeredMap(
    convertedMap(links, (to) => (to === null ? null : linkTarget(to, false))),
    keyOf,
  );
}

/** The value of the path to which a link leads. */
export function linkTarget(text: string, glob: boolean): Value {
  return { text, glob, home: text.startsWith("~") ? true : undefined };
}

/** Resolves a path that is, or goes through, a link which the script created: after `ln -s /etc x`, `x/passwd` is `/etc/passwd`. */
export function resolveSymlink(
  value: Value | null,
  state: ShellState,
  { links }: Evaluation,
): Value | null | undefined {
  const target = links.size === 0 ? null : targetOf(value, state);
  if (target === null) return;
  for (
    let end = target.path.length, steps = 0;
    end > 0 && steps < 32;
    end = target.path.lastIndexOf("/", end - 1), steps++
  ) {
    const link = links.get(target.path.slice(0, end));
    if (link === undefined || link === null) {
      if (link === null) return null;
      continue;
    }
    const rest = target.path.slice(end);
    if (!target.glob && !link.glob) return { ...link, text: link.text + rest };
    return { ...link, glob: true, text: asGlob(link) + (target.glob ? rest : escapeGlob(rest)) };
  }
  return;
}

/** Resolves a path that goes through a link, as deleting does: `x/a` and `x/`, but not `x`, which is the link itself. */
export function resolveParentSymlink(
  value: Value | null,
  state: ShellState,
  evaluation: Evaluation,
): Value | null | undefined {
  if (value === null || evaluation.links.size === 0) return;
  const target = targetOf(value, state);
  const isLink = target !== null && evaluation.links.has(target.path) && !value.text.endsWith("/");
  return isLink ? undefined : resolveSymlink(value, state, evaluation);
}

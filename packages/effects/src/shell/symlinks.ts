// The symbolic links that the script itself creates with `ln -s`.
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
  if (target === null || target.glob || to === null) return;
  evaluation.links.set(target.path, { text: to.path, glob: to.glob, ...(to.path.startsWith("~") && { home: true }) });
}

/** Resolves a path that is, or goes through, a link which the script created: after `ln -s /etc x`, `x/passwd` is `/etc/passwd`. */
export function resolveSymlink(value: Value | null, state: ShellState, { links }: Evaluation): Value | undefined {
  const target = links.size === 0 ? null : targetOf(value, state);
  if (target === null) return;
  for (
    let end = target.path.length, steps = 0;
    end > 0 && steps < 32;
    end = target.path.lastIndexOf("/", end - 1), steps++
  ) {
    const link = links.get(target.path.slice(0, end));
    if (link === undefined) continue;
    const rest = target.path.slice(end);
    if (!target.glob && !link.glob) return { ...link, text: link.text + rest };
    return { ...link, glob: true, text: asGlob(link) + (target.glob ? rest : escapeGlob(rest)) };
  }
  return;
}

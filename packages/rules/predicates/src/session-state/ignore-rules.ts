import type { Effect, Target } from "@helve/effects";

/** Whether an effect may change which files git ignores: it writes a `.gitignore`, an unknown file or a whole folder, or is unknown. */
export function mayChangeIgnoreRules(effect: Effect): boolean {
  if (effect.kind === "anything") return true;
  if (effect.kind === "write") return mayBeIgnoreFile(effect.target, effect.recursive);
  return effect.kind === "move" && mayBeIgnoreFile(effect.to, effect.recursive);
}

/** Whether a target may be a file that says which files are ignored, such as `.gitignore`. */
function mayBeIgnoreFile(target: Target | null, recursive: boolean): boolean {
  if (target === null || target.partial || recursive) return true;
  const name = target.path.slice(target.path.lastIndexOf("/") + 1);
  // A wildcard matches no name that begins with a dot, unless the target says so.
  return target.glob && /[*?[\\(]/.test(name) ? target.hidden || name.startsWith(".") : name === ".gitignore";
}

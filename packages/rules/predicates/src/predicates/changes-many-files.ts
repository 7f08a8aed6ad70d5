import type { Effect, Target } from "@helve/effects";
import { escapeGlob } from "@helve/effects";
import { nameInFolder } from "../compared-path.ts";
import type { Base } from "../path-location.ts";
import { directoryLocation, isInside, locationOf } from "../path-location.ts";
import { certainHit, type EffectPredicate } from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";

/** `changes_many_files`: whether code moves, edits or changes the rights of a whole tree of files, as in `chmod -R 755 .`. */
export const changesManyFiles: EffectPredicate = {
  names: ["changes_many_files"],
  description:
    "Whether the code moves, edits, overwrites or changes the rights of all files in a tree, such as the project, the home " +
    "directory or everything that a search finds. Deletions, formatters, build outputs and temporary files do not count.",
  phrase: codePhrases({
    does: "changes many files at once",
    doesNot: "change many files at once",
    zh: "一次性更改大量文件",
  }),
  operand: "write",
  falseReason: "nothing in the code changes many files",
  createTest:
    ({ policy }) =>
    (effect) => {
      const target = changedTarget(effect);
      if (target === undefined || !isTree(target, "recursive" in effect && effect.recursive, policy.base)) return false;
      if (effect.kind === "write" && isSelection(target, policy.base)) return false;
      const isReplaceable =
        policy.replaceable.find(target, false)?.truth === true || policy.temporary.find(target, false)?.truth === true;
      return !isReplaceable && certainHit;
    },
};

/** The files that an effect moves, edits, overwrites or gives other rights; `undefined` for other effects. */
function changedTarget(effect: Effect): Target | undefined {
  if (effect.kind === "write" && effect.mode === "create") return undefined;
  if (effect.kind !== "write" && effect.kind !== "move" && effect.kind !== "permission") return undefined;
  return effect.target ?? undefined;
}

/** Whether a write changes only selected files, such as those found by `grep -l`. */
function isSelection({ path: named, glob, hidden, partial }: Target, { workingDirectory = "" }: Base): boolean {
  const path = nameInFolder(named, workingDirectory) ?? named;
  if (/^(?:\/|~|\.\.\/)/.test(path)) return false;
  const isOneName = partial && !/[*?[{]/.test(path.slice(path.lastIndexOf("/") + 1));
  return (
    isOneName || (partial && !hidden && path !== "**") || (glob && /^[\w.-]+\//.test(path) && /\.[\w{},*]+$/.test(path))
  );
}

/** Whether a target is a whole tree of files. */
function isTree(target: Target, recursive: boolean, base: Base): boolean {
  const { path, glob } = target;
  if (glob) return /(^|\/)\*\*(\/|$)/.test(path) || /^(\.\.\/|~\/|\/)*\*(\.\*)?$/.test(path);
  if (!recursive) return false;
  const location = locationOf(escapeGlob(path), true, base);
  const project = directoryLocation("", base);
  const home = directoryLocation(base.home ?? "~", base);
  return isInside(project, location) === true || isInside(home, location) === true;
}

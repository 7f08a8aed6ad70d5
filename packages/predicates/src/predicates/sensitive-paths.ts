import type { Origin, Target } from "@helve/effects";
import type { PathList } from "../path-list.ts";
import { type EffectPredicate, type Hit, strongestHit, unknownHit } from "./effect-predicate.ts";

/** Whether what matters is read: credentials, what is about the system or other people. */
export const readsSensitivePath: EffectPredicate = {
  names: ["reads_sensitive_path"],
  description: "Whether it reads files that hold credentials, or tell about the system or other people.",
  nothing: "reads a sensitive file",
  ask:
    ({ host }) =>
    (effect) =>
      effect.kind === "read" && !effect.namedByUser && inList(host.reading, effect.target, effect.recursive),
};

/** Whether somebody looks around where a project has no business. */
export const listsSensitiveDirectory: EffectPredicate = {
  names: ["lists_sensitive_directory"],
  description:
    "Whether it lists a directory of the system, or one with credentials; a search that shows only what fits does not.",
  nothing: "lists a sensitive directory",
  ask:
    ({ host }) =>
    (effect) => {
      if (effect.kind !== "list" || effect.target === null || isSearch(effect.target)) return false;
      return inList(host.listing, effect.target, false);
    },
};

/** Whether only what fits is shown, wherever it lies. */
function isSearch({ partial, glob, path }: Target): boolean {
  return partial || (glob && /(^|\/)\*\*\//.test(path));
}

/** Whether the contents of sensitive files get a second place. */
export const copiesSensitiveFile: EffectPredicate = {
  names: ["copies_sensitive_file"],
  description: "Whether it writes what a sensitive file holds to another file, or moves one.",
  nothing: "copies a sensitive file",
  ask:
    ({ host }) =>
    (effect) => {
      if (effect.kind === "move") return inList(host.reading, effect.target, effect.recursive);
      return effect.kind === "write" && fromList(host.reading, effect.from);
    },
};

/** Whether files of the system are made, changed or deleted. */
export const changesSystem: EffectPredicate = {
  names: ["changes_system"],
  description: "Whether it writes, moves or deletes files of the system, or files that hold credentials.",
  nothing: "changes files of the system",
  ask:
    ({ host }) =>
    (effect) => {
      switch (effect.kind) {
        case "write":
          return !effect.namedByUser && inList(host.writing, effect.target, effect.recursive);
        case "delete":
        case "destroy":
        case "permission":
          return inList(host.writing, effect.target, effect.recursive);
        case "move":
          return inList(host.writing, effect.target, effect.recursive) || inList(host.writing, effect.to, false);
        default:
          return false;
      }
    },
};

/** Whether a target is in a list; one that is not known may be. */
export function inList(list: PathList, target: Target | null, recursive: boolean, words = "which is in"): Hit | false {
  if (target === null) return unknownHit;
  const found = list.find(target, recursive);
  return found !== null && { truth: found.truth, because: `, ${words} "${found.glob}"` };
}

/** Whether data comes from a file in a list. */
function fromList(list: PathList, from: readonly Origin[]): Hit | false {
  return strongestHit(
    from.map((origin) => {
      if (origin.kind !== "file" || origin.target === null) return false;
      return inList(list, origin.target, false, "with what is in");
    }),
  );
}

/** Predicates about sensitive files and the system: `reads_sensitive_path`, `changes_system` and others. */
import type { Effect, FileEffect, Target } from "@helve/effects";
import { targetText } from "../effect-sentence.ts";
import type { PathList } from "../path-list.ts";
import { certainHit, type EffectPredicate, type Hit, strongestHit, unknownPath } from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";
import { onlyRuns } from "./writes-outside.ts";

/** `reads_sensitive_path`: whether code reads credentials or files about the system, as in `cat /etc/passwd`. */
export const readsSensitivePath: EffectPredicate = {
  names: ["reads_sensitive_path"],
  description:
    "Whether the code reads credentials, also from a store of secrets, or files about the system or other people.",
  phrase: codePhrases({
    does: "reads credentials or other sensitive files",
    doesNot: "read credentials or other sensitive files",
    zh: "读取凭据或其他敏感文件",
  }),
  operand: "read",
  falseReason: "nothing in the code reads a sensitive file",
  createTest:
    ({ policy }) =>
    (effect) =>
      (effect.kind === "reveal" && certainHit) ||
      (effect.kind === "read" && !effect.namedByUser && readingHit(effect, policy.reading)),
};

/** Returns a hit if a sensitive file is read; searches that print only file names don't count. */
function readingHit({ target, recursive, namesOnly }: FileEffect, list: PathList): Hit | false {
  const hit = inListHit(list, target, recursive, "sensitive");
  return hit !== false && hit.isAbove && namesOnly && target?.partial ? false : hit;
}

/** `lists_sensitive_directory`: whether code lists a directory of the system, as in `ls /root`. */
export const listsSensitiveDirectory: EffectPredicate = {
  names: ["lists_sensitive_directory"],
  description:
    "Whether the code lists a directory of the system, or one with credentials; a search that prints only matches does not count.",
  phrase: codePhrases({
    does: "lists a sensitive directory",
    doesNot: "list a sensitive directory",
    zh: "列出敏感目录",
  }),
  operand: "list",
  falseReason: "nothing in the code lists a sensitive directory",
  createTest:
    ({ policy }) =>
    (effect) => {
      if (effect.kind !== "list" || effect.target === null || isSearch(effect.target)) return false;
      return inListHit(policy.listing, effect.target, false, "sensitive");
    },
};

/** Whether a listing prints only files that match, as in `find /etc -name x` and `ls /etc/**\/x`. */
function isSearch({ partial, glob, path }: Target): boolean {
  return partial || (glob && /(^|\/)\*\*\//.test(path));
}

/** `copies_sensitive_file`: whether code copies or moves a sensitive file, as in `cp .env x`. */
export const copiesSensitiveFile: EffectPredicate = {
  names: ["copies_sensitive_file"],
  description: "Whether the code writes the content of a sensitive file to another file, or moves a sensitive file.",
  phrase: codePhrases({
    does: "copies or moves a sensitive file",
    doesNot: "copy or move a sensitive file",
    zh: "复制或移动敏感文件",
  }),
  operand: "copy",
  falseReason: "nothing in the code copies a sensitive file",
  createTest:
    ({ policy }) =>
    (effect) => {
      if (effect.kind === "move") return inListHit(policy.reading, effect.target, effect.recursive, "sensitive");
      if (effect.kind !== "write") return false;
      return strongestHit(
        effect.from.map(
          (origin) =>
            origin.kind === "file" && origin.target !== null && contentInListHit(policy.reading, origin.target, false),
        ),
      );
    },
};

/** `changes_system`: whether code writes, moves or deletes files of the system, as in `rm /usr/bin/a`. */
export const changesSystem: EffectPredicate = {
  names: ["changes_system"],
  description: "Whether the code writes, moves or deletes files of the system, or files that hold credentials.",
  phrase: codePhrases({
    does: "changes files of the system or files with credentials",
    doesNot: "change files of the system or files with credentials",
    zh: "更改系统文件或凭据文件",
  }),
  operand: "write",
  falseReason: "nothing in the code changes files of the system",
  createTest:
    ({ policy: { writing, creating } }) =>
    (effect) => {
      const created = (target: Target | null, recursive: boolean): Hit | false =>
        perhapsAbove(inListHit(creating, target, recursive, "protected"));
      switch (effect.kind) {
        case "write":
          if (effect.namedByUser) return false;
          return (
            perhapsAbove(inListHit(writing, effect.target, effect.recursive, "protected")) ||
            (!(effect.mode === "change" && effect.target?.glob) && created(effect.target, effect.recursive))
          );
        case "destroy":
          // A disk is a part of the system; what git throws away is in its working tree.
          if (effect.target === null && effect.device !== undefined) return certainHit;
          if (effect.by === "git")
            return (
              effect.target !== null && perhapsAbove(inListHit(writing, effect.target, effect.recursive, "protected"))
            );
          return inListHit(writing, effect.target, effect.recursive, "protected");
        case "delete":
          return inListHit(writing, effect.target, effect.recursive, "protected");
        case "permission": {
          const hit = inListHit(writing, effect.target, effect.recursive, "protected");
          return hit !== false && (onlyRuns(effect) || (hit.isAbove && addsRights(effect))) ? false : perhapsAbove(hit);
        }
        case "move":
          return (
            inListHit(writing, effect.target, effect.recursive, "protected") ||
            perhapsAbove(inListHit(writing, effect.to, effect.recursive, "protected")) ||
            created(effect.to, effect.recursive)
          );
        default:
          return false;
      }
    },
};

/** Whether a change only adds rights for a file's owner, or to read or execute it. */
function addsRights({ change, value }: Extract<Effect, { readonly kind: "permission" }>): boolean {
  return (
    change === "mode" && /^(?:u*\+[rwxX]+|[ugoa]*\+[rxX]+)(?:,(?:u*\+[rwxX]+|[ugoa]*\+[rxX]+))*$/.test(value ?? "")
  );
}

/** Returns a hit if a target matches a path list or is unknown. @param quality - what the paths of the list are */
export function inListHit(
  list: PathList,
  target: Target | null,
  recursive: boolean,
  quality: "sensitive" | "protected",
): ListHit | false {
  if (target === null) return { ...unknownPath, because: `, which may be ${quality}` };
  const match = list.find(target, recursive);
  if (match === null) return false;
  const { truth, glob, isAbove } = match;
  const because = isAbove ? `contains ${quality} files: "${glob}"` : `is ${quality}: it matches "${glob}"`;
  return { truth, because: `, which ${because}`, isAbove };
}

/** Returns an unknown hit for a write to a directory that may contain listed files. */
function perhapsAbove(hit: ListHit | false): Hit | false {
  return hit !== false && hit.isAbove ? { ...hit, truth: "unknown" } : hit;
}

/** A hit of a path list. */
type ListHit = Hit & { readonly isAbove?: boolean };

/**
 * Returns a hit if data comes from a file that matches a path list.
 *
 * @param isNamed - whether the sentence about the effect names the file
 */
export function contentInListHit(list: PathList, source: Target | null, isNamed: boolean): Hit | false {
  if (source === null) return unknownPath;
  const match = list.find(source, false);
  if (match === null) return false;
  const content = isNamed ? `, and ${targetText(source)} is` : ` with the content of ${targetText(source)}, which is`;
  return { truth: match.truth, because: `${content} sensitive: it matches "${match.glob}"` };
}

/** Finds effects on protected paths other than the writes and deletions that `changes_system` finds. */
import type { Effect, FileEffect, Target, WriteEffect } from "@helve/effects";
import { type Answer, unread, unsure } from "./answer.ts";
import { isGuardedProgram } from "./later-variables.ts";
import type { ProtectedKind, ProtectedPaths } from "./protected-paths.ts";
import { fileNamed, isAtOrAbove } from "./words.ts";

/** The paths and policy that an effect is compared with. */
export interface TouchContext {
  readonly paths: ProtectedPaths;
  readonly home: string;
  /** Whether the call runs a Helve command that only reads. */
  readonly runsHelve: boolean;
  /** Whether the session wrote a file. */
  readonly isOfSession: (target: Target) => boolean;
}

/** Whether an effect changes, moves or reveals a protected path. */
export function touchedPath(effect: Effect, { paths, home, runsHelve, isOfSession }: TouchContext): Answer | undefined {
  const kindOf = (target: Target | null): ProtectedKind | undefined =>
    target === null ? undefined : paths.kindOf(target);
  const deleted = ({ by, target }: FileEffect): Answer | undefined =>
    kindOf(target) === "settings" ? unsure(`${by} deletes the protected file ${target?.path}`) : undefined;
  const overwritten = ({ by, target }: FileEffect | WriteEffect): Answer | undefined => {
    if (descriptors.test(target?.path ?? "")) {
      return unread(`${by} writes to a file that is open already, and it is not known which`);
    }
    if (target !== null && paths.isKeptBehindLink(target)) {
      return { truth: true, reason: `${by} changes ${paths.realPath(target)}, which is protected, behind a link` };
    }
    if (target !== null && paths.isKeptInOtherLetters(target)) {
      return unsure(`${by} changes ${target.path}, which on many disks is a protected file`);
    }
    return kindOf(target) === "linked"
      ? { truth: true, reason: `${by} changes a protected file by another name of it` }
      : undefined;
  };
  // A folder of the project may have the name, too.
  const replaces = (target: Target | null): boolean =>
    target !== null && isGuardedProgram(target.path) && !paths.isInProject(target);
  const replaced = ({ by, target }: WriteEffect): Answer | undefined =>
    by !== "mkdir" && replaces(target)
      ? unsure(`${by} makes ${target?.path}, which may start in place of a guarded program`)
      : undefined;
  const isInHome = (target: Target | null): boolean =>
    target !== null && isAtOrAbove(paths.realPath(fileNamed(home)), paths.realPath(target));
  switch (effect.kind) {
    case "permission":
      return kindOf(effect.target) === undefined
        ? undefined
        : unsure(
            `${effect.by} changes the permissions of ${effect.target?.path}, which is protected or contains protected files`,
          );
    case "move":
      if (replaces(effect.to))
        return unsure(`${effect.by} makes ${effect.to?.path}, which may start in place of a guarded program`);
      return [effect.target, effect.to].some((target) => /above|settings/.test(kindOf(target) ?? ""))
        ? unsure(`${effect.by} moves a protected file, or a folder with protected files`)
        : undefined;
    case "delete":
      return deleted(effect);
    case "destroy":
      return overwritten(effect) ?? deleted(effect);
    case "write": {
      const found = overwritten(effect) ?? replaced(effect);
      if (found !== undefined) return found;
      if (effect.from.some((origin) => origin.kind === "file" && kindOf(origin.target) === "program")) {
        return unsure(`${effect.by} copies the program of Helve, which may then run under another name`);
      }
      // Text that is written literally is parsed as code elsewhere.
      return kindOf(effect.target) === "settings" && effect.from.some(({ kind }) => kind !== "literal")
        ? unsure(`${effect.by} writes ${effect.target?.path}, which is protected, and it is not known what`)
        : undefined;
    }
    case "read":
      if (kindOf(effect.target) === "state") {
        const isNamed = effect.target?.glob !== true || /helve|record\.key/.test(effect.target.path);
        if (isNamed) return { truth: true, reason: `${effect.by} reads what Helve remembers: helve log prints it` };
      }
      return effect.target !== null &&
        (isPattern(effect.target) || effect.recursive) &&
        paths.mayHoldState(asPattern(effect.target))
        ? unsure(`${effect.by} may read what Helve remembers`)
        : undefined;
    case "persist":
      return effect.where === "startup file" && isInHome(effect.target)
        ? unsure(`${effect.by} changes ${effect.target?.path}, which may start clients in another way`)
        : undefined;
    case "execute": {
      const isOwn = effect.from.some((origin) => origin.kind === "file" && kindOf(origin.target) === "program");
      if (isOwn) {
        return runsHelve
          ? undefined
          : { truth: true, reason: "it runs code of Helve, which may change what is allowed" };
      }
      if (effect.from.some((origin) => origin.kind === "file" && kindOf(origin.target) === "state"))
        return unsure(`${effect.by} runs what Helve remembers as code, and its errors print it`);
      // A file is read, or is a program of the project. Everything else may be any code.
      const isOfFiles =
        effect.from.length > 0 && effect.from.every(({ kind }) => kind === "file" || kind === "literal");
      const isFetched = effect.from.some(({ kind }) => kind === "network" || kind === "encoded");
      const isUnknown =
        (effect.program === null && !isOfFiles) ||
        isFetched ||
        (effect.objects === true &&
          effect.from.some((origin) => origin.kind !== "file" || origin.target === null || isOfSession(origin.target)));
      return isUnknown ? unread(`it is unknown which code ${effect.by} runs`) : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether a path has wildcards, also one that a tool gets as a text: `read_many_files { paths: ["~/.local/**"] }`. */
const isPattern = ({ glob, path }: Target): boolean => glob || /[*?]/.test(path);

const asPattern = (target: Target): Target =>
  !target.glob && isPattern(target) ? { ...target, glob: true, hidden: true } : target;

/** Files that a process has open, by their numbers: all but standard output and errors, and the pipes of `>(…)`. */
const descriptors = /^\/(?:dev|proc\/(?:self|thread-self))\/(?:stdin|fd\/(?![12]$|6\d$).*)$/;

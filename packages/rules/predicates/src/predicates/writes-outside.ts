import type { Effect, Target } from "@helve/effects";
import { directoryLocation, isInside, targetLocation } from "../path-location.ts";
import { type EffectPredicate, unknownHit, unknownPath } from "./effect-predicate.ts";
import { createdBefore } from "./is-delete-important-file.ts";

/** `writes_outside`: whether code writes, moves or deletes files outside of directories, as in `writes_outside("src")`. */
export const writesOutside: EffectPredicate = {
  names: ["writes_outside"],
  description:
    "Whether the code writes, moves or deletes files, or changes their rights, outside of the directories; without directories, " +
    "outside of the working directory. Directories for temporary files never count.",
  phrase: [
    {
      when: [],
      en: "it changes files outside of the working directory",
      zh: "它会更改工作目录之外的文件",
      not: {
        en: "it does not change files outside of the working directory",
        zh: "它不会更改工作目录之外的文件",
      },
    },
    // A value of the call is what is inspected, and not a directory.
    {
      when: "literals",
      en: "it changes files outside of {0&}",
      zh: "它会更改{0&}之外的文件",
      not: { en: "it does not change files outside of {0&}", zh: "它不会更改{0&}之外的文件" },
    },
  ],
  parameter: { name: "directory", schema: { type: "string" }, required: false, rest: true },
  operand: "write",
  falseReason: "nothing in the code writes outside of the allowed directories",
  createTest({ policy, operands, created, part }) {
    const isOwn = createdBefore(policy, created, part);
    const { workingDirectory = "the working directory" } = policy.original;
    const directories = operands.length > 0 ? operands : [""];
    const allowed = directories.map((directory) => directoryLocation(directory, policy.base));
    const outside = `outside of ${directories.map((directory) => directory || workingDirectory).join(" and ")}`;
    return (effect) => {
      const isOutside = changedTargets(effect).map((target) => {
        if (target === null) return "unknown";
        if (transientDevice.test(target.path) || policy.temporary.find(target, false) !== null) return false;
        // Files that the session created are its own, wherever they are.
        if (operands.length === 0 && (isOwn(target, effect.start) || isWorktree(effect))) return false;
        const location = targetLocation(target, policy.base);
        const isAllowed = allowed.map((directory) => isInside(location, directory));
        if (isAllowed.includes(true)) return false;
        return isAllowed.includes("unknown") ? "unknown" : true;
      });
      if (isOutside.includes(true)) return { truth: true, because: `, which is ${outside}` };
      if (changedTargets(effect).includes(null)) return unknownPath;
      return isOutside.includes("unknown") && { ...unknownHit, because: `, which may be ${outside}` };
    };
  },
};

/** The files that an effect changes; `null` for an unknown file. */
function changedTargets(effect: Effect): readonly (Target | null)[] {
  switch (effect.kind) {
    case "move":
      return [effect.target, effect.to];
    case "write":
      return effect.namedByUser ? [] : [effect.target];
    case "destroy":
      // If git discards changes without naming files, they are in its working tree. A device is in no directory.
      return effect.target === null && (effect.by === "git" || effect.device !== undefined) ? [] : [effect.target];
    case "delete":
      return [effect.target];
    case "permission":
      // A program that may be run has the same content as before.
      return effect.target === null || onlyRuns(effect) ? [] : [effect.target];
    default:
      return [];
  }
}

/** Whether an effect is a new working tree of the repository: `git worktree add ../fix`. */
function isWorktree(effect: Effect): boolean {
  const isOwn = (from: Extract<Effect, { readonly kind: "write" }>["from"]): boolean =>
    from.length > 0 && from.every((origin) => origin.kind === "output" && origin.by === "git");
  return effect.kind === "write" && effect.by === "git" && effect.isNew === true && isOwn(effect.from);
}

/** Whether a change of rights only lets a file be run: `chmod +x`. */
export function onlyRuns({ change, recursive, value }: Extract<Effect, { readonly kind: "permission" }>): boolean {
  return change === "mode" && !recursive && /^[ugoa]*\+[xX]$/.test(value ?? "");
}

/** Devices that do not store what is written to them: `/dev/null`. */
const transientDevice =
  /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/.*|pts\/.*|tcp\/.*|udp\/.*)$/;

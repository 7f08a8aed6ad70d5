/** Decides by facts about the project whether deleting a file loses work: a committed file can be restored. */
import type { CommandEffect, Effect, Target } from "@helve/effects";
import { fileKey } from "@helve/effects";
import { nameInFolder } from "./compared-path.ts";
import type { EffectsPart } from "./effects-part.ts";
import { statusSentences } from "./fact-sentence.ts";
import { absolutePath } from "./links-on-disk.ts";
import type { Base } from "./path-location.ts";
import type { PreparedPolicy } from "./prepared-policy.ts";
import type { PathStatus } from "./project-facts.ts";

/** The loss of a file, by the facts about the project. */
interface LossByFacts {
  /** The git status of the path; absent if the path does not exist. */
  readonly status?: PathStatus;
  /** Whether anything is lost for good. */
  readonly isLost: boolean;
  /** Text that follows the sentence about the effect: `, which has uncommitted changes`. */
  readonly because: string;
}

/**
 * Decides by the facts about a project whether deleting a file or a folder loses anything: an ignored path can be created again, and git
 * restores a file that is as in the last commit.
 *
 * @param part - the effects of the text that deletes it, with the facts
 * @returns `undefined` if the facts say nothing, or if the call may put something else there before it is deleted
 */
export function lossByFacts(target: Target, part: EffectsPart, policy: PreparedPolicy): LossByFacts | undefined {
  const { base, reading } = policy;
  const { facts, ignoresAreTrusted = false } = part;
  const path = projectPath(target, base);
  if (facts === undefined || path === undefined || mayHoldMoved(target, part, policy)) return undefined;
  // Facts loosen nothing about secrets.
  if (reading.find(target, true) !== null) return undefined;
  const status = facts.status(path);
  // The directory may differ from the known one: what is not there is asked about all the same.
  if (status === undefined)
    return facts.exists(path) === false ? { isLost: true, because: ", which does not exist now" } : undefined;
  if (status === "ignored" && !ignoresAreTrusted)
    return { status, isLost: true, because: ", which git ignores by rules that this session may have changed" };
  return {
    status,
    isLost: status !== "ignored" && status !== "unmodified",
    because: `, which ${statusSentences[status]}`,
  };
}

/** Whether each branch that a command of git deletes has all its commits on a remote, by the facts. */
export function arePushedBranches(effect: Effect, { facts, commands = [] }: EffectsPart): boolean {
  const command = commands.find(({ start, end }) => start <= effect.start && effect.end <= end);
  const names = branchesDeletedBy(command);
  if (facts === undefined || names.length === 0) return false;
  const known = facts.branches() ?? [];
  return names.every((name) => known.some((branch) => branch.name === name && branch.isPushed));
}

/** The names in `git branch -D a b`. */
function branchesDeletedBy(command: CommandEffect | undefined): readonly string[] {
  const words = command?.words.map(({ text }) => text) ?? [];
  const [program, subcommand, option, ...names] = words;
  const isPlain = names.every((name) => typeof name === "string" && /^[^-]/.test(name));
  if (program !== "git" || subcommand !== "branch" || option !== "-D" || !isPlain) return [];
  return names.flatMap((name) => name ?? []);
}

/** Whether a path exists, according to the facts. */
export function isThere(path: string, { facts }: EffectsPart, { base }: PreparedPolicy): boolean {
  const absolute = projectPath({ path, glob: false, partial: false, hidden: false }, base);
  return absolute !== undefined && facts?.exists(absolute) === true;
}

/** Returns the absolute path of a target inside the working directory. */
function projectPath({ path, glob, partial }: Target, base: Base): string | undefined {
  const { workingDirectory, home } = base;
  if (glob || partial || workingDirectory === undefined) return undefined;
  const absolute = absolutePath(fileKey(path, base), workingDirectory, home);
  const isInside = absolute !== undefined && (nameInFolder(absolute, workingDirectory) ?? "") !== "";
  return isInside ? absolute : undefined;
}

/** Whether a path may contain the only copy of something, such as a moved file or a restored stash. */
export function mayHoldMoved(
  target: Target,
  { effects, commands = [], created }: EffectsPart,
  { base, replaceable, temporary }: PreparedPolicy,
): boolean {
  const path = fileKey(target.path, base);
  const isMovedThere = effects.some((effect) => {
    if (effect.kind !== "move") return false;
    const { target: source, to } = effect;
    if (source !== null && (replaceable.find(source, false) ?? temporary.find(source, false)) !== null) return false;
    if (to === null || to.glob || to.partial) return true;
    const place = fileKey(to.path, base);
    return place === path || place.startsWith(`${path}/`) || path.startsWith(`${place}/`);
  });
  const restoresStash = commands.some(({ words }) => words[0]?.text === "git" && words.some(isStash));
  return isMovedThere || restoresStash || created?.holdsMoved(path) === true;
}

function isStash({ text }: CommandEffect["words"][number]): boolean {
  return text === "stash";
}

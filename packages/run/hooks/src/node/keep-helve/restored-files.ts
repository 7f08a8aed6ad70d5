/** Finds git commands that bring back older rules or settings, such as `git checkout HEAD~1 helve` and `git stash`. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandEffect } from "@helve/effects";
import { type Comparison, changedFiles, projectFacts } from "@helve/predicates/node";
import { type Answer, unsure } from "./answer.ts";
import { type Repository, repositoryOf } from "./folder-commands.ts";
import type { KeptPlaces } from "./kept-places.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import { fileNamed } from "./words.ts";

/** Whether git restores a protected file from another commit. */
export function restoredFile(
  commands: readonly CommandEffect[],
  places: KeptPlaces,
  paths: ProtectedPaths,
): Answer | undefined {
  const repositories = commands.flatMap((command) => repositoryOf(command, places) ?? []);
  // Branches that the call itself makes are known by the commits that it makes them of.
  const named = repositories.flatMap(({ name, rest }) => (namesCommits.test(name) ? rest : []));
  for (const repository of repositories) {
    const answer = repository.tool === "git" ? restoredIn({ ...repository, named }, places, paths) : undefined;
    if (answer !== undefined) return answer;
  }
  return undefined;
}

const namesCommits = /^(?:branch|tag|update-ref|symbolic-ref)$/;

interface Restoring extends Repository {
  /** The words by which the call names commits before. */
  readonly named: readonly string[];
}

/** Whether a repository command restores a protected file. */
function restoredIn(repository: Restoring, places: KeptPlaces, paths: ProtectedPaths): Answer | undefined {
  const { name } = repository;
  const comparisons = comparisonsOf(repository);
  if (repository.folder === undefined || (comparisons.length === 0 && !stashes(repository))) return undefined;
  const folder = paths.realPath(fileNamed(repository.folder));
  const stashed = stashes(repository) ? changedFile(repository, folder, paths) : undefined;
  if (stashed !== undefined) return unsure(`git ${name} takes the changes of ${stashed} away, which is protected`);
  for (const comparison of comparisons) {
    const changed = changedFiles(folder, comparison, { environment: places.environment });
    if (changed === undefined) return unsure(`it is not known which protected files git ${name} changes`);
    const found = changed.find(paths.isKept);
    if (found !== undefined) return unsure(`git ${name} brings another version of ${found}, which is protected`);
  }
  return undefined;
}

/** Lists the commits from which a command restores files. */
function comparisonsOf({ name, rest, named }: Restoring): readonly Comparison[] {
  const by = rest.some((text) => text.startsWith("--onto")) ? "commit" : comparedBy.get(name);
  if (by === undefined) return stashes({ name, rest }) ? namedBefore(named) : [];
  const words = rest.filter((text) => !text.startsWith("-") || text === "-").slice(0, mostRevisions);
  const revisions = words.map((text) => (text === "-" ? "@{-1}" : text));
  if (name === "stash") {
    if (!/^(?:pop|apply|branch)$/.test(rest[0] ?? "")) return namedBefore(named);
    const [stash = "stash@{0}"] = revisions.slice(rest[0] === "branch" ? 2 : 1);
    // The third parent has the untracked files.
    return [`${stash}^1..${stash}`, `${stash}^3`].map((revision) => ({ revision, by }));
  }
  // `git checkout x` makes a branch of the one of a remote.
  const remote = /^(?:checkout|switch)$/.test(name) ? revisions.map((text) => `origin/${text}`) : [];
  return [...[...revisions, ...remote].map((revision) => ({ revision, by })), ...namedBefore(named)];
}

/** Lists the commits that words name. */
function namedBefore(named: readonly string[]): readonly Comparison[] {
  return named.slice(0, mostRevisions).map((revision) => ({ revision, by: "commit" }));
}

const mostRevisions = 5;

const comparedBy: ReadonlyMap<string, Comparison["by"]> = new Map([
  ...["checkout", "switch", "bisect", "reset"].map((name) => [name, "commit"] as const),
  ...["merge", "rebase", "pull"].map((name) => [name, "branch"] as const),
  ...["cherry-pick", "revert", "stash"].map((name) => [name, "change"] as const),
]);

/** Whether a command puts changes of the working tree away. */
function stashes({ name, rest }: Pick<Repository, "name" | "rest">): boolean {
  if (name === "stash") return !/^(?:pop|apply|list|show|drop|clear|branch|create|store)$/.test(rest[0] ?? "");
  return rest.includes("--autostash");
}

/** Returns the first protected file whose changes are stashed. */
function changedFile({ rest }: Repository, folder: string, { kept }: ProtectedPaths): string | undefined {
  const root = rootOf(folder);
  const facts = projectFacts(folder);
  const takes = (path: string): boolean => {
    const status = facts.status?.(path);
    if (status === undefined || status === "modified") return true;
    if (status === "untracked") return rest.some((text) => /^(?:-\w*[ua]|--include-untracked|--all)$/.test(text));
    return status === "ignored" && rest.some((text) => /^(?:-\w*a|--all)$/.test(text));
  };
  return kept.find((path) => path.startsWith(`${root}/`) && !path.endsWith("/") && existsSync(path) && takes(path));
}

/** The root of the repository of a folder. */
function rootOf(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, ".git")) || parent === folder ? folder : rootOf(parent);
}

/** Lists the files that differ between two commits. */
import { join } from "node:path";
import { openGit } from "./git.ts";
import type { ProjectFactsOptions } from "./project-facts.ts";

/** The commits to compare. */
export interface Comparison {
  /** A name of the commit, as a command of git has it: `main`, `HEAD~3`, `a..b`. */
  readonly revision: string;
  /**
   * - `commit`: what the last commit has otherwise than this one
   * - `branch`: what this one has changed since both have parted
   * - `change`: what this commit, or each of this range, changes
   */
  readonly by: "commit" | "branch" | "change";
}

/**
 * The files in which commits of the repository of a directory differ. git runs no hooks, filters or programs that the configuration names.
 *
 * @param directory - the absolute working directory
 * @returns absolute paths; none if there is no repository or no such commit; `undefined` if git does not answer in time
 */
export function changedFiles(
  directory: string,
  { revision, by }: Comparison,
  { environment = process.env, timeLimit }: Pick<ProjectFactsOptions, "environment" | "timeLimit"> = {},
): readonly string[] | undefined {
  const git = openGit({ directory, environment, timeLimit });
  if (git === undefined || revision.startsWith("-") || revision === "") return [];
  const [first = "", last = first] = revision.split(/\.{2,3}/).map((name) => name || "HEAD");
  for (const name of new Set([first, last])) {
    const found = git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", name], { mayFind: true });
    if (found === undefined || found === "") return found === undefined ? undefined : [];
  }
  const range = by === "change" ? [first, last] : by === "branch" ? [`HEAD...${last}`] : ["HEAD", last];
  const isOne = by === "change" && first === last;
  const output = git.run([
    ...(isOne ? ["diff-tree", "--root", "--no-commit-id", "-r", "-m"] : ["diff"]),
    ...["--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "-z"],
    ...(isOne ? [last] : range),
    "--",
  ]);
  return output?.split("\0").flatMap((name) => (name === "" ? [] : [join(git.root, name)]));
}

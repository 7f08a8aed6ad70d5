/** `projectFacts`: reads facts about a project with git and the file system. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { nameInFolder } from "../compared-path.ts";
import type { BranchFacts, PathStatus, ProjectFacts } from "../project-facts.ts";
import { type Git, openGit } from "./git.ts";
import { hasContent } from "./git-content.ts";
import { linkTargets } from "./link-targets.ts";
import { smallFileText } from "./small-file-text.ts";

/** Options of {@link projectFacts}. */
export interface ProjectFactsOptions {
  /** The home directory of the user, whose links are followed, too. */
  readonly home?: string;
  /** The variables by which git is found; default: the variables of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How long git may take in a row, in milliseconds; what it has not answered by then is not known. Default: 2000. */
  readonly timeLimit?: number;
}

/**
 * Facts about the project in a directory, by git and the file system, as they are when they are asked for. git runs only when a call
 * deletes something or throws it away. It reads the last commit and ignore files that are committed, never the index, so that it takes
 * as long in a large repository as in a small one, and `git add` or `git update-index` change nothing. It runs no hooks, filters or
 * programs that the configuration names, and ignores the configuration of the user.
 *
 * @param directory - the absolute working directory
 */
export function projectFacts(directory: string, options: ProjectFactsOptions = {}): ProjectFacts {
  const { home, environment = process.env, timeLimit } = options;
  let opened: Git | undefined;
  const git = (): Git | undefined => {
    opened ??= openGit({ directory, environment, timeLimit });
    return opened;
  };
  return {
    status: (path) => statusOf(path, git()),
    exists: isThere,
    linkTarget: linkTargets(home === undefined ? [directory] : [directory, home]),
    text: smallFileText,
    branches: () => branchesOf(git()),
    remotes: () => remotesOf(git()),
  };
}

function isThere(path: string): boolean | undefined {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? false : undefined;
  }
}

/** Returns what git says of a file, such as ignored or changed; undefined outside a repository. */
function statusOf(path: string, git: Git | undefined): PathStatus | undefined {
  if (git === undefined) return undefined;
  const name = nameIn(git.root, path);
  if (name === undefined || isOtherRepository(path, git.root)) return undefined;
  const ignoreFiles = foldersOf(name).map((folder) => `${folder}.gitignore`);
  const committed = committedFiles([name, ...ignoreFiles], git);
  if (committed === undefined) return undefined;
  const entry = committed.get(name);
  if (entry?.type === "blob") return hasContent(path, entry.id) ? "unmodified" : "modified";
  if (entry !== undefined) return "tracked folder";
  const source = ignoringFile(name, git);
  if (source === undefined) return undefined;
  const listed = source === null ? undefined : committed.get(source);
  const isCommitted = listed?.type === "blob" && hasContent(resolve(git.root, source ?? ""), listed.id);
  if (!isCommitted) return isThere(path) === true ? "untracked" : undefined;
  return hasRepositories(path) ? undefined : "ignored";
}

/** The path inside of the repository; `undefined` for its root, what is outside, and what is in its `.git`. */
function nameIn(root: string, path: string): string | undefined {
  const name = nameInFolder(path, root) ?? "";
  return name === "" || /(?:^|\/)\.git(?:\/|$)/i.test(name) ? undefined : name;
}

/** Whether a path belongs to another repository, whose commits may exist nowhere else. */
function isOtherRepository(path: string, root: string): boolean {
  for (let folder = path; folder.length > root.length; folder = dirname(folder))
    if (existsSync(resolve(folder, ".git"))) return true;
  return false;
}

/** Whether a folder at its top has repositories, or too many files to tell. */
function hasRepositories(path: string): boolean {
  try {
    const entries = lstatSync(path).isDirectory() ? readdirSync(path, { withFileTypes: true }) : [];
    const folders = entries.filter((entry) => entry.isDirectory());
    return folders.length > maxFolders || folders.some(({ name }) => existsSync(resolve(path, name, ".git")));
  } catch {
    return true;
  }
}

/** In a folder with more folders, repositories are not searched for. */
const maxFolders = 500;

/** The folders that contain a path, from the root: for `a/b/c`, an empty text, `a/` and `a/b/`. */
function foldersOf(name: string): readonly string[] {
  return ["", ...Array.from(name.matchAll(/\//g), ({ index }) => name.slice(0, index + 1))];
}

interface CommittedEntry {
  readonly type: string;
  /** The hash of its content. */
  readonly id: string;
}

/** Lists the files of the last commit at paths. */
function committedFiles(names: readonly string[], git: Git): ReadonlyMap<string, CommittedEntry> | undefined {
  const output = git.run(["ls-tree", "-z", "--full-tree", "HEAD", "--", ...names]);
  if (output === undefined) return undefined;
  const entries = new Map<string, CommittedEntry>();
  for (const [, type = "", id = "", name = ""] of output.matchAll(/\d+ (\w+) ([0-9a-f]+)\t([^\0]*)\0/g))
    entries.set(name, { type, id });
  return entries;
}

/** The project's ignore file that makes git ignore a path; `null` if the path is not ignored, `undefined` if git does not answer. */
function ignoringFile(name: string, git: Git): string | null | undefined {
  const args = ["check-ignore", "-z", "--verbose", "--non-matching", "--no-index", "--stdin"];
  const output = git.run(args, { input: `./${name}\0`, mayFind: true });
  if (output === undefined) return undefined;
  const [source = "", , pattern = ""] = output.split("\0");
  if (pattern === "" || pattern.startsWith("!")) return null;
  // Other lists of ignored files are not committed, so that a session could have changed them.
  return /^(?:[^/].*\/)?\.gitignore$/.test(source) && !/^\.\.?(?:\/|$)/.test(source) ? source : null;
}

/** More unpushed commits than these are not read. */
const maxUnpushed = 2000;

/** Reads the branches of a repository and whether their commits are pushed; undefined without git. */
function branchesOf(git: Git | undefined): readonly BranchFacts[] | undefined {
  const heads = git?.run(["for-each-ref", "--format=%(objectname) %(refname:short)", "refs/heads"]);
  const unpushed = git?.run(["rev-list", `--max-count=${maxUnpushed}`, "--branches", "--not", "--remotes"]);
  if (heads === undefined || unpushed === undefined) return undefined;
  const commits = new Set(unpushed.split("\n"));
  if (commits.size > maxUnpushed) return undefined;
  return Array.from(heads.matchAll(/^(\S+) (.+)$/gm), ([, id = "", name = ""]) => ({
    name,
    isPushed: !commits.has(id),
  }));
}

/** Reads the addresses of a repository's remotes by their names; undefined without git. */
function remotesOf(git: Git | undefined): Readonly<Record<string, string>> | undefined {
  const output = git?.run(["config", "--local", "-z", "--get-regexp", "^remote\\..*\\.url$"], { mayFind: true });
  if (output === undefined) return undefined;
  return Object.fromEntries(
    Array.from(output.matchAll(/remote\.(.*)\.url\n([^\0]*)\0/g), ([, name = "", url = ""]) => [name, url]),
  );
}

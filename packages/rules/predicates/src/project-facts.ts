/** Facts about a project at the time of a decision: which files are tracked, ignored or modified. */

/**
 * Facts about a project at the time of a decision. All functions are synchronous and take absolute paths. They return `undefined` if
 * nothing is known: the call is then judged as without facts. Every member is optional.
 *
 * @example
 * predicates({ languages: { shell }, workingDirectory, facts: projectFacts(workingDirectory) }); // projectFacts is in @helve/predicates/node
 */
export interface ProjectFacts {
  /** The status of a file or a folder in version control. */
  readonly status?: (path: string) => PathStatus | undefined;
  /** Whether a file, a folder or a link has this path. */
  readonly exists?: (path: string) => boolean | undefined;
  /**
   * Where a symbolic link leads: its absolute path, `null` if that is unknown, and `undefined` if the path is no link. It is called with
   * paths inside the working directory or the home directory.
   */
  readonly linkTarget?: (path: string) => string | null | undefined;
  /** The text of a small file; `undefined` for what is not there, is not a text or is too long. */
  readonly text?: (path: string) => string | undefined;
  /** The branches of the project's repository. */
  readonly branches?: () => readonly BranchFacts[] | undefined;
  /** The addresses of the repository's remotes by their names. */
  readonly remotes?: () => Readonly<Record<string, string>> | undefined;
}

/**
 * The status of a path in version control.
 *
 * - `ignored`: a committed `.gitignore` lists it, and nothing in it is committed
 * - `unmodified`: a file that is as in the last commit
 * - `modified`: a file that differs from the last commit
 * - `untracked`: it is not in the last commit, and not ignored
 * - `tracked folder`: a folder with committed files
 */
export type PathStatus = "ignored" | "unmodified" | "modified" | "untracked" | "tracked folder";

/** A local branch. */
export interface BranchFacts {
  readonly name: string;
  /** Whether each of its commits is on a remote, as far as the repository knows. */
  readonly isPushed: boolean;
}

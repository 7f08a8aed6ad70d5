/** What a host tells the predicates about its tools and its files. */
export interface Policy {
  /** For each tool that runs shell commands, the argument that holds the command: `{ "Terminal.Execute": "command" }`. */
  readonly commandArguments: Readonly<Record<string, string>>;
  /**
   * The files that must not be deleted, as globs: absolute, from `~/`, or relative to `workingDirectory`. Case matters,
   * `*` fits names that begin with a dot, and a slash at the end stands for all beneath a directory.
   */
  readonly importantFiles?: readonly string[];
  /** The absolute directory in which commands start. Without it, absolute and relative paths can't be compared. */
  readonly workingDirectory?: string;
  /** The home directory of whoever runs the commands; without it, paths from `~` are not known. */
  readonly home?: string;
}

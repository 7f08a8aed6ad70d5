/** The formats of files with code inside, and where the code is. */

/**
 * The places of code in a file.
 *
 * - `shell`, `python`, `javascript`, `powershell`: all of it is code
 * - `code`: code of a language without a reader here; commands in its strings are read
 * - `recipes`: indented lines, as in a `Makefile`
 * - `yaml commands`: values of keys such as `run` and `script`
 * - `package manifest`: the scripts of `package.json`
 * - `editor`: tasks and settings of an editor, in JSON
 * - `git config`, `package settings`: settings by name
 * - `skill`: a skill, a slash command or a subagent of a coding agent, with the commands that the client runs, and its front matter
 * - `instructions`: what a coding agent reads at each start, such as `CLAUDE.md`; sentences that switch checks off count
 * - `package lock`, `package list`: packages with the addresses from which they come
 */
export type FileFormat =
  | "shell"
  | "python"
  | "javascript"
  | "powershell"
  | "code"
  | "recipes"
  | "yaml commands"
  | "package manifest"
  | "editor"
  | "git config"
  | "package settings"
  | "skill"
  | "instructions"
  | "package lock"
  | "package list";

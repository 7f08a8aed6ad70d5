/** Finds git and package-manager commands that change protected files without naming them, such as `git checkout .`. */
import type { CommandEffect, Target } from "@helve/effects";
import { joinPath } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import { fileNamed, isAtOrAbove, programName } from "./words.ts";

/** A command of a version control or of a package manager. */
export interface Repository {
  readonly tool: string;
  /** The subcommand. */
  readonly name: string;
  /** The words after the subcommand. */
  readonly rest: readonly string[];
  /** Where it runs; `undefined` if that is not known. */
  readonly folder: string | undefined;
}

/** Reads a command of a version control or of a package manager; `undefined` for another program. */
export function repositoryOf(
  { words: [program, ...words], directory, environment, elsewhere }: CommandEffect,
  { cwd }: { readonly cwd: string },
): Repository | undefined {
  const tool = programName(program);
  if (elsewhere || !/^(?:git|yadm|hg|svn|fossil|bzr|jj|darcs|pijul|npm|pnpm|yarn|bun)$/.test(tool)) return undefined;
  const texts = words.map(({ text, pattern }) => text ?? pattern);
  const at = texts.findIndex(
    (text, index) =>
      !text.startsWith("-") && !/^(?:-[Cc]|--(?:git-dir|work-tree|namespace))$/.test(texts[index - 1] ?? ""),
  );
  const moved = [...valuesOf("-C", texts), ...valuesOf("--work-tree", texts), environment["GIT_WORK_TREE"]];
  const start = directory === null ? undefined : directory === "" ? cwd : directory;
  const folder = moved.reduce<string | undefined>(
    (base, next) => (next == null ? base : (joinPath(base ?? "", next) ?? undefined)),
    start,
  );
  return { tool, name: texts[at] ?? "", rest: texts.slice(at + 1), folder };
}

/** Decides whether a repository or package command may change or copy protected files. */
export function folderCommand(
  command: CommandEffect,
  { paths, home, cwd }: { readonly paths: ProtectedPaths; readonly home: string; readonly cwd: string },
): Answer | undefined {
  const repository = repositoryOf(command, { cwd });
  if (repository === undefined) return undefined;
  const { tool, name, rest, folder } = repository;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(tool) && !/^(?:pack|publish)$/.test(name)) return undefined;
  if (writesByList(name, rest)) return unsure(`${tool} ${name} changes files of the project that no word names`);
  if (bringing.test(name) && rest.some((text) => isLocal.test(text))) {
    return unsure(`${tool} ${name} brings files of another folder, which may replace protected files`);
  }
  if (folder === undefined) return undefined;
  if (tool === "git" && bringsFiles.test(name) && hasProtected(fileNamed(folder), paths, home)) {
    return unsure(`git ${name} brings files to ${folder}, which has protected files`);
  }
  if (!takesAll(name, rest)) return undefined;
  const operands = rest
    .filter((text) => /^(?:[.~/]|:\/)/.test(text))
    .map((text) => joinPath(folder, text.replace(/^:\//, ".")) ?? folder);
  const found = [folder, ...operands].find((path) => hasProtected(fileNamed(path), paths, home));
  return found === undefined
    ? undefined
    : unsure(`${tool} ${name} takes all files of ${found}, which has protected files`);
}

/** Whether a subcommand writes files or the index by a list that it reads. */
function writesByList(name: string, rest: readonly string[]): boolean {
  if (/^(?:sparse-checkout|fast-import|mktree|unpack-objects|filter-branch|filter-repo)$/.test(name)) return true;
  return name === "update-index" && rest.some((text) => /^(?:--index-info|--stdin)$/.test(text));
}

const bringsFiles = /^(?:pull|merge|checkout|switch|restore|rebase|reset|cherry-pick|revert|am|apply|stash|read-tree)$/;
const bringing = /^(?:pull|fetch|merge|am|bundle|subtree|submodule|remote)$/;
const isLocal = /^(?:\.\.?\/|\/|~\/|file:)|\.bundle$/;

/** Whether a subcommand takes or replaces all files of a folder. */
function takesAll(name: string, rest: readonly string[]): boolean {
  if (/^(?:addremove|import|track|record)$/.test(name)) return true;
  if (/^(?:add|stage)$/.test(name) && rest.length === 0) return true;
  if (/^(?:add|stage)$/.test(name))
    return rest.some((text) => /^(?:-\w*[Au]|--all|--update|\.\/?|:\/|~\/?|\*)$/.test(text) || /[/~]/.test(text));
  if (name === "commit") return rest.some((text) => /^(?:-[b-zA-Z]*a\w*|--all)$/.test(text));
  return (
    name === "pack" ||
    name === "publish" ||
    name === "stash" ||
    name === "clean" ||
    name === "hash-object" ||
    name === "archive"
  );
}

/** Returns the values of an option. */
function valuesOf(option: string, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, index) => {
    if (text === option) return texts[index + 1] ?? [];
    return text.startsWith(`${option}=`) ? text.slice(option.length + 1) : [];
  });
}

/** Whether a folder contains protected files. */
function hasProtected(folder: Target, paths: ProtectedPaths, home: string): boolean {
  const kind = paths.kindOf(folder);
  return kind === "above" || kind === "state" || isAtOrAbove(paths.realPath(folder), home);
}

/** Finds the files of the session that a path or a module name in a command stands for. */
import type { CommandEffect } from "@helve/effects";
import { fileKey, joinPath } from "@helve/effects";

/** The directories from which the paths in commands are resolved. */
export interface Places {
  readonly cwd: string;
  readonly home: string;
}

/** How a piece of a command names files. */
interface Naming {
  readonly command: CommandEffect;
  readonly places: Places;
  readonly isFolder: boolean;
  /** Whether it may be the name of a module: `pkg.w` of `pkg/w.py`. */
  readonly isModule: boolean;
}

/** Lists the written files that part of a command names: a path, a folder or a module. */
export function filesNamed(
  piece: string,
  keys: readonly string[],
  { command, places, isFolder, isModule }: Naming,
): readonly string[] {
  const path = piece.replace(/^file:(?:\/\/)?/, "").replace(/^#/, "");
  const whole = keyOf(path, command, places);
  const inFolder = isFolder && whole !== undefined && whole !== "" ? `${whole}/` : undefined;
  // The module may be in any folder of the search path, and its packages are run, too.
  const dotted = isModule && /^[\w.]+$/.test(path) ? path.split(".") : [];
  const modules = dotted.map((_, index) => dotted.slice(0, index + 1).join("/"));
  return keys.filter((key) => {
    const bare = withoutEnding(key);
    if (whole !== undefined && (key === whole || bare === whole || mainOf(key) === whole)) return true;
    if (whole === "" && isModule && mainOf(key) === "") return true;
    if (inFolder !== undefined && key.startsWith(inFolder)) return true;
    return modules.some((module) =>
      [bare, mainOf(key)].some((each) => each === module || each?.endsWith(`/${module}`) === true),
    );
  });
}

/** The key of a path in a command; `undefined` if its place is not known. */
export function keyOf(path: string, { directory }: CommandEffect, { cwd, home }: Places): string | undefined {
  const whole = directory === null ? path : joinPath(directory === "" ? cwd : absolute(directory, cwd, home), path);
  return whole === undefined || whole === null ? undefined : fileKey(whole, { workingDirectory: cwd, home });
}

/** Makes a directory absolute. */
function absolute(directory: string, cwd: string, home: string): string {
  if (/^~(?:\/|$)/.test(directory)) return home + directory.slice(1);
  return directory.startsWith("/") ? directory : `${cwd}/${directory}`;
}

/** Removes the ending that a runtime would add. */
function withoutEnding(key: string): string {
  return key.replace(/\.(?:py|pyw|[cm]?[jt]sx?|json|ya?ml|rb|pl|pm|lua|sh)$/, "");
}

/** The folder whose main file a file is: `lib` for `lib/index.js`, empty for the folder of the project. */
function mainOf(key: string): string | undefined {
  const found = /^(?:(.*)\/)?(?:index|__main__|__init__|package)\.\w+$/s.exec(key);
  return found === null ? undefined : (found[1] ?? "");
}

import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Where a symbolic link of the disk leads, for `ProjectFacts.linkTarget`.
 *
 * @param places - folders whose paths are kept as they are written, even if they are behind links themselves: the working directory, the home
 * @returns the function, which returns the absolute path, `null` if the disk can't tell, `undefined` for what is no link
 */
export function linkTargets(places: readonly string[]): (path: string) => string | null | undefined {
  const real = places.map((place) => [realPath(place), place] as const);
  return (path) => {
    try {
      // Without an exception for each path where nothing is, which takes longer than the look-up.
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === "ENOTDIR" || code === "ENAMETOOLONG" ? undefined : null;
    }
    const target = realPath(path) ?? danglingTarget(path);
    if (target === undefined) return null;
    const [folder, place] = real.find(([folder]) => folder !== undefined && isInside(target, folder)) ?? [];
    return folder === undefined ? target : `${place}${target.slice(folder.length)}`;
  };
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Returns a path without links; undefined if there is nothing at it. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Returns the target of a dangling link: writing to it creates the file. */
function danglingTarget(path: string): string | undefined {
  const folder = realPath(dirname(path));
  if (folder === undefined) return undefined;
  const target = resolve(folder, readlinkSync(path));
  const parent = realPath(dirname(target));
  return parent === undefined ? target : `${parent}${target.slice(dirname(target).length)}`;
}

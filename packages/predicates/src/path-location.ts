import type { Truth } from "@helve/core";
import type { GlobPath } from "@helve/effects";
import { escapeGlob, normalizePath } from "@helve/effects";

/** The directory where relative paths begin, and the home directory. */
export interface Base {
  readonly workingDirectory?: string;
  readonly home?: string;
}

/** The location of a path or glob: from the root, or from an unknown directory. */
export interface PathLocation extends GlobPath {
  readonly absolute: boolean;
  /** How many levels above that directory it begins. */
  readonly up: number;
}

/**
 * Where a glob leads; a relative one begins in the working directory. Homes that are not known are taken to be in
 * `/home`, that of whoever runs the command as `/home/~`.
 */
export function locationOf(glob: string, hidden: boolean, { workingDirectory, home }: Base): PathLocation {
  const path = glob
    .replace(/^~(?=\/|$)/, home === undefined ? "/home/~" : escapeGlob(home).replaceAll("$", "$$$$"))
    .replace(/^~/, "/home/");
  const from = workingDirectory === undefined ? "" : `${escapeGlob(workingDirectory)}/`;
  const whole = path.startsWith("/") ? path : (normalizePath(from + path) ?? path);
  const parts = whole.split("/").filter((part) => part !== "");
  const up = parts.findIndex((part) => part !== "..");
  const above = up === -1 ? parts.length : up;
  return { parts: parts.slice(above), hidden, absolute: whole.startsWith("/"), up: above };
}

/** Whether a path is a directory, or leads into it. */
export function isIn(path: PathLocation, directory: PathLocation): Truth {
  if (path.absolute !== directory.absolute) return "unknown";
  if (path.up > directory.up) return mayReturn(path, directory) ? "unknown" : false;
  if (path.up < directory.up) return directory.parts.length === 0 || "unknown";
  return directory.parts.every((part, at) => path.parts[at] === part);
}

/** Whether a path that goes up further than a directory may come down to it: `../project/src` to `src`. */
function mayReturn(path: PathLocation, directory: PathLocation): boolean {
  const down = path.parts.slice(path.up - directory.up);
  return down.length > 0 && directory.parts.every((part, at) => down[at] === part);
}

/** The place of a directory as a person names it: not as a glob. */
export function directoryLocation(directory: string, base: Base): PathLocation {
  return locationOf(escapeGlob(normalizePath(directory) ?? directory), true, base);
}

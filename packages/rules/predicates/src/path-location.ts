/** Locates a path: its absolute form, and whether it is inside a directory. */
import type { Truth } from "@helve/core";
import type { GlobPath, Target } from "@helve/effects";
import { escapeGlob, normalizePath } from "@helve/effects";
import { comparedPath, effectGlob, type Platform, platformPath } from "./compared-path.ts";

/** The directories that relative paths and `~` refer to, absent if unknown, and the system that compares names. */
export interface Base {
  /** The absolute directory where relative paths begin. */
  readonly workingDirectory?: string;
  readonly home?: string;
  /** The operating system; default: `"linux"`. */
  readonly platform?: Platform;
}

/** The location of a path or glob, split into parts: absolute, or relative to an unknown working directory. */
export interface PathLocation extends GlobPath {
  /** Whether the path begins at the root. */
  readonly absolute: boolean;
  /** The number of `..` at the start: 2 for `../../a`. */
  readonly up: number;
}

/**
 * Resolves a path or glob against the working directory: `src/../a` in `/repo` becomes `/repo/a`. An unknown home directory
 * is assumed to be in `/home`: `~` becomes `/home/~`, and `~bob` becomes `/home/bob`.
 *
 * @param hidden - whether wildcards match names that begin with a dot
 */
export function locationOf(glob: string, hidden: boolean, base: Base): PathLocation {
  const { workingDirectory, home } = base;
  const path = glob
    .replace(/^~(?=\/|$)/, home === undefined ? "/home/~" : escapeGlob(home).replaceAll("$", "$$$$"))
    .replace(/^~/, "/home/");
  const prefix = workingDirectory === undefined ? "" : `${escapeGlob(workingDirectory)}/`;
  const resolved = comparedPath(path.startsWith("/") ? path : (normalizePath(prefix + path) ?? path), base);
  const parts = resolved.split("/").filter((part) => part !== "");
  const firstName = parts.findIndex((part) => part !== "..");
  const up = firstName === -1 ? parts.length : firstName;
  return { parts: parts.slice(up), hidden, absolute: resolved.startsWith("/"), up };
}

/** Returns the location of an effect's target. */
export function targetLocation({ path, glob, hidden }: Target, base: Base): PathLocation {
  return locationOf(glob ? effectGlob(path, base) : escapeGlob(platformPath(path, base)), hidden, base);
}

/** Whether a path is a directory or is inside it; unknown if one is absolute and the other is not. */
export function isInside(path: PathLocation, directory: PathLocation): Truth {
  if (path.absolute !== directory.absolute) return "unknown";
  if (path.up > directory.up) return mayComeBackInto(path, directory) ? "unknown" : false;
  if (path.up < directory.up) return directory.parts.length === 0 || "unknown";
  return directory.parts.every((part, at) => path.parts[at] === part);
}

/** Whether a path with more `..` than a directory may still be inside it: `../project/src` may be inside `src`. */
function mayComeBackInto(path: PathLocation, directory: PathLocation): boolean {
  const down = path.parts.slice(path.up - directory.up);
  return down.length > 0 && directory.parts.every((part, at) => down[at] === part);
}

/** The location of a directory whose name is literal text, not a glob. */
export function directoryLocation(directory: string, base: Base): PathLocation {
  const path = platformPath(directory, base);
  return locationOf(escapeGlob(normalizePath(path) ?? path), true, base);
}

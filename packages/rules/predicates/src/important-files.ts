import type { Truth } from "@helve/core";
import type { Target } from "@helve/effects";
import { escapeGlob, type GlobPath, globsOverlap, hasWildcard, normalizePath } from "@helve/effects";
import { minimatch } from "minimatch";
import { platformPath } from "./compared-path.ts";
import { type Base, locationOf, type PathLocation, targetLocation } from "./path-location.ts";

/**
 * Compiles one glob of the policy's `importantFiles`, so that the targets of deletions can be compared with it: `documents`
 * includes the targets `documents/a.md` and `documents`.
 */
export function importantFiles(glob: string, base: Base): ImportantFiles {
  const locations = importantLocations(glob, base);
  return {
    glob,
    includesTarget(target, recursive) {
      const location = targetLocation(target, base);
      const truths = locations.map((important) => deletesLocation(location, recursive, important));
      if (truths.includes(true) && !target.partial) return true;
      return truths.some((truth) => truth !== false) || isInUnknownHome(target.path, glob, base) ? "unknown" : false;
    },
  };
}

/** One glob of the policy's `importantFiles`, compiled. */
export interface ImportantFiles {
  /** The glob as it is in the policy: with braces, `~/`, or a trailing slash for everything in a directory. */
  readonly glob: string;
  /**
   * Whether the deletion of a target deletes a file that the glob matches.
   *
   * @param recursive - whether everything in the target is deleted, too
   * @returns true if a path matches both, or if the directory that contains all paths of the glob is deleted;
   *   `"unknown"` if a deleted directory may contain such a file, or if the directory of relative paths is unknown
   */
  includesTarget(target: Target, recursive: boolean): Truth;
}

/** Whether a path begins in a home directory that is unknown: `~bob/a`. */
function isInUnknownHome(path: string, important: string, { home }: Base): boolean {
  return path.startsWith("~") && !important.startsWith("~/") && (home === undefined || !/^~(\/|$)/.test(path));
}

/** The locations that a glob matches, one for each alternative in braces. A matched directory includes its content. */
function importantLocations(glob: string, base: Base): readonly PathLocation[] {
  const path = platformPath(glob, base);
  const withContents = path.endsWith("/") ? `${path}**` : path;
  const fromHome =
    base.home !== undefined && withContents.startsWith("~/")
      ? escapeGlob(base.home) + withContents.slice(1)
      : withContents;
  return minimatch.braceExpand(fromHome).flatMap((each) => {
    const globs = each.endsWith("**") ? [each] : [each, `${each}/**`];
    return globs.map((whole) => locationOf(normalizePath(whole) ?? "**", true, base));
  });
}

/** Whether the deletion of a target deletes a file at an important location. */
function deletesLocation(target: PathLocation, recursive: boolean, important: PathLocation): Truth {
  if (target.absolute === important.absolute && target.up === important.up)
    return deletesMatch(target, recursive, important);
  if (recursive && target.parts.length === 0 && (target.absolute || (!important.absolute && important.up === 0)))
    return true;
  // One location is relative to an unknown directory: only the last parts can tell them apart.
  if (!target.absolute && !important.absolute && important.up === 0 && target.parts.length <= target.up) {
    return recursive ? "unknown" : false;
  }
  const truth = deletesMatch(inAnyDirectory(target), recursive, inAnyDirectory(important));
  return truth === true ? "unknown" : truth;
}

/** A relative location in any directory: `a/b` becomes `**\/a/b`. */
function inAnyDirectory(place: PathLocation): PathLocation {
  return place.absolute ? place : { ...place, parts: ["**", ...place.parts] };
}

/** Whether the deletion of a target deletes a path that an important glob matches. */
function deletesMatch(target: GlobPath, recursive: boolean, important: GlobPath): Truth {
  const direct = globsOverlap(target, important);
  if (direct === true || !recursive) return direct;
  const firstWildcard = important.parts.findIndex((part) => part === "**" || hasWildcard(part));
  const literalParts = important.parts.slice(0, firstWildcard === -1 ? important.parts.length : firstWildcard);
  const deletesParent = [...literalParts, ""].some((_, length) => {
    const directory = { parts: literalParts.slice(0, length), hidden: true };
    return globsOverlap(target, directory) === true;
  });
  if (deletesParent) return true;
  const contents = globsOverlap({ parts: [...target.parts, "**"], hidden: true }, important);
  return contents === false ? direct : "unknown";
}

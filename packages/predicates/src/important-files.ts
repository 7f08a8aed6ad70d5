import type { Truth } from "@helve/core";
import type { Target } from "@helve/effects";
import { escapeGlob, type GlobPath, globsOverlap, hasWildcard, normalizePath } from "@helve/effects";
import { minimatch } from "minimatch";
import { type Base, locationOf, type PathLocation } from "./path-location.ts";

/** An important-files glob of the policy, ready to be compared with targets. */
export interface ImportantFiles {
  /** As the host writes it: braces, `~/`, a trailing slash for all beneath a directory. */
  readonly glob: string;
  /**
   * Whether deleting a target deletes one of them.
   *
   * @param recursive - whether all beneath the target goes with it
   * @returns true when some path fits both, or when the directory that all of the glob's paths share is deleted;
   *   `"unknown"` when a deleted directory may hold such a file, or when it is not known where relative paths begin
   */
  concerned(target: Target, recursive: boolean): Truth;
}

/** Compiles a glob of `importantFiles`. */
export function importantFiles(glob: string, base: Base): ImportantFiles {
  const places = importantPaths(glob, base);
  return {
    glob,
    concerned(target, recursive) {
      const place = locationOf(target.glob ? target.path : escapeGlob(target.path), target.hidden, base);
      const found = places.map((path) => concernsPlace(place, recursive, path));
      if (found.includes(true) && !target.partial) return true;
      return found.some((each) => each !== false) || isInUnknownHome(target.path, glob, base) ? "unknown" : false;
    },
  };
}

/** Whether a path begins in a home directory that is not known. */
function isInUnknownHome(path: string, important: string, { home }: Base): boolean {
  return path.startsWith("~") && !important.startsWith("~/") && (home === undefined || !/^~(\/|$)/.test(path));
}

function importantPaths(glob: string, base: Base): readonly PathLocation[] {
  const deep = glob.endsWith("/") ? `${glob}**` : glob;
  const fromHome = base.home !== undefined && deep.startsWith("~/") ? escapeGlob(base.home) + deep.slice(1) : deep;
  return minimatch.braceExpand(fromHome).map((path) => locationOf(normalizePath(path) ?? "**", true, base));
}

function concernsPlace(target: PathLocation, recursive: boolean, important: PathLocation): Truth {
  if (target.absolute === important.absolute && target.up === important.up)
    return deletes(target, recursive, important);
  if (recursive && target.parts.length === 0 && (target.absolute || (!important.absolute && important.up === 0)))
    return true;
  // One of them begins in a directory that is not known: they may only be apart by their last parts.
  if (!target.absolute && !important.absolute && important.up === 0 && target.parts.length <= target.up) {
    return recursive ? "unknown" : false;
  }
  const found = deletes(anywhere(target), recursive, anywhere(important));
  return found === true ? "unknown" : found;
}

function anywhere(place: PathLocation): PathLocation {
  return place.absolute ? place : { ...place, parts: ["**", ...place.parts] };
}

function deletes(target: GlobPath, recursive: boolean, important: GlobPath): Truth {
  const direct = globsOverlap(target, important);
  if (direct === true || !recursive) return direct;
  const wild = important.parts.findIndex((part) => part === "**" || hasWildcard(part));
  const shared = important.parts.slice(0, wild === -1 ? important.parts.length : wild);
  const holds = [...shared, ""].some((_, length) => {
    const directory = { parts: shared.slice(0, length), hidden: true };
    return globsOverlap(target, directory) === true;
  });
  if (holds) return true;
  const beneath = globsOverlap({ parts: [...target.parts, "**"], hidden: true }, important);
  return beneath === false ? direct : "unknown";
}

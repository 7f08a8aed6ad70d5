import type { Target } from "@helve/effects";
import { escapeGlob, globsOverlap, hasWildcard, normalizePath, unescapeGlob } from "@helve/effects";
import { braceExpand, Minimatch } from "minimatch";
import { type Platform, platformPath } from "./compared-path.ts";
import { globIndex, type ListedPattern } from "./glob-index.ts";
import { type Base, locationOf, type PathLocation, targetLocation } from "./path-location.ts";
import { wildcardTest } from "./wildcard.ts";

/**
 * Compiles a list of globs in the manner of `.gitignore`, as in `SensitivePaths`, so that the targets of effects can be compared
 * with it: `["/etc/", "!/etc/hosts"]` matches `/etc/passwd`.
 */
export function pathList(globs: readonly string[], base: Base): PathList {
  const index = globIndex(globs);
  const home = locationOf("~", true, base);
  const ofBase = new Map<ListedPattern, readonly Entry[]>();
  const ofPlatform = compiledPatterns(base.platform);
  const candidates = (target: ComparedTarget, recursive: boolean): readonly Entry[] =>
    // On Windows, many spellings of a pattern are the same.
    (base.platform === "windows" ? index.all : index.find(target, home, recursive)).flatMap((listed) => {
      const compiled = /^(?:\*\*)?\//.test(listed.pattern) ? ofPlatform : ofBase;
      const entries = compiled.get(listed) ?? compilePattern(listed, base);
      compiled.set(listed, entries);
      return entries;
    });
  const cache = { recursive: new WeakMap<Target, PathMatch | null>(), single: new WeakMap<Target, PathMatch | null>() };
  return {
    find(target, recursive) {
      const matches = recursive ? cache.recursive : cache.single;
      let match = matches.get(target);
      if (match === undefined) {
        const compared = prepareTarget(target, base);
        const isAbove = recursive && !target.partial;
        match = findLastMatch(compared, candidates(compared, isAbove), isAbove);
        matches.set(target, match);
      }
      return match;
    },
  };
}

/** The compiled patterns that mean the same in all directories, by platform: a list that other policies have, too, is compiled once. */
const compiledByPlatform: Map<Platform | undefined, WeakMap<ListedPattern, readonly Entry[]>> = new Map();

function compiledPatterns(platform: Platform | undefined): WeakMap<ListedPattern, readonly Entry[]> {
  const compiled = compiledByPlatform.get(platform) ?? new WeakMap<ListedPattern, readonly Entry[]>();
  compiledByPlatform.set(platform, compiled);
  return compiled;
}

/** A compiled list of globs. */
export interface PathList {
  /**
   * Finds the glob that matches a target; of several, the one that says most about it. Returns `null` if none matches, or if the last one
   * that matches begins with `!`.
   *
   * - A wildcard in a target matches any name, but not a name that the list has for every directory (`**` and a name), unless
   *   the target begins with the dot of that name: `cat *` does not match the glob for `.env` in any directory.
   * - With `recursive`, a directory above a listed path matches, too: `/home` contains `/home/ada/.ssh`. A glob for every
   *   directory does not count: a project may or may not have a `.env`.
   */
  find(target: Target, recursive: boolean): PathMatch | null;
}

/** A glob of a path list that matches a target. */
interface PathMatch {
  /** The glob as it is in the list. */
  readonly glob: string;
  /** `"unknown"` if the match depends on the directory where the command starts. */
  readonly truth: true | "unknown";
  /** Whether the target contains paths of the glob, and others: a directory above them, or a glob that matches some of them. */
  readonly isAbove: boolean;
}

/** Finds the entry that explains most of those that match; an entry with `!` cancels earlier matches. */
function findLastMatch(target: ComparedTarget, entries: readonly Entry[], recursive: boolean): PathMatch | null {
  let match: EntryMatch | null = null;
  for (const entry of entries) {
    if (entry.isExclusion) {
      if (match !== null && matchesEntry(target, entry) === true) match = null;
      continue;
    }
    const truth = target.hasWildcard ? wildcardMatchesEntry(target, entry) : matchesEntry(target, entry);
    const isPart = target.hasWildcard && truth !== false && matchesEntry(target, entry) === false;
    const found = { entry, isAbove: truth === false || isPart, truth: truth || true };
    if (truth !== false || (recursive && isAboveEntry(target, entry))) match = clearerMatch(match, found);
  }
  return match && { glob: match.entry.glob, truth: match.truth, isAbove: match.isAbove };
}

/** A match with the entry that matched. */
type EntryMatch = Omit<PathMatch, "glob"> & { readonly entry: Entry };

/** Returns the more informative of two matches. */
function clearerMatch(first: EntryMatch | null, second: EntryMatch): EntryMatch {
  if (first === null) return second;
  if (first.isAbove !== second.isAbove) return first.isAbove ? second : first;
  if (first.truth !== second.truth) return first.truth === true ? first : second;
  return !first.isAbove && specificity(second.entry) > specificity(first.entry) ? second : first;
}

/** Returns how specific a glob is. */
function specificity({ names, tests }: Entry): number {
  return names.filter((name) => name !== null).length * 2 + (tests.at(-1) === null ? 0 : 1);
}

/** One pattern of a list, compiled. */
interface Entry {
  readonly glob: string;
  /** Whether the glob begins with `!`. */
  readonly isExclusion: boolean;
  /** Whether the glob begins with `**`. */
  readonly everywhere: boolean;
  readonly location: PathLocation;
  /** The literal parts of the glob; `null` for a part with a wildcard. */
  readonly names: readonly (string | null)[];
  /** A test of a name for each part; `null` for `**`. Most entries of a list are never tested, so they are created when they are needed. */
  readonly tests: readonly (((name: string) => boolean) | null)[];
}

/** A target that is compared with the entries of a list. */
interface ComparedTarget {
  readonly location: PathLocation;
  readonly hasWildcard: boolean;
  /** The parts of the target, with each wildcard replaced by a name that it matches. */
  readonly names: readonly string[];
  /** Whether each part has a wildcard. */
  readonly wildcards: readonly boolean[];
  /** Whether the part at an index may match a name. */
  mayBeNamed(index: number, name: string): boolean;
}

/** Compiles one pattern: expands braces, `~/` and a trailing slash. */
function compilePattern({ glob, isExclusion, ...listed }: ListedPattern, base: Base): readonly Entry[] {
  const pattern = platformPath(listed.pattern, base);
  const path = base.home !== undefined && pattern.startsWith("~/") ? escapeGlob(base.home) + pattern.slice(1) : pattern;
  return (path.endsWith("/") ? [path.slice(0, -1), `${path}**`] : [path]).flatMap((variant) =>
    (variant.includes("{") ? braceExpand(variant) : [variant]).map((alternative): Entry => {
      const normalized = normalizePath(alternative) ?? "**";
      const everywhere = normalized.startsWith("**/");
      const location = locationOf(everywhere ? `/${normalized}` : normalized, true, base);
      const names = location.parts.map((part) => (hasWildcard(part) ? null : unescapeGlob(part)));
      let tests: Entry["tests"] | undefined;
      return {
        glob,
        isExclusion,
        everywhere,
        location,
        names,
        get tests() {
          tests ??= location.parts.map(partTest);
          return tests;
        },
      };
    }),
  );
}

/** Creates the test of a name for one part of a glob; `null` for `**`. */
function partTest(part: string): ((name: string) => boolean) | null {
  if (part === "**") return null;
  if (!hasWildcard(part)) {
    const literal = unescapeGlob(part);
    return (name) => name === literal;
  }
  if (!/[[(]/.test(part)) return wildcardTest(part);
  const glob = new Minimatch(part, { dot: true, nobrace: true, nonegate: true, nocomment: true, platform: "linux" });
  return (name) => glob.match(name);
}

/** Prepares a target for comparison with entries. */
function prepareTarget(target: Target, base: Base): ComparedTarget {
  const isWild = target.glob && hasWildcard(target.path);
  const location = targetLocation(target, base);
  const wildcards = location.parts.map((part) => isWild && hasWildcard(part));
  const names = location.parts.map((part) => unescapeGlob(isWild ? part.replaceAll(/\[[^\]]*\]|[*?]+/g, "x") : part));
  const tests: ((name: string) => boolean)[] = [];
  const mayBeNamed = (at: number, name: string): boolean => {
    const part = location.parts[at] ?? "";
    if (name.startsWith(".") && !location.hidden && !part.startsWith(".")) return false;
    tests[at] ??= wildcardTest(part);
    return part.includes("(") || tests[at](name);
  };
  return { location, hasWildcard: isWild, names, wildcards, mayBeNamed };
}

/** Whether a target without wildcards matches an entry; unknown if one is relative to an unknown directory. */
function matchesEntry(
  { location, names }: ComparedTarget,
  { everywhere, location: listed, tests }: Entry,
): PathMatch["truth"] | false {
  if (!everywhere && location.absolute !== listed.absolute && (location.absolute || location.up === 0)) return false;
  if (!everywhere && location.absolute === listed.absolute && location.up !== listed.up) return false;
  if (!matchesFrom(names, 0, tests, 0)) return false;
  return everywhere || location.absolute === listed.absolute ? true : "unknown";
}

/** Whether the names from index `at` match the tests from index `from`; `null` (`**`) matches any number of names. */
function matchesFrom(names: readonly string[], at: number, tests: Entry["tests"], from: number): boolean {
  for (let index = from, name = at; ; index++, name++) {
    if (index === tests.length) return name === names.length;
    const test = tests[index];
    if (test === null) {
      const rest = tests.length - index - 1;
      if (rest === 0) return name < names.length;
      // After the last `**`, the tests match the last names.
      const start = tests.includes(null, index + 1) ? name : Math.max(name, names.length - rest);
      for (let next = start; next < names.length; next++) if (matchesFrom(names, next, tests, index + 1)) return true;
      return false;
    }
    const part = names[name];
    if (part === undefined || test?.(part) !== true) return false;
  }
}

/** Whether a target with wildcards may match an entry. */
function wildcardMatchesEntry(target: ComparedTarget, entry: Entry): PathMatch["truth"] | false {
  const truth = matchesEntry(target, entry);
  if (truth !== false) return truth;
  const { location } = target;
  if (entry.everywhere) return mayHaveHiddenName(target, entry);
  return location.absolute === entry.location.absolute && location.up === entry.location.up && overlaps(target, entry);
}

/** Whether a hidden name in a target (`.e*`) may be a name that the list has for every directory (`**` and `.env`). */
function mayHaveHiddenName(
  { location: { parts }, mayBeNamed }: ComparedTarget,
  { names: [, name, deep], tests }: Entry,
): boolean {
  if (typeof name !== "string" || !name.startsWith(".") || tests.length > (deep === undefined ? 2 : 3)) return false;
  const from = deep === undefined ? parts.length - 1 : 0;
  return parts.some((part, at) => at >= from && part.startsWith(".") && mayBeNamed(at, name));
}

/** Whether two globs can match the same path. */
function overlaps(target: ComparedTarget, entry: Entry): boolean {
  const { location, names, wildcards, mayBeNamed } = target;
  const { parts } = location;
  const { names: listed, tests } = entry;
  if (lastPartsDiffer(target, entry)) return false;
  const endsDeep = tests.at(-1) === null && tests.indexOf(null) === tests.length - 1;
  let compared = true;
  for (const [at, test] of tests.entries()) {
    const part = parts[at];
    if (part === undefined) return false;
    const isEnd = at === tests.length - 1;
    if (endsDeep && (part === "**" || isEnd)) return compared || globsOverlap(location, entry.location) !== false;
    if (part === "**" || test === null) return globsOverlap(location, entry.location) !== false;
    const other = listed[at] ?? null;
    if (wildcards[at] !== true) {
      if (!test(names[at] ?? "")) return false;
    } else if (other === null) compared = false;
    else if (!mayBeNamed(at, other)) return false;
  }
  return parts.length === tests.length && (compared || globsOverlap(location, entry.location) !== false);
}

/** Whether the last part of a target can't be the last name of a location. */
function lastPartsDiffer({ location: { parts }, mayBeNamed }: ComparedTarget, { names }: Entry): boolean {
  const name = names.at(-1);
  return typeof name === "string" && parts.at(-1) !== "**" && !mayBeNamed(parts.length - 1, name);
}

/** Whether a target is a directory above a location. */
function isAboveEntry(
  { location, names, hasWildcard }: ComparedTarget,
  { everywhere, location: listed, tests }: Entry,
): boolean {
  if (everywhere || hasWildcard || location.absolute !== listed.absolute || location.up !== listed.up) return false;
  return names.length < tests.length && names.every((name, at) => tests[at]?.(name) === true);
}

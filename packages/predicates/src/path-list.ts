import type { Target } from "@helve/effects";
import { escapeGlob, globsOverlap, hasWildcard, normalizePath, unescapeGlob } from "@helve/effects";
import { braceExpand, Minimatch } from "minimatch";
import { type Base, locationOf, type PathLocation } from "./path-location.ts";
import { wildcardTest } from "./wildcard.ts";

/** A list of places that files can be compared with. */
export interface PathList {
  /**
   * The place that decides of a target, unless it takes it out.
   *
   * - A wildcard in a target fits any name, but it finds no name that the list has for everywhere (`**` and a name),
   *   unless it begins with the name's dot: `cat *` reads no `.env`.
   * - With `recursive`, a directory above a place counts, too, where the place says which: `/home` holds `/home/ada/.ssh`,
   *   but a project that may have a `.env` somewhere does not count.
   */
  find(target: Target, recursive: boolean): FoundPlace | null;
}

/** A place of a list that a target is in, or above. */
interface FoundPlace {
  /** As the list has it. */
  readonly glob: string;
  /** `"unknown"` where that depends on the directory in which the command starts. */
  readonly truth: true | "unknown";
}

/** Makes a list of globs, as `SensitivePaths` has them, ready to compare with. */
export function pathList(globs: readonly string[], base: Base): PathList {
  const candidates = byFirstName(globs.flatMap((glob) => entriesOf(glob, base)));
  const known = { deep: new WeakMap<Target, FoundPlace | null>(), flat: new WeakMap<Target, FoundPlace | null>() };
  return {
    find(target, recursive) {
      const answers = recursive ? known.deep : known.flat;
      let found = answers.get(target);
      if (found === undefined) {
        const look = lookAt(target, base);
        found = lastFit(look, candidates(look), recursive && !target.partial);
        answers.set(target, found);
      }
      return found;
    },
  };
}

/** The last entry that fits decides. */
function lastFit(look: Look, entries: readonly Entry[], recursive: boolean): FoundPlace | null {
  let found: FoundPlace | null = null;
  for (const entry of entries) {
    if (entry.takesOut) {
      if (found !== null && fits(look, entry) === true) found = null;
      continue;
    }
    const truth = look.wild ? fitsWild(look, entry) : fits(look, entry);
    if (truth !== false) found = { glob: entry.glob, truth };
    else if (recursive && isAbove(look, entry)) found ??= { glob: entry.glob, truth: true };
  }
  return found;
}

/** One glob of a list, without braces. */
interface Entry {
  readonly glob: string;
  readonly takesOut: boolean;
  /** It begins with `**`. */
  readonly everywhere: boolean;
  readonly place: PathLocation;
  /** Its parts as they stand; `null` for those with wildcards, `**` among them. */
  readonly names: readonly (string | null)[];
  /** What each of its parts fits; `null` for `**`. */
  readonly tests: readonly (((name: string) => boolean) | null)[];
}

/** A target that is compared. */
interface Look {
  readonly place: PathLocation;
  readonly wild: boolean;
  /** The target's parts, or those of one path that its wildcards fit. */
  readonly names: readonly string[];
  /** Whether a part of the target may be a name. */
  couldBe(at: number, name: string): boolean;
}

function entriesOf(glob: string, base: Base): readonly Entry[] {
  const takesOut = glob.startsWith("!");
  const bare = takesOut ? glob.slice(1) : glob;
  const path = base.home !== undefined && bare.startsWith("~/") ? escapeGlob(base.home) + bare.slice(1) : bare;
  return (path.endsWith("/") ? [path.slice(0, -1), `${path}**`] : [path]).flatMap((each) =>
    (each.includes("{") ? braceExpand(each) : [each]).map((one): Entry => {
      const normal = normalizePath(one) ?? "**";
      const everywhere = normal.startsWith("**/");
      const place = locationOf(everywhere ? `/${normal}` : normal, true, base);
      const names = place.parts.map((part) => (hasWildcard(part) ? null : unescapeGlob(part)));
      return { glob, takesOut, everywhere, place, names, tests: place.parts.map(testOf) };
    }),
  );
}

/** Leaves out what a path can't fit because of its first name. */
function byFirstName(entries: readonly Entry[]): (look: Look) => readonly Entry[] {
  const anyName = (entry: Entry): boolean =>
    entry.everywhere || entry.place.up > 0 || typeof entry.names[0] !== "string";
  const others = entries.filter(anyName);
  const firsts = new Set(entries.filter((entry) => !anyName(entry)).map(({ names }) => names[0]));
  const buckets = new Map(
    Array.from(firsts, (first) => [first, entries.filter((entry) => anyName(entry) || entry.names[0] === first)]),
  );
  return ({ wild, place, names: [first] }) =>
    wild || first === undefined || place.up > 0 ? entries : (buckets.get(first) ?? others);
}

function testOf(part: string): ((name: string) => boolean) | null {
  if (part === "**") return null;
  if (!hasWildcard(part)) {
    const literal = unescapeGlob(part);
    return (name) => name === literal;
  }
  if (!/[[(]/.test(part)) return wildcardTest(part);
  const glob = new Minimatch(part, { dot: true, nobrace: true, nonegate: true, nocomment: true, platform: "linux" });
  return (name) => glob.match(name);
}

function lookAt(target: Target, base: Base): Look {
  const wild = target.glob && hasWildcard(target.path);
  const place = locationOf(target.glob ? target.path : escapeGlob(target.path), target.hidden, base);
  const names = place.parts.map((part) => unescapeGlob(wild ? part.replaceAll(/\[[^\]]*\]|[*?]+/g, "x") : part));
  const tests: ((name: string) => boolean)[] = [];
  const couldBe = (at: number, name: string): boolean => {
    const part = place.parts[at] ?? "";
    if (name.startsWith(".") && !place.hidden && !part.startsWith(".")) return false;
    tests[at] ??= wildcardTest(part);
    return part.includes("(") || tests[at](name);
  };
  return { place, wild, names, couldBe };
}

function fits({ place, names }: Look, { everywhere, place: listed, tests }: Entry): FoundPlace["truth"] | false {
  if (!everywhere && place.absolute !== listed.absolute && (place.absolute || place.up === 0)) return false;
  if (!everywhere && place.absolute === listed.absolute && place.up !== listed.up) return false;
  if (!fitsFrom(names, 0, tests, 0)) return false;
  return everywhere || place.absolute === listed.absolute ? true : "unknown";
}

function fitsFrom(names: readonly string[], at: number, tests: Entry["tests"], from: number): boolean {
  for (let index = from, name = at; ; index++, name++) {
    if (index === tests.length) return name === names.length;
    const test = tests[index];
    if (test === null) {
      if (index === tests.length - 1) return name < names.length;
      for (let next = name; next < names.length; next++) if (fitsFrom(names, next, tests, index + 1)) return true;
      return false;
    }
    const part = names[name];
    if (part === undefined || test?.(part) !== true) return false;
  }
}

function fitsWild(look: Look, entry: Entry): FoundPlace["truth"] | false {
  const sure = fits(look, entry);
  if (sure !== false) return sure;
  const { place } = look;
  if (entry.everywhere) return mayHaveHiddenName(look, entry);
  return place.absolute === entry.place.absolute && place.up === entry.place.up && overlaps(look, entry);
}

/** Whether a name with its dot, which a target spells out, may be one that the list has for everywhere. */
function mayHaveHiddenName({ place: { parts }, couldBe }: Look, { names: [, name, deep], tests }: Entry): boolean {
  if (typeof name !== "string" || !name.startsWith(".") || tests.length > (deep === undefined ? 2 : 3)) return false;
  const from = deep === undefined ? parts.length - 1 : 0;
  return parts.some((part, at) => at >= from && part.startsWith(".") && couldBe(at, name));
}

/** Whether some path fits both; wildcards are compared with wildcards only where nothing else tells. */
function overlaps(look: Look, entry: Entry): boolean {
  const { place, names, couldBe } = look;
  const { parts } = place;
  const { names: listed, tests } = entry;
  if (endsApart(look, entry)) return false;
  const endsDeep = tests.at(-1) === null && tests.indexOf(null) === tests.length - 1;
  let compared = true;
  for (const [at, test] of tests.entries()) {
    const part = parts[at];
    if (part === undefined) return false;
    const isEnd = at === tests.length - 1;
    if (endsDeep && (part === "**" || isEnd)) return compared || globsOverlap(place, entry.place) !== false;
    if (part === "**" || test === null) return globsOverlap(place, entry.place) !== false;
    const other = listed[at] ?? null;
    if (!hasWildcard(part)) {
      if (!test(names[at] ?? "")) return false;
    } else if (other === null) compared = false;
    else if (!couldBe(at, other)) return false;
  }
  return parts.length === tests.length && (compared || globsOverlap(place, entry.place) !== false);
}

/** Whether the last part of a target can't be the last name of a place. */
function endsApart({ place: { parts }, couldBe }: Look, { names }: Entry): boolean {
  const name = names.at(-1);
  return typeof name === "string" && parts.at(-1) !== "**" && !couldBe(parts.length - 1, name);
}

/** Whether a target is a directory above a place, as far as the place begins with names. */
function isAbove({ place, names, wild }: Look, { everywhere, place: listed, tests }: Entry): boolean {
  if (everywhere || wild || place.absolute !== listed.absolute || place.up !== listed.up) return false;
  return names.length < tests.length && names.every((name, at) => tests[at]?.(name) === true);
}

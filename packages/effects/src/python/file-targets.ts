import type { Origin, Target } from "../effects.ts";
import { outermostNesting } from "../languages.ts";
import { escapeGlob, joinPath } from "../path.ts";
import type { Run } from "./interpreter.ts";
import { givenHole, hasHole, hole, joinOrigins, type Known, type LibraryObject, type Value } from "./value.ts";

/** A path is no longer than this; a longer one is not known. */
const longestPath = 4096;

/** A file that a value names; `null` when it is not known, with whether people name it. */
export interface Place {
  readonly target: Target | null;
  readonly given?: true;
}

/** The files that a value names, and `null` when it may name others. */
export function targetsOf(value: Value, run: Run): readonly (Target | null)[] {
  return placesOf(value, run).map(({ target }) => target);
}

const anyPlace: Place = { target: null };

/** The files that a value names; where it may name others, a place that is not known. */
export function placesOf(value: Value, run: Run): readonly Place[] {
  const risky = value.from.some(({ kind }) => kind === "input" || kind === "network" || kind === "unknown");
  const found: Place[] = [];
  for (const known of value.known) {
    if (known.kind === "text" || known.kind === "path")
      found.push(...waysUp(known.text).map((text) => placeOf(text, risky, run)));
    else if (known.kind === "object") found.push(...objectPlaces(known, run));
    else if (known.kind === "list")
      for (const item of known.more === null ? known.items : [...known.items, known.more])
        found.push(...placesOf(item, run));
    else if (known.kind === "constant" && known.constant === null) continue;
    else if (known.kind !== "number" && !isStandardStream(known)) found.push(anyPlace);
  }
  return value.open || (found.length === 0 && value.known.length === 0) ? [...found, anyPlace] : found;
}

function isStandardStream(known: Known): boolean {
  return known.kind === "library" && /^sys\.(__)?std/.test(known.name);
}

/** Of a file that is open, of an entry of a directory. */
function objectPlaces({ type, fields }: LibraryObject, run: Run): readonly Place[] {
  const path = fields.get("path");
  // A buffer in memory is no file.
  if (path === undefined) return type === "buffer" ? [] : [anyPlace];
  return placesOf(path, run);
}

const mostWays = 16;

/** The paths that one may be which goes up from any number of directories: there may be none to leave, or one more. */
function waysUp(path: string): readonly string[] {
  const found = [path];
  for (let at = 0; at < found.length && found.length < mostWays; ) {
    const way = found[at] ?? "";
    const leaves = way.search(/\/\uFFFF\/\.\.(\/|$)/);
    if (leaves === -1) at++;
    else {
      const [before, after] = [way.slice(0, leaves), way.slice(leaves + `/${hole}/..`.length)];
      found.splice(at, 1, `${before}/..${after}`, `${before}/${hole}${after}`);
    }
  }
  return found;
}

function placeOf(text: string, risky: boolean, run: Run): Place {
  const target = targetOf(text.replaceAll(givenHole, hole), risky, run);
  return target === null && isGiven(text, run) ? { target, given: true } : { target };
}

/** Whether all that is not known of a path is given by people, and the rest does not say that it lies elsewhere. */
function isGiven(text: string, { nesting, directory }: Run): boolean {
  if (nesting.depth !== outermostNesting().depth || directory === null || !text.includes(givenHole)) return false;
  return !text.replaceAll(givenHole, "").includes(hole) && !/^[/~]/.test(text) && !text.includes("..");
}

/** A path as a target. What is not known in it becomes a wildcard, unless it may lead anywhere. */
function targetOf(text: string, risky: boolean, run: Run): Target | null {
  if (text.length > longestPath || text.includes("\0")) return null;
  const relative = !/^[/~]/.test(text);
  if (run.directory === null && relative) return null;
  const directory = relative ? (run.directory ?? "") : "";
  if (!hasHole(text)) {
    const path = joinPath(directory, text);
    return path === null ? null : { path, glob: false, hidden: false, partial: false };
  }
  if (text.includes(hole) && (risky || text.startsWith(hole) || text.startsWith(`/${hole}`))) return null;
  const parts = text.split("/").map((part) => (part === hole ? "**" : wildcards(part)));
  const path = joinPath(escapeGlob(directory), parts.join("/"));
  return path === null ? null : { path, glob: true, hidden: true, partial: true };
}

function wildcards(part: string): string {
  return escapeGlob(part).replaceAll(/[\uFFFE\uFFFF]+/g, "*");
}

/** Where a file's content comes from: the file, and what the program wrote to it. */
export function fileOrigins(targets: readonly (Target | null)[], run: Run): readonly Origin[] {
  return targets.flatMap((target) => {
    const written = target === null ? [] : (run.written.get(target.path) ?? []);
    return [{ kind: "file" as const, target }, ...written.filter(({ kind }) => kind !== "literal")];
  });
}

/** Remembers what a file holds from now on. */
export function rememberWritten(target: Target | null, from: readonly Origin[], run: Run): void {
  if (target === null || from.length === 0) return;
  run.written.set(target.path, joinOrigins(run.written.get(target.path) ?? [], from));
}

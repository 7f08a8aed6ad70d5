/** Evaluates files whose names are only partly known: `"$1"`, `"/etc/$x"`. */
import type { WriteEffect } from "../effects.ts";
import { escapeGlob } from "../path.ts";
import type { Value } from "../word-value.ts";
import { type Argument, isNamedByUser, unknownPart } from "./argument.ts";
import type { FileAccess } from "./file-effects.ts";
import type { ShellState } from "./state.ts";

type NamedFile = Pick<FileAccess, "value" | "namedByUser">;

/**
 * The file that a partly unknown word names, if it is read. The known part limits where the file is: `/etc/$x` is in `/etc`,
 * `$x/.netrc` is a file named `.netrc`.
 */
export function userNamedFile(at: Argument, { directory }: ShellState): NamedFile {
  const { known = unknownPart } = at;
  if (!isNamedByUser(at)) return { value: at.value === null && endsInFileName(known) ? asGlobValue(known) : at.value };
  const isBare = known.replaceAll(unknownPart, "").replaceAll("/", "") === "";
  if (!isBare) return { value: asGlobValue(known) };
  const isElsewhere = directory !== null && /^[/~.]/.test(directory);
  return isElsewhere ? { value: asGlobValue(unknownPart) } : { value: null, namedByUser: true };
}

/** The file that a partly unknown word names, if it is written. If content is lost, the beginning of the word must be known. */
export function userNamedFileToWrite(mode: WriteEffect["mode"], at: Argument, state: ShellState): NamedFile {
  const isLoss = mode === "replace" || mode === "change";
  return isLoss && at.known?.startsWith(unknownPart) !== false ? { value: at.value } : userNamedFile(at, state);
}

/**
 * Whether the first unknown part is inside the last name of a path: `out/zone_$x.json`. Whatever it is, it leaves the folder only if
 * a folder has the known beginning of the name as its name (`out/zone_`).
 */
export function endsInFileName(known: string): boolean {
  const [before = "", ...rest] = known.split(unknownPart);
  const name = before.slice(before.lastIndexOf("/") + 1);
  return rest.length > 0 && /[^.]/.test(name) && !/^[-~]/.test(name) && !rest.some((part) => part.includes("/"));
}

/**
 * The files below the folder with which an unknown word begins, if that is no relative one: `/proc/$(pgrep x)/mem`. The unknown part may
 * lead out of the folder again.
 */
export function knownTree({ known = unknownPart }: Argument): Value | undefined {
  if (!/^(?:~|\/[^/\uFFFC]+)\//.test(known)) return undefined;
  return { ...asGlobValue(known), home: known.startsWith("~") || undefined };
}

/** The known text as a glob with a wildcard for each unknown part. */
function asGlobValue(known: string): Value {
  const [first = "", ...rest] = known.split(unknownPart).map(escapeGlob);
  const text = rest.reduce((before, after) => `${before}${wildcard(before, after)}${after}`, first);
  return { text, glob: true, hidden: true, partial: true };
}

/** The wildcard for an unknown part: `**` for a whole path segment, which may be several directories, else `*`. */
function wildcard(before: string, after: string): string {
  return (before === "" || before.endsWith("/")) && (after === "" || after.startsWith("/")) ? "**" : "*";
}

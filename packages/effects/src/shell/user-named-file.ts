import type { WriteEffect } from "../effects.ts";
import { escapeGlob } from "../path.ts";
import { type Argument, isNamedByUser, unknownPart } from "./argument.ts";
import type { FileAccess } from "./file-effects.ts";
import type { ShellState } from "./state.ts";
import type { Value } from "./value.ts";

type NamedFile = Pick<FileAccess, "value" | "namedByUser">;

/**
 * The file that a word names for reading. Of a word that is given in part, what is known says where the file lies:
 * `/etc/$x` lies in `/etc`, `$x/.netrc` is some `.netrc`.
 */
export function userNamedFile(at: Argument, { directory }: ShellState): NamedFile {
  if (!isNamedByUser(at)) return { value: at.value };
  const { known = unknownPart } = at;
  const isBare = known.replaceAll(unknownPart, "").replaceAll("/", "") === "";
  if (!isBare) return { value: asGlobValue(known) };
  const isElsewhere = directory !== null && /^[/~.]/.test(directory);
  return isElsewhere ? { value: asGlobValue(unknownPart) } : { value: null, namedByUser: true };
}

/** The file that a word names for writing. What takes the place of something is given by its beginning alone. */
export function userNamedFileToWrite(mode: WriteEffect["mode"], at: Argument, state: ShellState): NamedFile {
  const isLoss = mode === "replace" || mode === "change";
  return isLoss && at.known?.startsWith(unknownPart) !== false ? { value: at.value } : userNamedFile(at, state);
}

function asGlobValue(known: string): Value {
  const [first = "", ...rest] = known.split(unknownPart).map(escapeGlob);
  const text = rest.reduce((before, after) => `${before}${wildcard(before, after)}${after}`, first);
  return { text, glob: true, hidden: true, partial: true };
}

/** A part that stands alone may be many names deep. */
function wildcard(before: string, after: string): string {
  return (before === "" || before.endsWith("/")) && (after === "" || after.startsWith("/")) ? "**" : "*";
}

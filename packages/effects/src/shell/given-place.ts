import type { WriteEffect } from "../effects.ts";
import { escapeGlob } from "../path.ts";
import { type Argument, gap, isGivenWord } from "./argument.ts";
import type { Doing } from "./file-deeds.ts";
import type { ShellState } from "./state.ts";
import type { Value } from "./value.ts";

type Place = Pick<Doing, "value" | "given">;

/**
 * The file that a word names for reading. Of a word that is given in part, what is known says where the file lies:
 * `/etc/$x` lies in `/etc`, `$x/.netrc` is some `.netrc`.
 */
export function givenPlace(at: Argument, { directory }: ShellState): Place {
  if (!isGivenWord(at)) return { value: at.value };
  const { known = gap } = at;
  const isBare = known.replaceAll(gap, "").replaceAll("/", "") === "";
  if (!isBare) return { value: asPlace(known) };
  const isElsewhere = directory !== null && /^[/~.]/.test(directory);
  return isElsewhere ? { value: asPlace(gap) } : { value: null, given: true };
}

/** The file that a word names for writing. What takes the place of something is given by its beginning alone. */
export function givenPlaceFor(mode: WriteEffect["mode"], at: Argument, state: ShellState): Place {
  const isLoss = mode === "replace" || mode === "change";
  return isLoss && at.known?.startsWith(gap) !== false ? { value: at.value } : givenPlace(at, state);
}

function asPlace(known: string): Value {
  const [first = "", ...rest] = known.split(gap).map(escapeGlob);
  const text = rest.reduce((before, after) => `${before}${wildcard(before, after)}${after}`, first);
  return { text, glob: true, hidden: true, partial: true };
}

/** A part that stands alone may be many names deep. */
function wildcard(before: string, after: string): string {
  return (before === "" || before.endsWith("/")) && (after === "" || after.startsWith("/")) ? "**" : "*";
}

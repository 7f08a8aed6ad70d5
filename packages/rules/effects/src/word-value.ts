/** The value of a word in a script: a text, or a glob such as `*.txt`. */
import { escapeGlob } from "./path.ts";

/** A text in a script, or a glob for the file names that its wildcards match. */
export interface Value {
  /** The text, or a glob in which literal characters are escaped with backslashes. */
  readonly text: string;
  readonly glob: boolean;
  /** Whether wildcards match names that begin with a dot, too. */
  readonly hidden?: boolean;
  /** Whether only some of the matching files are meant. */
  readonly partial?: boolean;
  /** Whether the `~` at the start is an unknown home directory. */
  readonly home?: boolean;
}

/** The value as a glob, its literal characters escaped. */
export function asGlob({ text, glob }: Value): string {
  return glob ? text : escapeGlob(text);
}

import { escapeGlob } from "../path.ts";

/** A text that the shell passes on, or the wildcards from which it makes some. */
export interface Value {
  /** The text; for wildcards a glob whose literal characters are escaped with backslashes. */
  readonly text: string;
  readonly glob: boolean;
  /** Wildcards match names that begin with a dot, too. */
  readonly hidden?: boolean;
  /** Only some of the files that fit are meant. */
  readonly partial?: boolean;
  /** Its `~` at the start is a home directory that is not known. */
  readonly home?: boolean;
}

/** The value as a glob, its literal characters escaped. */
export function asGlob({ text, glob }: Value): string {
  return glob ? text : escapeGlob(text);
}

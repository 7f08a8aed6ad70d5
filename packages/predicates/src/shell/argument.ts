import { escapeGlob } from "../path.ts";
import type { Span } from "./syntax.ts";

/** A text that the shell passes on, or the wildcards from which it makes some. */
export interface Value {
  /** The text; for wildcards a glob whose literal characters are escaped with backslashes. */
  readonly text: string;
  readonly glob: boolean;
  /** Wildcards match names that begin with a dot, too. */
  readonly hidden?: boolean;
  /** Only some of the files that fit are meant. */
  readonly partial?: boolean;
}

/** One word of a command after expansion. */
export interface Argument extends Span {
  /** `null` when it is not known; it may then be any number of words, and any option. */
  readonly value: Value | null;
  /** What is not known was in quotes: it is one word, and taken for no option where an operand or a value stands. */
  readonly single?: boolean;
}

/** The argument's text, when it is known and has no wildcards. */
export function literalOf(argument: Argument | undefined): string | undefined {
  return argument?.value?.glob === false ? argument.value.text : undefined;
}

/** The value as a glob, its literal characters escaped. */
export function asGlob({ text, glob }: Value): string {
  return glob ? text : escapeGlob(text);
}

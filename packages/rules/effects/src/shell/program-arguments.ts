/** The words that a shell passes to a program in another language, as `sys.argv`. */
import type { KnownData } from "../execution-state.ts";
import { unescapeGlob } from "../path.ts";
import { unknownName, unknownText } from "../unknown-text.ts";
import { type Argument, unknownPart } from "./argument.ts";
import { endsInFileName } from "./user-named-file.ts";

/** The words that a program gets; `undefined` if their number is unknown. */
export function programArguments(words: readonly Argument[]): readonly KnownData[] | undefined {
  if (words.some(({ value, single }) => value === null && single !== true)) return undefined;
  return words.map((at) => ({ from: at.flow?.from ?? [], text: textOf(at) }));
}

/** The text of a word, with marks for its unknown parts. */
function textOf({ value, known = unknownPart }: Argument): string {
  if (value === null) return known.replaceAll(unknownPart, endsInFileName(known) ? unknownName : unknownText);
  if (!value.glob) return value.text;
  return unescapeGlob(value.text.replaceAll(/\\.|\*+|\?/g, (part) => (part.startsWith("\\") ? part : unknownName)));
}

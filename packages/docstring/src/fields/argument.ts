import { closing, opens } from "../brackets.ts";
import { type Line, partOf } from "../lines.ts";
import { type Name, namesAt } from "../names.ts";
import type { FieldHead } from "./field.ts";

/** What stands between a field's tag and its colon: `int x`, `x (int)`, `x, y`, `ValueError`. */
export interface Argument {
  readonly names: readonly Name[];
  readonly type?: Line;
}

/** Reads the argument of a field: a type, for what has no name. */
export function argumentOf({ kind, argument }: Pick<FieldHead, "kind" | "argument">): Argument {
  if (kind !== "parameter" && kind !== "attribute")
    return argument.text === "" ? { names: [] } : { names: [], type: argument };
  const { names, end } = namesAt(argument, 0);
  if (end === argument.text.length && names.length > 0) return { names };
  const bracket = partOf(argument, end);
  if (names.length === 1 && opens(bracket.text[0]) && closing(bracket.text, 0) === bracket.text.length - 1) {
    return { names, type: partOf(bracket, 1, bracket.text.length - 1) };
  }
  const space = /\s(?=\S+$)/.exec(argument.text)?.index ?? -1;
  const name = partOf(argument, space + 1);
  const type = partOf(argument, 0, Math.max(0, space));
  return { names: [nameIn(name)], ...(type.text !== "" && { type }) };
}

function nameIn(word: Line): Name {
  const { names, end } = namesAt(word, 0);
  const [name] = names;
  if (name !== undefined && end === word.text.length) return name;
  return { name: word.text, nameRange: { start: word.start, end: word.start + word.text.length } };
}

import { deprecationIn } from "../deprecation.ts";
import type { DocstringDeprecation } from "../docstring.ts";
import { type Line, textOf } from "../lines.ts";
import { type Field, restOf } from "./field.ts";

/** A deprecation: the version is the argument of its directive, or else what the text beside the mark begins with. */
export function deprecationOf({ argument, rest }: Field, body: readonly Line[]): DocstringDeprecation {
  if (argument.text !== "") return { version: argument.text, description: textOf(body, rest) };
  const { version, description } = deprecationAt(rest.text);
  if (version === undefined) return { description: textOf(body, rest) };
  return { version, description: textOf(body, restOf(rest, rest.text.length - description.length)) };
}

/** Reads a line such as `since 1.2: text`, `1.2 text`. */
export function deprecationAt(line: string): DocstringDeprecation {
  const bare = /^(?:since\s+)?(?:version\s+)?(v?\d[\w+-]{0,20}\.[\w.+-]{0,40}\w)\s+/i.exec(line);
  return bare === null ? deprecationIn(line) : { version: bare[1] ?? "", description: line.slice(bare[0].length) };
}

import { detectStyles } from "./detect-style.ts";
import type { Docstring, DocstringStyle } from "./docstring.ts";
import { parseEpydoc } from "./epydoc.ts";
import { parseGoogle } from "./google.ts";
import { parseJsdoc } from "./jsdoc.ts";
import { type Line, splitLines } from "./lines.ts";
import { parseNumpy } from "./numpy.ts";
import { parseRest } from "./rest.ts";

/** How to read a docstring. */
export interface ParseDocstringOptions {
  /** Default `"auto"`: the style whose marks the text has; where it has several, the one that reads most of it. */
  readonly style?: DocstringStyle | "auto";
}

/**
 * Reads a docstring. Any text is a docstring: what fits no section is description, and nothing is thrown. Takes time
 * linear in the text's length.
 *
 * @param text - what stands between the quotes, indentation included
 *
 * @example
 * parseDocstring("Add.\n\nArgs:\n    x (int): First.").parameters; // [{ name: "x", type: "int", description: "First.", … }]
 */
export function parseDocstring(text: string, options: ParseDocstringOptions = {}): Docstring {
  const { style = "auto" } = options;
  const lines = splitLines(text);
  return style === "auto" ? parseDetectedStyle(lines) : parsers[style](lines);
}

const parsers: Readonly<Record<DocstringStyle, (lines: readonly Line[]) => Docstring>> = {
  google: parseGoogle,
  numpy: parseNumpy,
  rest: parseRest,
  epydoc: parseEpydoc,
  jsdoc: parseJsdoc,
};

/** Where texts have marks of several styles, most entries win, then most texts, then the order of the marks. */
function parseDetectedStyle(lines: readonly Line[]): Docstring {
  const [first = "google", ...others] = detectStyles(lines);
  return others.reduce((best, style) => {
    const other = parsers[style](lines);
    const more = countEntries(other) - countEntries(best) || countTexts(other) - countTexts(best);
    return more > 0 ? other : best;
  }, parsers[first](lines));
}

function countEntries({ parameters, attributes, returns, yields, raises }: Docstring): number {
  return parameters.length + attributes.length + returns.length + yields.length + raises.length;
}

function countTexts({ examples, notes, seeAlso, deprecated }: Docstring): number {
  return examples.length + notes.length + seeAlso.length + (deprecated === undefined ? 0 : 1);
}

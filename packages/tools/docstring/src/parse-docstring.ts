/** Parses a docstring in a given style or in the style that its markup suggests. */
import { detectStyles } from "./detect-style.ts";
import type { Docstring, DocstringStyle } from "./docstring.ts";
import { parseEpydoc } from "./epydoc.ts";
import { parseGoogle } from "./google.ts";
import { parseJsdoc } from "./jsdoc.ts";
import { type Line, splitLines } from "./lines.ts";
import { parseNumpy } from "./numpy.ts";
import { parseRest } from "./rest.ts";

/** Options of `parseDocstring`. */
export interface ParseDocstringOptions {
  /**
   * Default `"auto"`: detects the style from its markup. If the text has markup of several styles, the style that
   * yields most entries is used.
   */
  readonly style?: DocstringStyle | "auto";
}

/**
 * Parses a docstring into its description, parameters, returns and other parts.
 *
 * It never fails, so there is no `readDocstring`: any text is a docstring, and text that fits no section is part of
 * the description. Parsing takes time linear in the text's length.
 *
 * @param text - the text between the quotes, with its indentation, or a whole JSDoc comment
 * @param options - the style to parse; by default it is detected
 *
 * @example
 * parseDocstring("Add.\n\nArgs:\n    x (int): First.").parameters; // [{ name: "x", type: "int", description: "First.", … }]
 */
export function parseDocstring(text: string, options: ParseDocstringOptions = {}): Docstring {
  const { style = "auto" } = options;
  const lines = splitLines(text);
  return style === "auto" ? parseDetectedStyle(lines) : parsers[style](lines);
}

/** The parser of each style. */
const parsers: Readonly<Record<DocstringStyle, (lines: readonly Line[]) => Docstring>> = {
  google: parseGoogle,
  numpy: parseNumpy,
  rest: parseRest,
  epydoc: parseEpydoc,
  jsdoc: parseJsdoc,
};

/**
 * Parses with each style whose markup occurs. The result with most entries wins, then with most texts, then the first
 * in `detectStyles` order.
 */
function parseDetectedStyle(lines: readonly Line[]): Docstring {
  const [first = "google", ...others] = detectStyles(lines);
  return others.reduce((best, style) => {
    const other = parsers[style](lines);
    const more = countEntries(other) - countEntries(best) || countTexts(other) - countTexts(best);
    return more > 0 ? other : best;
  }, parsers[first](lines));
}

/** The number of parameters, attributes, returns, yields and errors. */
function countEntries({ parameters, attributes, returns, yields, raises }: Docstring): number {
  return parameters.length + attributes.length + returns.length + yields.length + raises.length;
}

/** The number of examples, notes, references and deprecation notices. */
function countTexts({ examples, notes, seeAlso, deprecated }: Docstring): number {
  return examples.length + notes.length + seeAlso.length + (deprecated === undefined ? 0 : 1);
}

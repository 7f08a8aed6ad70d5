import type { Docstring, DocstringStyle } from "./docstring.ts";
import { parseGoogle } from "./google/index.ts";
import { linesOf } from "./lines.ts";

/** How to read a docstring. */
export interface ParseDocstringOptions {
  /** Default `"google"`. */
  readonly style?: DocstringStyle;
}

/**
 * Reads a docstring. Any text is a docstring: what fits no section is description, and nothing is thrown. Takes time
 * linear in the text's length.
 *
 * @param text - what stands between the quotes, indentation included
 *
 * @example
 * parseDocstring("Add.\n\nArgs:\n    x (int): First.").parameters; // [{ name: "x", type: "int", description: "First." }]
 */
export function parseDocstring(text: string, options: ParseDocstringOptions = {}): Docstring {
  return styles[options.style ?? "google"](linesOf(text));
}

const styles = { google: parseGoogle };

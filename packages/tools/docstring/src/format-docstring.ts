/** Writes a parsed docstring as text in any of the styles. */
import type { Docstring, DocstringStyle } from "./docstring.ts";
import { formatEpydoc } from "./epydoc.ts";
import { formatGoogle } from "./google/format.ts";
import { formatJsdoc } from "./jsdoc/format.ts";
import { isDedented } from "./layout.ts";
import { formatNumpy } from "./numpy/format.ts";
import { formatRest } from "./rest.ts";

/** Options of `formatDocstring`. */
export interface FormatDocstringOptions {
  /** The style to write. Default: the docstring's own style. */
  readonly style?: DocstringStyle;
  /**
   * Text put before every line except the first and blank lines: the indentation of the surrounding code. Default
   * `""`.
   */
  readonly indent?: string;
  /**
   * JSDoc only: whether to wrap the text in `/** … *\/`. Default `false`, except for text that would be parsed as a
   * comment.
   */
  readonly frame?: boolean;
}

/**
 * Writes a docstring so that `parseDocstring` in the same style returns it again, except for ranges.
 *
 * Texts must be as `parseDocstring` returns them: dedented, without blank lines at the ends, and consistent with the
 * fields `default` and `optional`. The title of a section must not be the title of another part. The styles can't
 * represent everything:
 *
 * - Google: a section with an unknown title, or without a title, if no other part precedes it; a text that has a
 *   Google section title on a line of its own
 * - Google, NumPy: a section without text
 * - Google, JSDoc: a type with an unclosed bracket
 * - NumPy: a section without a title, which becomes a note
 * - all but NumPy: the name of a return without a type
 * - Google: a return without a type whose text starts like a type
 *
 * @param docstring - a docstring from `parseDocstring`, or one created as an object
 * @param options - the style, the indentation, and whether JSDoc is wrapped in a comment
 *
 * @example
 * formatDocstring(parseDocstring("Add.\n\nArgs:\n    x: First."), { style: "rest" }); // "Add.\n\n:param x: First."
 */
export function formatDocstring(docstring: Docstring, options: FormatDocstringOptions = {}): string {
  const style = options.style ?? docstring.style;
  const text = formatters[style](docstring, options);
  const isComment = style === "jsdoc" && text.startsWith("/**");
  return (isComment ? text : protectIndentation(text)).replace(/\n(?=[^\n])/g, `\n${options.indent ?? ""}`);
}

/** The formatter of each style. */
const formatters: Readonly<Record<DocstringStyle, (docstring: Docstring, options: FormatDocstringOptions) => string>> =
  {
    google: formatGoogle,
    numpy: formatNumpy,
    rest: formatRest,
    epydoc: formatEpydoc,
    jsdoc: formatJsdoc,
  };

/**
 * Starts the text on a new line if dedenting would otherwise lose its indentation: when the first line is indented, or
 * all other lines are.
 */
function protectIndentation(text: string): string {
  const [first = "", ...others] = text.split("\n");
  return first.startsWith(" ") || !isDedented(others) ? `\n${text}` : text;
}

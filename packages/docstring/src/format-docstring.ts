import type { Docstring, DocstringStyle } from "./docstring.ts";
import { formatEpydoc } from "./epydoc.ts";
import { formatGoogle } from "./google/format.ts";
import { formatJsdoc } from "./jsdoc/format.ts";
import { isDedented } from "./layout.ts";
import { formatNumpy } from "./numpy/format.ts";
import { formatRest } from "./rest.ts";

/** How to write a docstring. */
export interface FormatDocstringOptions {
  /** Default: the docstring's own style. */
  readonly style?: DocstringStyle;
  /** Put before every line but the first and blank ones: the margin of the code around it. Default `""`. */
  readonly indent?: string;
  /** JSDoc: whether to write the comment around it, `/**` and stars. Default: only where the text would be taken for one. */
  readonly frame?: boolean;
}

/**
 * Writes a docstring, so that `parseDocstring` in the same style gives it back, ranges apart.
 *
 * Texts must be as they are read: dedented, without blank lines around, and with what they say about `default` and
 * `optional` in the fields of that name. A title of a section must not be one of another part. What a style can't say:
 *
 * - Google: a section of a title of its own, or of none, where no other part stands before it; a text that has one of
 *   the style's titles on a line of its own
 * - Google, NumPy: a section without text
 * - Google, JSDoc: a type whose brackets are not closed
 * - NumPy: a section without a title; it becomes a note
 * - all but NumPy: the name of a return without a type
 * - Google: that a return has no type, where its text begins like one
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

const formatters: Readonly<Record<DocstringStyle, (docstring: Docstring, options: FormatDocstringOptions) => string>> =
  {
    google: formatGoogle,
    numpy: formatNumpy,
    rest: formatRest,
    epydoc: formatEpydoc,
    jsdoc: formatJsdoc,
  };

/** On a line of its own where the first line would lose its indentation, or take that of all others for the margin. */
function protectIndentation(text: string): string {
  const [first = "", ...others] = text.split("\n");
  return first.startsWith(" ") || !isDedented(others) ? `\n${text}` : text;
}

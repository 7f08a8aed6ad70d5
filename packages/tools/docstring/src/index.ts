/** The public API: parsing and formatting docstrings in the Google, NumPy, reST, Epydoc and JSDoc styles. */
export { parseDocstring } from "./parse-docstring.ts";
export type { ParseDocstringOptions } from "./parse-docstring.ts";
export { formatDocstring } from "./format-docstring.ts";
export type { FormatDocstringOptions } from "./format-docstring.ts";
export type {
  Docstring,
  DocstringDeprecation,
  DocstringParameter,
  DocstringRaise,
  DocstringRange,
  DocstringReference,
  DocstringReturn,
  DocstringSection,
  DocstringStyle,
  DocstringText,
} from "./docstring.ts";

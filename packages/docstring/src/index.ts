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

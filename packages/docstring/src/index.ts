export { parseDocstring } from "./parse-docstring.ts";
export type { ParseDocstringOptions } from "./parse-docstring.ts";
export type {
  Docstring,
  DocstringParameter,
  DocstringRaise,
  DocstringReturn,
  DocstringSection,
  DocstringStyle,
} from "./docstring.ts";

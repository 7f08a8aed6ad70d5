import type { Docstring } from "../docstring.ts";
import { parseFields } from "../fields/index.ts";
import type { Line } from "../lines.ts";
import { restMarks } from "./marks.ts";

/**
 * Reads reStructuredText with Sphinx's fields: `:param int x: text`, `:type x: int`, `:returns:`, and directives such as
 * `.. note::`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseRest(lines: readonly Line[]): Docstring {
  return parseFields("rest", lines, restMarks, (type) => type);
}

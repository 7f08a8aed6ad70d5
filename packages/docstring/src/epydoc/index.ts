import type { Docstring } from "../docstring.ts";
import { parseFields } from "../fields/index.ts";
import type { Line } from "../lines.ts";
import { epydocMarks } from "./marks.ts";
import { typeWithoutMarkup } from "./type.ts";

/**
 * Reads Epytext: `@param x: text`, `@type x: int`, `@return: text`, `@rtype: int`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseEpydoc(lines: readonly Line[]): Docstring {
  return parseFields("epydoc", lines, epydocMarks, typeWithoutMarkup);
}

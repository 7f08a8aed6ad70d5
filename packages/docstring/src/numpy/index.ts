import type { Docstring } from "../docstring.ts";
import { docstringOf } from "../docstring-of.ts";
import type { Line } from "../lines.ts";
import { contentsOf } from "../titled-section.ts";
import { parameterHeadAt } from "./parameters.ts";
import { raiseHeadAt } from "./raises.ts";
import { returnsIn } from "./returns.ts";
import { splitSections } from "./sections.ts";

const readers = { parameterHeadAt, returnsIn, raiseHeadAt };

/**
 * Reads the NumPy style, as the numpydoc style guide shows it and as people bend it.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseNumpy(lines: readonly Line[]): Docstring {
  const { prose, sections, deprecations } = splitSections(lines);
  return docstringOf("numpy", prose, [
    ...deprecations.map((deprecated) => ({ deprecated })),
    ...sections.map((section) => contentsOf(section, readers)),
  ]);
}

import { buildDocstring } from "./build-docstring.ts";
import type { Docstring } from "./docstring.ts";
import type { Line } from "./lines.ts";
import { readNumpyReturns, readParameterHead, readRaiseHead } from "./numpy/entries.ts";
import { splitSections } from "./numpy/sections.ts";
import { type EntryReaders, readSection } from "./sections.ts";

const entryReaders: EntryReaders = { readParameterHead, readReturns: readNumpyReturns, readRaiseHead };

/**
 * Parses the NumPy style (numpydoc style guide, with the deviations that occur in practice): `Parameters` underlined
 * with dashes, over `x : int`.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseNumpy(lines: readonly Line[]): Docstring {
  const { description, sections, deprecations } = splitSections(lines);
  return buildDocstring("numpy", description, [
    ...deprecations.map((deprecated) => ({ deprecated })),
    ...sections.map((section) => readSection(section, entryReaders)),
  ]);
}

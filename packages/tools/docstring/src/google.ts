import { buildDocstring } from "./build-docstring.ts";
import type { Docstring } from "./docstring.ts";
import { readEntryHead } from "./entry-head.ts";
import { readGoogleReturns, readRaiseHead } from "./google/entries.ts";
import { splitSections } from "./google/sections.ts";
import type { Line } from "./lines.ts";
import { type EntryReaders, readSection } from "./sections.ts";

const entryReaders: EntryReaders = { readParameterHead: readEntryHead, readReturns: readGoogleReturns, readRaiseHead };

/**
 * Parses the Google style: sections such as `Args:` with indented entries such as `x (int): text` (Google Python Style Guide §3.8, with the
 * deviations that occur in practice).
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseGoogle(lines: readonly Line[]): Docstring {
  const { description, sections } = splitSections(lines);
  return buildDocstring(
    "google",
    description,
    sections.map((section) => readSection(section, entryReaders)),
  );
}

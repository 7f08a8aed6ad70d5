import { buildDocstring } from "./build-docstring.ts";
import type { Docstring } from "./docstring.ts";
import { readEntryHead } from "./entry-head.ts";
import { readGoogleReturns, readRaiseHead } from "./google/entries.ts";
import { splitSections } from "./google/sections.ts";
import type { Line } from "./lines.ts";
import { type EntryReaders, readSection } from "./sections.ts";

const entryReaders: EntryReaders = { readParameterHead: readEntryHead, readReturns: readGoogleReturns, readRaiseHead };

/**
 * Reads the Google style, as the Google Python Style Guide §3.8 shows it and as people bend it.
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

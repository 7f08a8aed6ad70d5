/** Converts a titled section of the Google or NumPy style (`Args:`, `Raises:`) to docstring parts. */
import { type DocstringParts, optionalSection, optionalText } from "./build-docstring.ts";
import { readDeprecation } from "./deprecation.ts";
import type { DocstringReturn } from "./docstring.ts";
import {
  type HeadReader,
  type ParameterHead,
  type RaiseHead,
  readParameterEntries,
  readRaiseEntries,
} from "./entries.ts";
import { joinLines, type Line, rangeOfLines } from "./lines.ts";
import type { SectionKind } from "./section-titles.ts";
import { readReferences } from "./see-also.ts";

/** A section's title and lines. Text between sections has an empty title. */
export interface TitledSection {
  readonly title: string;
  readonly kind: SectionKind;
  /** The lines below the title. */
  readonly lines: readonly Line[];
  /** All lines of the section, with its title. */
  readonly allLines: readonly Line[];
}

/** The functions of a style that parse the entries of its sections. */
export interface EntryReaders {
  readonly readParameterHead: HeadReader<ParameterHead>;
  readonly readReturns: (lines: readonly Line[]) => readonly DocstringReturn[];
  readonly readRaiseHead: HeadReader<RaiseHead>;
}

/**
 * Converts a section of the Google or NumPy style to docstring parts: `Args:` to parameters, `Raises:` to errors, and
 * so on.
 */
export function readSection({ title, kind, lines, allLines }: TitledSection, readers: EntryReaders): DocstringParts {
  switch (kind) {
    case "parameters":
    case "attributes": {
      const { parameters, preamble } = readParameterEntries(lines, readers.readParameterHead);
      return { [kind]: parameters, sections: optionalSection(title, preamble) };
    }
    case "returns":
    case "yields":
      return { [kind]: readers.readReturns(lines) };
    case "raises":
      return { raises: readRaiseEntries(lines, readers.readRaiseHead) };
    case "examples":
    case "notes":
      return { [kind]: optionalText(lines) };
    case "seeAlso":
      return { seeAlso: readReferences(lines) };
    case "deprecated":
      return { deprecated: { ...readDeprecation(joinLines(lines)), ...rangeOfLines(allLines) } };
    case "text":
      return { sections: optionalSection(title, lines, allLines) };
  }
}

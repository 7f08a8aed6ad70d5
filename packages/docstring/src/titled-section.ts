import { deprecationIn } from "./deprecation.ts";
import type { DocstringReturn } from "./docstring.ts";
import { type Contents, sectionsOf, textsOf } from "./docstring-of.ts";
import { type Line, located, textOf } from "./lines.ts";
import { referencesIn } from "./references.ts";
import { type HeadReader, type ParameterHead, parametersIn, type RaiseHead, raisesIn } from "./section-entries.ts";
import type { SectionKind } from "./titles.ts";

/** A section's title and the lines under it; text between sections has no title, and its first line is its margin. */
export interface TitledSection {
  readonly title: string;
  readonly kind: SectionKind;
  readonly lines: readonly Line[];
  /** All of it, the title included. */
  readonly whole: readonly Line[];
}

/** How a style lays out the entries of its sections. */
export interface EntryReaders {
  readonly parameterHeadAt: HeadReader<ParameterHead>;
  readonly returnsIn: (lines: readonly Line[]) => readonly DocstringReturn[];
  readonly raiseHeadAt: HeadReader<RaiseHead>;
}

/** What a section says. */
export function contentsOf({ title, kind, lines, whole }: TitledSection, readers: EntryReaders): Contents {
  switch (kind) {
    case "parameters":
    case "attributes": {
      const { parameters, preamble } = parametersIn(lines, readers.parameterHeadAt);
      return { [kind]: parameters, sections: sectionsOf(title, preamble) };
    }
    case "returns":
    case "yields":
      return { [kind]: readers.returnsIn(lines) };
    case "raises":
      return { raises: raisesIn(lines, readers.raiseHeadAt) };
    case "examples":
    case "notes":
      return { [kind]: textsOf(lines) };
    case "seeAlso":
      return { seeAlso: referencesIn(lines) };
    case "deprecated":
      return { deprecated: { ...deprecationIn(textOf(lines)), ...located(whole) } };
    case "text":
      return { sections: sectionsOf(title, lines, whole) };
  }
}

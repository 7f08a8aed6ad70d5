import type { Issue } from "@helve/core";
import type { Program } from "@helve/core/program";
import { writePublished } from "./format/published/write-published.ts";
import { writeProgram } from "./format/write-program.ts";
import { parseProgram } from "./syntax/index.ts";

/** How a program is written. */
export interface FormatOptions {
  /** `published` is for readers of the published AgentSpec language; `canonical` by default. */
  readonly dialect?: "canonical" | "published";
}

/** A program as a text. */
export interface FormattedProgram {
  /** Ends with a line ending. */
  readonly text: string;
  /** What of the program the text does not say; the canonical form says all. */
  readonly losses: readonly Issue[];
}

/**
 * Writes a program in the canonical form: a clause a line, lines of at most 100 columns where they can be broken, a blank
 * line between rules, comments where they stood. Reading the text gives the same tree, ranges aside, and formatting it
 * again the same text.
 *
 * With `dialect: "published"` the text is for other readers of the language (AgentSpec, arXiv 2503.18666, Fig. 3). What
 * they have no words for is left out: a rule as a whole where its trigger, its check or what it does can't be said, and of
 * the others toolkits and what only tells somebody something. Each stands in `losses`, with its `path` and its `range`.
 *
 * @param program - a tree, or a text
 * @throws ProgramError when the text has a mistake, so that nothing of it is lost; when a tree that was not read from
 *   a text holds what no text can say; when the formatted text is too long, or nested too deep, to be read
 *
 * @example
 * formatProgram("rule r trigger X check !p enforce llm_self_examine end").text;
 * // "rule @r\ntrigger any.X\ncheck !p\nenforce llm_self_reflect\nend\n"
 */
export function formatProgram(program: Program | string, options: FormatOptions = {}): FormattedProgram {
  const tree = typeof program === "string" ? parseProgram(program) : program;
  return options.dialect === "published" ? writePublished(tree) : { text: writeProgram(tree), losses: [] };
}

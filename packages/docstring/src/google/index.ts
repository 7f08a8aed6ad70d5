import type { Docstring } from "../docstring.ts";
import { docstringOf } from "../docstring-of.ts";
import type { Line } from "../lines.ts";
import { contentsOf } from "../titled-section.ts";
import { headAt } from "./head.ts";
import { raiseHeadAt } from "./raises.ts";
import { returnsIn } from "./returns.ts";
import { splitSections } from "./sections.ts";

const readers = { parameterHeadAt: headAt, returnsIn, raiseHeadAt };

/**
 * Reads the Google style, as the Google Python Style Guide §3.8 shows it and as people bend it.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseGoogle(lines: readonly Line[]): Docstring {
  const { prose, sections } = splitSections(lines);
  return docstringOf(
    "google",
    prose,
    sections.map((section) => contentsOf(section, readers)),
  );
}

import type { Docstring } from "../docstring.ts";
import { type Line, textOf } from "../lines.ts";
import { parametersIn } from "./parameters.ts";
import { raisesIn } from "./raises.ts";
import { returnsIn } from "./returns.ts";
import { type Section, splitSections } from "./sections.ts";

/**
 * Reads the Google style, as the Google Python Style Guide §3.8 shows it and as people bend it.
 *
 * @param lines - the dedented lines of the docstring
 */
export function parseGoogle(lines: readonly Line[]): Docstring {
  const { prose, sections } = splitSections(lines);
  const blank = prose.findIndex((line) => line.text === "");
  const paragraph = blank === -1 ? prose : prose.slice(0, blank);
  const read = sections.map(contentOf);
  return {
    style: "google",
    summary: paragraph.map((line) => line.text).join(" "),
    description: textOf(prose),
    parameters: read.flatMap((content) => content.parameters ?? []),
    returns: read.flatMap((content) => content.returns ?? []),
    yields: read.flatMap((content) => content.yields ?? []),
    raises: read.flatMap((content) => content.raises ?? []),
    sections: read.flatMap((content) => content.sections ?? []),
  };
}

function contentOf({ title, kind, lines }: Section): Partial<Docstring> {
  switch (kind) {
    case "parameters": {
      const { parameters, preamble } = parametersIn(lines);
      return { parameters, sections: preamble === "" ? [] : [{ title, text: preamble }] };
    }
    case "returns":
      return { returns: returnsIn(lines) };
    case "yields":
      return { yields: returnsIn(lines) };
    case "raises":
      return { raises: raisesIn(lines) };
    case "text": {
      const text = textOf(lines);
      return { sections: text === "" ? [] : [{ title, text }] };
    }
  }
}

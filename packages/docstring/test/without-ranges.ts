import type { Docstring } from "@helve/docstring";

/** What a docstring says, whatever the style, and wherever it stands. */
export function withoutStyleAndRanges(docstring: Docstring): Omit<Docstring, "style"> {
  const { style: _, ...rest } = withoutRanges(docstring);
  return rest;
}

/** A docstring, or a part of one, without the places where it stands. */
export function withoutRanges<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part, (key, value) => (/^(?:range|\w+Range)$/.test(key) ? undefined : value)));
}

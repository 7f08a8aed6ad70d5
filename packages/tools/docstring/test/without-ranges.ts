import type { Docstring } from "@helve/docstring";

/** A docstring without its style and ranges, to compare docstrings across styles. */
export function withoutStyleAndRanges(docstring: Docstring): Omit<Docstring, "style"> {
  const { style: _, ...rest } = withoutRanges(docstring);
  return rest;
}

/** A docstring, or a part of one, without ranges. */
export function withoutRanges<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part, (key, value) => (/^(?:range|\w+Range)$/.test(key) ? undefined : value)));
}

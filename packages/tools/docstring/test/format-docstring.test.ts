import { type Docstring, formatDocstring, parseDocstring } from "@helve/docstring";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docstrings } from "./docstrings.ts";
import { withoutRanges, withoutStyleAndRanges } from "./without-ranges.ts";

const styles = ["google", "numpy"] as const;

describe.each([...styles, "rest", "epydoc", "jsdoc"] as const)("in the style %s", (style) => {
  it("parses a written docstring to an equal docstring", () => {
    fc.assert(
      fc.property(docstrings(style), (docstring) => {
        const text = formatDocstring(docstring);
        expect(withoutRanges(parseDocstring(text, { style })), text).toEqual(docstring);
      }),
    );
  });
});

describe.each(styles)("in the style %s", (style) => {
  it("parses a docstring again that was parsed from any text and written", () => {
    fc.assert(
      fc.property(texts[style], (text) => {
        const docstring = parseDocstring(text, { style });
        const formatted = formatDocstring(docstring);
        expect(withoutStyleAndRanges(parseDocstring(formatted, { style })), formatted).toEqual(
          withoutStyleAndRanges(docstring),
        );
      }),
    );
  });

  it("parses an indented docstring to the same docstring", () => {
    fc.assert(
      fc.property(docstrings(style), (docstring) => {
        const text = formatDocstring(docstring, { indent: "        " });
        expect(withoutRanges(parseDocstring(text, { style })), text).toEqual(docstring);
      }),
    );
  });
});

const lines = [
  "x (int): X",
  "y: Y",
  "- a: A",
  "- b (str, optional): B",
  "str: S",
  "ValueError: bad",
  "word",
  "two words",
  "A sentence. Defaults to 3.",
  "*args",
  "z : int, optional (default: 4)",
  "n : {'a', 'b'}, default 3",
  "out : array of ints",
  "bool",
  "1.2: gone",
  "foo, bar : both",
  "http://a.b/c",
  "x (",
  "(a: b) c",
  "`x` (`int`)",
  "x?: q",
  "**k (Any, required): K",
  "",
] as const;

/** Sections with arbitrary lines at arbitrary indentation. */
function textsWith(titles: readonly string[], margin: string): fc.Arbitrary<string> {
  const line = fc.tuple(fc.constantFrom("", "", "", "    ", "        "), fc.constantFrom(...lines));
  const section = fc
    .tuple(fc.constantFrom(...titles), fc.array(line, { maxLength: 5 }))
    .map(([title, below]) => [title, ...below.map(([space, text]) => `${margin}${space}${text}`)].join("\n"));
  const prose = fc.array(fc.constantFrom("Do it.", "And more (a lot).", "", "    code"), { maxLength: 4 });
  return fc
    .tuple(prose, fc.array(section, { maxLength: 5 }))
    .map(([top, all]) => [["Do.", ...top].join("\n"), ...all].join("\n\n"));
}

const texts: Readonly<Record<(typeof styles)[number], fc.Arbitrary<string>>> = {
  google: textsWith(
    [
      "Args:",
      "Attributes:",
      "Returns:",
      "Yields:",
      "Raises:",
      "Note:",
      "Example:",
      "See Also:",
      "Deprecated:",
      "Custom:",
    ],
    "    ",
  ),
  numpy: textsWith(
    [
      "Parameters\n----------",
      "Attributes\n==========",
      "Returns\n-------",
      "Yields\n------",
      "Raises\n------",
      "Notes\n-----",
      "Examples\n--------",
      "See Also\n--------",
      "Custom\n------",
      ".. deprecated:: 1.2",
    ],
    "",
  ),
};

const weather = {
  style: "google",
  summary: "Tells the weather.",
  description: "Tells the weather.",
  parameters: [
    { name: "city", type: "str", description: "Where\nto look." },
    { name: "days", type: "int", description: "", optional: true, default: "3" },
  ],
  attributes: [],
  returns: [{ type: "dict", description: "the forecast", items: [{ name: "sky", type: "str", description: "clear" }] }],
  yields: [],
  raises: [{ type: "ValueError", description: "No such city." }],
  examples: [{ text: '>>> weather("Oslo")' }],
  notes: [],
  seeAlso: [],
  deprecated: { version: "1.2", description: "Use climate." },
  sections: [],
} as const satisfies Docstring;

it("writes a docstring in its own style", () => {
  expect(formatDocstring(weather)).toBe(`Tells the weather.

Args:
    city (str): Where
        to look.
    days (int, optional, default: 3):

Returns:
    dict: the forecast
        - sky (str): clear

Raises:
    ValueError: No such city.

Deprecated:
    1.2: Use climate.

Example:
    >>> weather("Oslo")`);
});

it("writes a docstring in another style with the indentation of the surrounding code", () => {
  expect(formatDocstring(weather, { style: "numpy", indent: "    " })).toBe(`Tells the weather.

    .. deprecated:: 1.2
        Use climate.

    Parameters
    ----------
    city : str
        Where
        to look.
    days : int, optional, default: 3

    Returns
    -------
    dict
        the forecast
        - sky (str): clear

    Raises
    ------
    ValueError
        No such city.

    Examples
    --------
    >>> weather("Oslo")`);
});

it("writes untitled text between sections as a note in the NumPy style", () => {
  const docstring = { ...weather, sections: [{ title: "", text: "And more." }] };
  expect(parseDocstring(formatDocstring(docstring, { style: "numpy" })).notes).toMatchObject([{ text: "And more." }]);
});

it.each(["google", "numpy"] as const)("leaves out a section without text in the style %s", (style) => {
  const docstring = { ...weather, sections: [{ title: "private", text: "" }] };
  expect(formatDocstring(docstring, { style })).toBe(formatDocstring(weather, { style }));
});

it.each(["google", "rest", "epydoc", "jsdoc"] as const)(
  "keeps returns with only a name separate in the style %s",
  (style) => {
    const returns = [
      { name: "low", description: "The lowest.", items: [] },
      { name: "high", description: "The highest.", items: [] },
    ];
    const read = parseDocstring(formatDocstring({ ...weather, returns }, { style }), { style });
    expect(read.returns.map(({ description }) => description)).toEqual(["The lowest.", "The highest."]);
  },
);

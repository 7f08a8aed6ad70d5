import { type DocstringStyle, formatDocstring, parseDocstring } from "@helve/docstring";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutStyleAndRanges } from "../without-ranges.ts";
import { docstrings } from "./docstrings.ts";
import { textsFrom } from "./texts.ts";

const tokens: Readonly<Partial<Record<DocstringStyle, readonly string[]>>> = {
  rest: [
    ":param x: X",
    "\n:param int x: X",
    "\n:param ",
    "\n:type x: int",
    "\n:type x:",
    "\n:returns: R",
    "\n:return",
    "\n:rtype: int",
    "\n:yields: Y",
    "\n:ytype: str",
    "\n:raises ValueError: E",
    "\n:raises",
    "\n:var y: V",
    "\n:vartype y: str",
    "\n:meta private:",
    "\n:summary: S",
    "\n:section a b: T",
    "\n:deprecated: 1.2 D",
    "\n:example:",
    "\n:note: N",
    "\n:see: a, b",
    "\n.. note::",
    "\n.. note:: N",
    "\n.. deprecated:: 1.2",
    "\n.. seealso:: x",
    "\n.. warning:: W",
    "\n.. rubric:: Examples",
    "\n.. rubric:: Title",
    "\n.. code-block:: python",
    ":class:`X`",
    "\n::",
  ],
  epydoc: [
    "@param x: X",
    "\n@param ",
    "\n@type x: C{int}",
    "\n@type x:",
    "\n@return: R",
    "\n@return",
    "\n@rtype: L{list} of C{str}",
    "\n@yield: Y",
    "\n@ytype: str",
    "\n@raise ValueError: E",
    "\n@ivar y: V",
    "\n@meta private:",
    "\n@summary: S",
    "\n@section a b: T",
    "\n@deprecated: 1.2 D",
    "\n@example:",
    "\n@note: N",
    "\n@see: a, b",
    "L{x}",
    "C{",
    "\n@",
  ],
  jsdoc: [
    "@param x - X",
    "\n@param {int} [x=3] - X",
    "\n@param {",
    "\n@param {...string} ",
    "\n@param [",
    "\n@param x=",
    "\n@property {string=} y Y",
    "\n@returns {T} R",
    "\n@returns ",
    "\n@yields {T}",
    "\n@throws {TypeError} T",
    "\n@throws RangeError",
    "\n@throws {@link X}",
    "\n@example",
    "\n@example <caption>C</caption>",
    "\n@note N",
    "\n@see {@link x} S",
    "\n@see ",
    "\n@see https://x.y z",
    "\n@deprecated since 1.2 D",
    "\n@deprecated ",
    "\n@remarks R",
    "\n@description D",
    "\n@summary S",
    "\n@section T",
    "\n@default 3",
    "\n@Injectable()",
    "{@link x}",
    "{@link x | y}",
    "{@",
    "/**",
    "*/",
    "\n * ",
    "\n* @param x",
    "*\\/",
    "\n@",
  ],
};

describe.each(["rest", "epydoc", "jsdoc"] as const)("any text in %s", (style) => {
  const texts = fc.oneof(textsFrom(tokens[style] ?? []), fc.string({ unit: "binary" }));

  it("contains its parts at their ranges", () => {
    fc.assert(
      fc.property(texts, (text) => {
        // A part after an escaped end of comment has an offset that is too small by the number of backslashes before it.
        fc.pre(!text.includes("*\\/"));
        const { parameters, attributes, ...docstring } = parseDocstring(text, { style });
        const ranges = JSON.stringify([parameters, attributes, docstring]).matchAll(/"start":(\d+),"end":(\d+)/g);
        for (const [, start, end] of ranges) {
          expect(Number(start)).toBeLessThanOrEqual(Number(end));
          expect(Number(end)).toBeLessThanOrEqual(text.length);
        }
        for (const { name, nameRange } of [...parameters, ...attributes]) {
          // An object that only its properties name has no range.
          if (nameRange !== undefined) expect(text.slice(nameRange.start, nameRange.end)).toBe(name);
        }
      }),
    );
  });

  it("has the same result after it is written and parsed again", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const docstring = parseDocstring(text, { style });
        expect(withoutStyleAndRanges(parseDocstring(formatDocstring(docstring), { style }))).toEqual(
          withoutStyleAndRanges(docstring),
        );
      }),
    );
  });
});

describe.each(["rest", "epydoc", "jsdoc"] as const)("a docstring in %s", (style) => {
  it("is parsed as it was written", () => {
    fc.assert(
      fc.property(docstrings, (docstring) => {
        expect(withoutStyleAndRanges(parseDocstring(formatDocstring(docstring, { style }), { style }))).toEqual(
          withoutStyleAndRanges(docstring),
        );
      }),
    );
  });

  it("is parsed as it was written with indentation", () => {
    fc.assert(
      fc.property(docstrings, (docstring) => {
        const text = formatDocstring(docstring, { style, indent: "    " });
        expect(withoutStyleAndRanges(parseDocstring(text, { style }))).toEqual(withoutStyleAndRanges(docstring));
      }),
    );
  });
});

const before = {
  rest: ["", ":param ", ":type x: "],
  epydoc: ["@type x: ", "@see: "],
  jsdoc: ["/**\n * ", "@param {", "@param [x=", "@see "],
} as const;
const units = [
  "(",
  " ",
  ":",
  "`",
  '"',
  "\n",
  "\\",
  "a, ",
  "{@link ",
  "```\n",
  "- a (int): b\n",
  "\n:param x: X",
  "\n@see x",
];
const repeated = (["rest", "epydoc", "jsdoc"] as const).flatMap((style) =>
  before[style].flatMap((head) => units.map((unit) => ({ style, head, unit }))),
);
it.each(repeated)("takes linear time in $style on $head and 100 kB of $unit", ({ style, head, unit }) => {
  const docstring = parseDocstring(head + unit.repeat(100_000 / unit.length), { style });
  expect(formatDocstring(docstring).length).toBeLessThan(500_000);
});

it("a docstring in a comment is parsed as it was written", () => {
  fc.assert(
    fc.property(docstrings, fc.constantFrom("", "    "), (docstring, indent) => {
      const text = formatDocstring(docstring, { style: "jsdoc", frame: true, indent });
      expect(withoutStyleAndRanges(parseDocstring(text, { style: "jsdoc" }))).toEqual(withoutStyleAndRanges(docstring));
    }),
  );
});

import { formatDocstring, parseDocstring } from "@helve/docstring";
import { expect, it } from "vitest";
import { withoutRanges } from "./without-ranges.ts";

function epydoc(...lines: string[]) {
  return withoutRanges(parseDocstring(lines.join("\n"), { style: "epydoc" }));
}

it.each([
  ["@param x: X", {}],
  ["@keyword x: X", {}],
  ["@param x: X\n@type x: int", { type: "int" }],
  ["@type x: C{list} of L{Foo}\n@param x: X", { type: "list of Foo" }],
  ["@param x: X\n@type x: str?", { type: "str", optional: true }],
  ["@param x: X\n@type x: int, defaults to 3", { type: "int", default: "3" }],
])("parses the parameter %s", (text, parameter) => {
  expect(epydoc(text).parameters).toEqual([{ name: "x", description: "X", ...parameter }]);
});

it("parses attributes, returns, yields and errors", () => {
  const docstring = epydoc(
    "Do it.",
    "@ivar x: X",
    "@type x: int",
    "@return: R",
    "    more",
    "@rtype: C{str}",
    "@yield: Y",
    "@raise ValueError: V",
  );
  expect(docstring).toMatchObject({
    description: "Do it.",
    attributes: [{ name: "x", type: "int", description: "X" }],
    returns: [{ type: "str", description: "R\nmore" }],
    yields: [{ description: "Y" }],
    raises: [{ type: "ValueError", description: "V" }],
  });
});

it("parses other fields and fields with unknown tags", () => {
  const docstring = epydoc(
    "@summary: S",
    "@deprecated: since 1.2: use y",
    "@note: N",
    "@see: L{foo}",
    "@author: A",
    "@a b: C",
  );
  expect(docstring).toMatchObject({
    summary: "S",
    deprecated: { version: "1.2", description: "use y" },
    notes: [{ text: "N" }],
    seeAlso: [{ name: "foo", description: "" }],
    sections: [
      { title: "author", text: "A" },
      { title: "a b", text: "C" },
    ],
  });
});

it.each(["@property\ndef x(self):", "@a.b.c", "a@b.c: write", "@"])("leaves %j in the description", (text) => {
  expect(epydoc("Do it.", "", text).description).toBe(`Do it.\n\n${text}`);
});

it("escapes a line that would start a field", () => {
  const docstring = { ...epydoc("Do it."), description: "Do it.\n@param x: X", summary: "Do it. @param x: X" };
  expect(formatDocstring(docstring)).toBe("Do it.\n\\@param x: X");
});

it("writes types as separate fields", () => {
  const docstring = parseDocstring("Do it.\n\nArgs:\n    x (int): X\n\nReturns:\n    str: R");
  expect(formatDocstring(docstring, { style: "epydoc" })).toBe(
    "Do it.\n\n@param x: X\n@type x: int\n@return: R\n@rtype: str",
  );
});

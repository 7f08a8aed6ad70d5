import { formatDocstring, parseDocstring } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

function returnsOf(...lines: string[]) {
  const text = `Do.\n\nReturns\n-------\n${lines.join("\n")}`;
  return withoutRanges(parseDocstring(text, { style: "numpy" }).returns);
}

describe("a NumPy return", () => {
  it.each([
    ["int", { type: "int" }],
    ["list of int", { type: "list of int" }],
    ["an array of shape (n,)", { type: "an array of shape (n,)" }],
    ["x : int", { name: "x", type: "int" }],
    ["x : array of shape (n,)", { name: "x", type: "array of shape (n,)" }],
    ["x :", { name: "x" }],
    [": int", { type: "int" }],
    [":", {}],
    [":class:`a.Foo`", { type: "a.Foo" }],
  ])("is parsed from %s", (line, expected) => {
    expect(returnsOf(line, "    R", "    more")).toEqual([{ ...expected, description: "R\nmore", items: [] }]);
  });

  it("can be only a type", () => {
    expect(returnsOf("int", "x : str")).toEqual([
      { type: "int", description: "", items: [] },
      { name: "x", type: "str", description: "", items: [] },
    ]);
  });

  it.each(["The sum of both.", "Nothing at all", "See http://a.b", "The sum:\n    a number"])(
    "can be a sentence: %s",
    (text) => {
      expect(returnsOf(...text.split("\n"))).toEqual([{ description: text, items: [] }]);
    },
  );

  it("can have its description on its line, as in the Google style", () => {
    expect(returnsOf("int: The sum of both.")).toEqual([{ type: "int", description: "The sum of both.", items: [] }]);
  });

  it("can list its members", () => {
    expect(returnsOf("dict", "    the forecast", "    - sky (str): clear", "    - rain (int): how much")).toEqual([
      {
        type: "dict",
        description: "the forecast",
        items: [
          { name: "sky", type: "str", description: "clear" },
          { name: "rain", type: "int", description: "how much" },
        ],
      },
    ]);
  });

  it("with a colon in its type can be written and parsed again", () => {
    const docstring = parseDocstring("Returns\n-------\n: a: b\n    R", { style: "numpy" });
    expect(docstring.returns).toMatchObject([{ type: "a: b", description: "R" }]);
    expect(formatDocstring(docstring)).toBe("Returns\n-------\n: a: b\n    R");
  });

  it("is dropped if it is only a colon", () => {
    expect(returnsOf(":")).toEqual([]);
  });

  it("is parsed under Yields too", () => {
    const { yields } = parseDocstring("Do.\n\nYields\n------\nx : int\n    X", { style: "numpy" });
    expect(yields).toMatchObject([{ name: "x", type: "int", description: "X" }]);
  });
});

import { parseDocstring } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

function parametersOf(...lines: string[]) {
  const text = `Do.\n\nParameters\n----------\n${lines.join("\n")}`;
  return withoutRanges(parseDocstring(text, { style: "numpy" }).parameters);
}

describe("a NumPy parameter", () => {
  it.each([
    ["x", { name: "x" }],
    ["x : int", { name: "x", type: "int" }],
    ["x: int", { name: "x", type: "int" }],
    ["x：int", { name: "x", type: "int" }],
    ["`x` : :class:`~a.Foo`", { name: "x", type: "a.Foo" }],
    ["城市 : str", { name: "城市", type: "str" }],
    ["*args", { name: "args", stars: "*" }],
    [String.raw`\*\*kwargs : Any`, { name: "kwargs", stars: "**", type: "Any" }],
    ["x : int, optional", { name: "x", type: "int", optional: true }],
    ["x : int, default 3", { name: "x", type: "int", default: "3" }],
    ["x : int, default: 3", { name: "x", type: "int", default: "3" }],
    ["x : int, default=3", { name: "x", type: "int", default: "3" }],
    ["x : int, optional (default=(1, 2))", { name: "x", type: "int", optional: true, default: "(1, 2)" }],
    ["x : int (default: 3)", { name: "x", type: "int", default: "3" }],
    ["x : {'a', 'b'}, default 'a'", { name: "x", type: "{'a', 'b'}", default: "'a'" }],
    ["x : array-like of shape (n, m)", { name: "x", type: "array-like of shape (n, m)" }],
    ["x : dict[str, int]", { name: "x", type: "dict[str, int]" }],
  ])("is parsed from %s", (line, parameter) => {
    expect(parametersOf(line, "    X")).toEqual([{ description: "X", ...parameter }]);
  });

  it("can share its line with other parameters", () => {
    expect(parametersOf("x, *y : int", "    Both.")).toEqual([
      { name: "x", type: "int", description: "Both." },
      { name: "y", stars: "*", type: "int", description: "Both." },
    ]);
  });

  it("can have no description, or several paragraphs and lists", () => {
    expect(parametersOf("x : int", "y", "    Y is", "      - deep", "", "    and more.", "", "z")).toEqual([
      { name: "x", type: "int", description: "" },
      { name: "y", description: "Y is\n  - deep\n\nand more." },
      { name: "z", description: "" },
    ]);
  });

  it("can have a type that spans several lines", () => {
    expect(parametersOf("x : {'a',", "     'b'}, optional", "    X", "y : (", "    Y")).toEqual([
      { name: "x", type: "{'a', 'b'}", optional: true, description: "X" },
      { name: "y", type: "(", description: "Y" },
    ]);
  });

  it("can have its description on its line, as in the Google style", () => {
    expect(parametersOf("x: The first of all. Defaults to 3.", "y: Y or so.")).toEqual([
      { name: "x", description: "The first of all. Defaults to 3.", default: "3" },
      { name: "y", description: "Y or so." },
    ]);
  });

  it("keeps text before it as a section", () => {
    const docstring = parseDocstring("Do.\n\nParameters\n----------\nAll are optional.\n\nx : int", { style: "numpy" });
    expect(docstring.parameters).toMatchObject([{ name: "x", type: "int" }]);
    expect(docstring.sections).toMatchObject([{ title: "Parameters", text: "All are optional." }]);
  });
});

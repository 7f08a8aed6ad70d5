import { type Docstring, parseDocstring as parse } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

const parseDocstring = (text: string): Docstring => withoutRanges(parse(text, { style: "google" }));

function parametersOf(...lines: string[]) {
  return parseDocstring(`Do.\n\nArgs:\n${lines.map((line) => `    ${line}`).join("\n")}`).parameters;
}

describe("a Google parameter", () => {
  it.each([
    ["x: X", { name: "x" }],
    ["x (int): X", { name: "x", type: "int" }],
    ["x(int) : X", { name: "x", type: "int" }],
    ["x int: X", { name: "x", type: "int" }],
    ["x list[int]: X", { name: "x", type: "list[int]" }],
    ["x（int）：X", { name: "x", type: "int" }],
    ["- x (int): X", { name: "x", type: "int" }],
    ["1. x: X", { name: "x" }],
    ["`x`: X", { name: "x" }],
    ["- **x** (`int`): X", { name: "x", type: "int" }],
    ["x - X", { name: "x" }],
    ["x (int) -- X", { name: "x", type: "int" }],
    ["x (int) X", { name: "x", type: "int" }],
    ["x (Path, optional) X", { name: "x", type: "Path", optional: true }],
    ["x.y-z: X", { name: "x.y-z" }],
    ["城市: X", { name: "城市" }],
    ["*args: X", { name: "args", stars: "*" }],
    ["**kwargs (Any): X", { name: "kwargs", stars: "**", type: "Any" }],
    [String.raw`\*\*kwargs: X`, { name: "kwargs", stars: "**" }],
    ["x (dict{str: int}): X", { name: "x", type: "dict{str: int}" }],
    ["x (Callable[[int], str]): X", { name: "x", type: "Callable[[int], str]" }],
    ['x (Literal["a)", "b: c"]): X', { name: "x", type: 'Literal["a)", "b: c"]' }],
    ["x (the user's name): X", { name: "x", type: "the user's name" }],
    ["x (:class:`~a.Foo`): X", { name: "x", type: "a.Foo" }],
    ["x (int: X", { name: "x", type: "int" }],
    ["x (Union[list[int]): X", { name: "x", type: "Union[list[int]" }],
    ["x?: X", { name: "x", optional: true }],
    ["x (int?): X", { name: "x", type: "int", optional: true }],
    ["x (optional): X", { name: "x", optional: true }],
    ["x (int,optional): X", { name: "x", type: "int", optional: true }],
    ["x (int，可选，默认为3): X", { name: "x", type: "int", optional: true, default: "3" }],
    ["x (int, required): X", { name: "x", type: "int", optional: false }],
    ["x (int, str, default=[1, 2]): X", { name: "x", type: "int, str", default: "[1, 2]" }],
    ["x (`int`, *optional*, defaults to `None`): X", { name: "x", type: "int", optional: true, default: "None" }],
    ["x (int, optional (default: 3)): X", { name: "x", type: "int", optional: true, default: "3" }],
    ["x (int (optional)): X", { name: "x", type: "int", optional: true }],
    ["x (defaultdict(int)): X", { name: "x", type: "defaultdict(int)" }],
  ])("is parsed from %s", (line, parameter) => {
    expect(parametersOf(line)).toEqual([{ description: "X", ...parameter }]);
  });

  it("can have a type that spans several lines", () => {
    expect(
      parametersOf("x (Union[int,", "    str]): X", "y (dict[", "    str, int", "]): Y", "z (int: Z", "w: W"),
    ).toEqual([
      { name: "x", type: "Union[int, str]", description: "X" },
      { name: "y", type: "dict[str, int]", description: "Y" },
      { name: "z", type: "int", description: "Z" },
      { name: "w", description: "W" },
    ]);
  });

  it("can share its line with other parameters", () => {
    expect(parametersOf("x, *y (int): Both.")).toEqual([
      { name: "x", type: "int", description: "Both." },
      { name: "y", stars: "*", type: "int", description: "Both." },
    ]);
  });

  it("can have its description on the next lines", () => {
    expect(parametersOf("x:", "    X", "y (int)", "  Y", "z", "    Z")).toEqual([
      { name: "x", description: "X" },
      { name: "y", type: "int", description: "Y" },
      { name: "z", description: "Z" },
    ]);
  });

  it("keeps the line breaks, blank lines and lists of its description", () => {
    expect(parametersOf("x: One of", "      - a: A", "        - b: B", "", "      or none.", "y: Y")).toEqual([
      { name: "x", description: "One of\n- a: A\n  - b: B\n\nor none." },
      { name: "y", description: "Y" },
    ]);
  });

  it("starts a new entry if its colon is missing", () => {
    expect(parametersOf("x (int): X", "z (str) the z", "y: Y")).toEqual([
      { name: "x", type: "int", description: "X" },
      { name: "z", type: "str", description: "the z" },
      { name: "y", description: "Y" },
    ]);
    expect(parametersOf("x: From a to", "b (inclusive) in steps.", "    y (str) deeper")).toEqual([
      { name: "x", description: "From a to\nb (inclusive) in steps.\n    y (str) deeper" },
    ]);
  });

  it("includes the next lines if they are not indented further", () => {
    expect(parametersOf("x: An address", "like http://a.b", "or so.", "y: Y")).toEqual([
      { name: "x", description: "An address\nlike http://a.b\nor so." },
      { name: "y", description: "Y" },
    ]);
  });

  it("keeps text before it as a section", () => {
    const { parameters, sections } = parseDocstring("Do.\n\nArgs:\n    All are optional.\n    x: X");
    expect(parameters).toEqual([{ name: "x", description: "X" }]);
    expect(sections).toEqual([{ title: "Args", text: "All are optional." }]);
  });

  it.each([
    ["Optional. The name.", true],
    ["(Optional) The name.", true],
    ["可选，名字。", true],
    ["The name (optional)", true],
    ["The (optional) name", undefined],
    ["Optional parts are kept.", undefined],
  ])("described as %j is optional: %s", (description, optional) => {
    expect(parametersOf(`x: ${description}`)[0]?.optional).toBe(optional);
  });
});

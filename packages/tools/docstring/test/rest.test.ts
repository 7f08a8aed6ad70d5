import { formatDocstring, parseDocstring } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "./without-ranges.ts";

function rest(...lines: string[]) {
  return withoutRanges(parseDocstring(lines.join("\n"), { style: "rest" }));
}

describe("a reST parameter", () => {
  it.each([
    [":param x: X", { name: "x" }],
    [":arg x: X", { name: "x" }],
    [":keyword x: X", { name: "x" }],
    [":param int x: X", { name: "x", type: "int" }],
    [":param str | None x: X", { name: "x", type: "str | None" }],
    [":param dict[str, int] x: X", { name: "x", type: "dict[str, int]" }],
    [":param dict{str: int} x: X", { name: "x", type: "dict{str: int}" }],
    [":param :class:`~a.Foo` x: X", { name: "x", type: "a.Foo" }],
    [":param str? x: X", { name: "x", type: "str", optional: true }],
    [":param x (int): X", { name: "x", type: "int" }],
    [String.raw`:param \*\*x: X`, { name: "x", stars: "**" }],
    [":param x X", { name: "x" }],
    [":param x: X\n:type x: int, optional, defaults to 3", { name: "x", type: "int", optional: true, default: "3" }],
    [":type x: int\n:param x: X", { name: "x", type: "int" }],
    [":param str x: X\n:type x: int", { name: "x", type: "str" }],
    [":param x: X\n:type x: dict[\n    str, int\n    ]", { name: "x", type: "dict[str, int]" }],
  ])("is parsed from %s", (text, parameter) => {
    expect(rest(text).parameters).toEqual([{ description: "X", ...parameter }]);
  });

  it("includes the lines below it up to a paragraph without indentation", () => {
    const { parameters, sections } = rest(":param x: one", "two", "", "    three", "      four", "", "After.");
    expect(parameters).toEqual([{ name: "x", description: "one\ntwo\n\n    three\n      four" }]);
    expect(sections).toEqual([{ title: "", text: "After." }]);
  });

  it("can share its field with other parameters", () => {
    expect(rest(":param x, y: Both").parameters.map(({ name }) => name)).toEqual(["x", "y"]);
  });

  it("can have only a type field", () => {
    expect(rest(":type x: int").parameters).toEqual([{ name: "x", type: "int", description: "" }]);
  });
});

it("parses attributes whose type field precedes or follows them", () => {
  const { attributes } = rest(":var x: X", ":vartype x: int", ":type y: str", ":ivar y: Y", ":cvar int z: Z");
  expect(attributes).toEqual([
    { name: "x", type: "int", description: "X" },
    { name: "y", type: "str", description: "Y" },
    { name: "z", type: "int", description: "Z" },
  ]);
});

describe("a reST return", () => {
  it.each([
    [":returns: R", { description: "R" }],
    [":return: R\n:rtype: int", { type: "int", description: "R" }],
    [":rtype: int\n:returns: R", { type: "int", description: "R" }],
    [":returns int: R", { type: "int", description: "R" }],
    [":returns: R\n:rtype: :class:`Foo`", { type: "Foo", description: "R" }],
    [":rtype: int", { type: "int", description: "" }],
    [":returns: total (int): R", { name: "total", type: "int", description: "R" }],
  ])("is parsed from %s", (text, expected) => {
    expect(rest(text).returns).toEqual([{ items: [], ...expected }]);
    const yielded = text.replace("rtype", "ytype").replace(/returns?/, "yields");
    expect(rest(yielded).yields).toEqual([{ items: [], ...expected }]);
  });

  it("can list its members", () => {
    expect(rest(":returns: a dict", "    - a (str): A", "    - b: B", ":rtype: dict").returns).toEqual([
      {
        type: "dict",
        description: "a dict",
        items: [
          { name: "a", type: "str", description: "A" },
          { name: "b", description: "B" },
        ],
      },
    ]);
  });

  it("can be one of several returns, each with its own type", () => {
    const returns = rest(":returns: A", ":rtype: int", ":returns: B", ":rtype: str").returns;
    expect(returns.map(({ type }) => type)).toEqual(["int", "str"]);
  });
});

it("parses several errors and an error without a type", () => {
  expect(rest(":raises ValueError: V", ":except a.B: W", ":raise: U").raises).toEqual([
    { type: "ValueError", description: "V" },
    { type: "a.B", description: "W" },
    { type: "", description: "U" },
  ]);
});

it("separates notes from the description, which continues below them", () => {
  const docstring = rest("Do it.", "", ".. deprecated:: 1.2", "   Use y.", ".. note:: Careful", "", "And more.");
  expect(docstring.description).toBe("Do it.\n\nAnd more.");
  expect(docstring.deprecated).toEqual({ version: "1.2", description: "Use y." });
  expect(docstring.notes).toEqual([{ text: "Careful" }]);
});

it.each([
  [".. deprecated:: 1.2: Use y.", { version: "1.2", description: "Use y." }],
  [".. deprecated:: 1.2.", { version: "1.2", description: "" }],
  [".. deprecated:: 1.2.0b1 Use y.", { version: "1.2.0b1", description: "Use y." }],
])("parses the deprecation %j", (text, expected) => {
  expect(rest(text).deprecated).toEqual(expected);
  expect(withoutRanges(parseDocstring(text, { style: "numpy" }).deprecated)).toEqual(expected);
});

it("parses an example without indentation below its tag", () => {
  const { examples, returns, sections } = rest(
    "Do it.",
    "",
    ":Example:",
    "",
    ">>> f()",
    "1",
    "",
    ">>> g()",
    ":returns: R",
  );
  expect(examples).toEqual([{ text: ">>> f()\n1\n\n>>> g()" }]);
  expect(returns).toEqual([{ description: "R", items: [] }]);
  expect(sections).toEqual([]);
});

it("parses directives, rubrics and fields with unknown tags", () => {
  const docstring = rest(
    "Do it.",
    "",
    ":meta private:",
    ":deprecated: 1.2 gone",
    ":example: f()",
    ".. warning:: Hot",
    ".. seealso:: foo, bar",
    "",
    ".. rubric:: Examples",
    "",
    ">>> f()",
    "",
    ".. code-block:: python",
    "",
    "   f()",
  );
  expect(docstring.deprecated).toEqual({ version: "1.2", description: "gone" });
  expect(docstring.examples).toEqual([{ text: "f()" }, { text: ">>> f()\n\n.. code-block:: python\n\n   f()" }]);
  expect(docstring.seeAlso.map(({ name }) => name)).toEqual(["foo", "bar"]);
  expect(docstring.sections).toEqual([
    { title: "meta private", text: "" },
    { title: "warning", text: "Hot" },
  ]);
});

it.each([":class:`Foo` does it.", "::", ".. code-block:: python", "```\n:param x: X\n```", "    :meta: code\nprose"])(
  "leaves %j in the description",
  (text) => {
    expect(rest("Do it.", "", text).description).toBe(`Do it.\n\n${text}`);
  },
);

it("parses indented fields if all lines after them are indented", () => {
  expect(rest("Do it.", "", "    :param x: X", "    :returns: R")).toMatchObject({
    description: "Do it.",
    parameters: [{ name: "x" }],
    returns: [{ description: "R" }],
  });
});

it("takes linear time on a type with many lines", () => {
  const [parameter] = rest(`:type x: ${"a\n".repeat(200_000)}`).parameters;
  expect(parameter?.type).toBe("a ".repeat(200_000).trim());
});

it("reports the ranges of names, types and fields", () => {
  const text = "Do it.\n\n    :param str x: The x.\n        More.\n    :type y: int\n    :param y: Y\n    ";
  const [x, y] = parseDocstring(text, { style: "rest" }).parameters;
  const at = (range: { start: number; end: number } | undefined) => text.slice(range?.start, range?.end);
  expect([at(x?.nameRange), at(x?.typeRange), at(x?.range)]).toEqual([
    "x",
    "str",
    ":param str x: The x.\n        More.",
  ]);
  expect([at(y?.nameRange), at(y?.typeRange), at(y?.range)]).toEqual(["y", "int", ":param y: Y"]);
});

it("writes reStructuredText for Sphinx", () => {
  const docstring = parseDocstring(
    "Do it.\n\nArgs:\n    x (int): X\n    *y (list of str, optional): Y\n\nReturns:\n    str: R\n\nNote:\n    N",
  );
  expect(formatDocstring(docstring, { style: "rest" })).toBe(
    [
      "Do it.",
      "",
      ":param int x: X",
      String.raw`:param \*y: Y`,
      ":type y: list of str, optional",
      ":returns: R",
      ":rtype: str",
      "",
      ".. note:: N",
    ].join("\n"),
  );
});

import { type Docstring, parseDocstring as parse } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

const parseDocstring = (text: string): Docstring => withoutRanges(parse(text, { style: "google" }));

const xOnly = [{ name: "x", description: "X" }];

describe("a Google section", () => {
  it.each([
    ["a blank line above and none below", "Do.\n\nArgs:\n    x: X"],
    ["no blank line above", "Do.\nArgs:\n    x: X"],
    ["a blank line below", "Do.\n\nArgs:\n\n    x: X"],
    ["one column of indentation", "Do.\n\nArgs:\n x: X"],
    ["a tab", "Do.\n\nArgs:\n\tx: X"],
    ["a full-width colon", "Do.\n\nArgs：\n    x：X"],
    ["another title", "Do.\n\nParameters:\n    x: X"],
    ["a title in capitals", "Do.\n\nARGUMENTS:\n    x: X"],
    ["a Chinese title", "Do.\n\n参数：\n    x: X"],
    ["a title that is indented itself", "Do.\nand more\n\n  Args:\n    x: X"],
    ["an unindented list", "Do.\n\nArgs:\n- x: X"],
    ["unindented parameters", "Do.\n\nArgs:\nx: X"],
    ["keyword arguments apart", "Do.\n\nArgs:\n\nKeyword Args:\n    x: X"],
  ])("can have %s", (_, text) => {
    expect(parseDocstring(text).parameters).toEqual(xOnly);
  });

  it("can start on the first line with any indentation below it", () => {
    expect(parseDocstring("Args:\n        x: X\n    ").parameters).toEqual(xOnly);
    expect(parseDocstring("Args:\n        x: X\n\n    Returns:\n        Y\n    ")).toMatchObject({
      description: "",
      parameters: xOnly,
      returns: [{ description: "Y" }],
    });
    expect(parseDocstring("Returns:\n    The sum.\n").returns).toEqual([{ description: "The sum.", items: [] }]);
  });

  it("can start beside its title", () => {
    expect(parseDocstring("Do.\n\nReturns: int: The sum\n    of both.")).toMatchObject({
      description: "Do.",
      returns: [{ type: "int", description: "The sum\nof both." }],
    });
  });

  it("can be one line after a blank line", () => {
    expect(parseDocstring("X.\n\nReturns: the sum")).toMatchObject({
      description: "X.",
      returns: [{ description: "the sum", items: [] }],
    });
    expect(parseDocstring("X.\n\nArgs: x (int): first\n\nReturns: bool")).toMatchObject({
      description: "X.",
      parameters: [{ name: "x", type: "int", description: "first" }],
      returns: [{ type: "bool", description: "" }],
    });
    expect(parseDocstring("X.\n\nRaises: ValueError: If not.\n\nAnd more.")).toMatchObject({
      description: "X.",
      raises: [{ type: "ValueError", description: "If not." }],
      sections: [{ title: "", text: "And more." }],
    });
  });

  it("can be empty", () => {
    expect(parseDocstring("Do.\n\nArgs:\n\nReturns:\n    Y")).toMatchObject({
      description: "Do.",
      parameters: [],
      returns: [{ description: "Y" }],
      sections: [],
    });
  });

  it("of every kind has a title in Chinese", () => {
    expect(
      parseDocstring("查天气。\n\n返回值：\n    天气\n产出：\n    x\n异常：\n    ValueError：坏\n示例：\n    f()"),
    ).toMatchObject({
      summary: "查天气。",
      returns: [{ description: "天气" }],
      yields: [{ description: "x" }],
      raises: [{ type: "ValueError", description: "坏" }],
      examples: [{ text: "f()" }],
    });
  });

  it("keeps examples and notes as text", () => {
    expect(
      parseDocstring("Do.\n\nNote: Take\n    care.\n\nExamples:\n    >>> f(\n    ...     1)\n\n    2\n"),
    ).toMatchObject({
      notes: [{ text: "Take\ncare." }],
      examples: [{ text: ">>> f(\n...     1)\n\n2" }],
      sections: [],
    });
  });

  it("can contain attributes, references or a deprecation", () => {
    const docstring = parseDocstring(`Attributes:
          size (int): Its size.

      See Also:
          json.loads, json.dumps: The module
              json.
          https://a.b/c
          The manual of 2020.

      Deprecated:
          1.2: Use g.

      Deprecated:
          Since 1.3, use h.
      `);
    expect(docstring).toMatchObject({
      description: "",
      attributes: [{ name: "size", type: "int", description: "Its size." }],
      seeAlso: [
        { name: "json.loads", description: "The module\njson." },
        { name: "json.dumps", description: "The module\njson." },
        { name: "https://a.b/c", description: "" },
        { name: "", description: "The manual of 2020." },
      ],
      deprecated: { version: "1.2", description: "Use g." },
      sections: [{ title: "Deprecated", text: "1.3: use h." }],
    });
  });

  it("titled Receives or Warns is neither a parameter nor an error", () => {
    expect(parseDocstring("Do.\n\nReceives:\n    x (int): X\n\nWarns:\n    UserWarning: Now and then.")).toMatchObject({
      parameters: [],
      raises: [],
      sections: [
        { title: "Receives", text: "x (int): X" },
        { title: "Warns", text: "UserWarning: Now and then." },
      ],
    });
  });

  it.each([
    ["Example:\n        f()\n\n    Args:\n        x: X", { examples: [{ text: "f()" }], parameters: xOnly }],
    ["\n    Note:\n        Take care.\n    ", { notes: [{ text: "Take care." }] }],
    ["Warning:\n    Hot.\n\nArgs:\n    x: X", { sections: [{ title: "Warning", text: "Hot." }], parameters: xOnly }],
  ])("without entries can come first: %j", (text, expected) => {
    expect(parseDocstring(text)).toMatchObject({ description: "", ...expected });
  });

  it("of any kind is dropped if it is empty", () => {
    expect(parseDocstring("Do.\n\nExample:\n\nRaises:\n    ValueError: V\n\nNote:\n")).toMatchObject({
      description: "Do.",
      examples: [],
      notes: [],
      raises: [{ type: "ValueError", description: "V" }],
      sections: [],
    });
  });

  it("is not opened inside an indented block", () => {
    const text = "Like this:\n\n    def f():\n    Args:\n        x: X\n\nThe end.";
    expect(parseDocstring(text)).toMatchObject({ description: text, parameters: [] });
  });

  it("does not end the description if it is empty", () => {
    expect(parseDocstring("Do.\n\nArgs:\n\nReturns:\n")).toMatchObject({ description: "Do.", sections: [] });
  });

  it("after another section can have any title, or text beside its title", () => {
    const docstring = parseDocstring(`Do.

      Args:
          x: X
      Returns: str: Y
      Raises: ValueError: Z

      Rate limits:
          Ten a minute.

      The end,
      at last.
    `);
    expect(docstring.returns).toEqual([{ type: "str", description: "Y", items: [] }]);
    expect(docstring.raises).toEqual([{ type: "ValueError", description: "Z" }]);
    expect(docstring.sections).toEqual([
      { title: "Rate limits", text: "Ten a minute." },
      { title: "", text: "The end,\nat last." },
    ]);
  });

  it("ignores titles inside fenced code", () => {
    const text = "Do.\n\n```\nArgs:\n    y: Y\n```";
    expect(parseDocstring(`${text}\n\nArgs:\n    x: X`)).toMatchObject({ description: text, parameters: xOnly });
    expect(parseDocstring("Do.\n```\nArgs:\n    x: X").parameters).toEqual(xOnly);
  });
});

describe("the description of a Google docstring", () => {
  it.each([
    ["a remark", "Do it.\n\nNote: see below.\n\nAnd more."],
    ["a remark in a sentence that wraps", "Do it,\nnote: slowly,\n  and well."],
    ["a returns line in its paragraph", "Do it.\nReturns: the sum."],
    ["an unknown title with a block", "Do it.\n\nThe modes are:\n    fast: Now.\n    slow: Later."],
    ["a title in mid-sentence", "Do it with these\nArgs: none."],
    ["a time and a URL", "At 12:30 open\nhttp://a.b:80/c"],
  ])("includes %s", (_, description) => {
    expect(parseDocstring(`${description}\n\nArgs:\n    x: X`)).toMatchObject({ description, parameters: xOnly });
  });
});

import { type Docstring, parseDocstring } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

const read = (text: string): Docstring => withoutRanges(parseDocstring(text, { style: "numpy" }));

describe("a NumPy section", () => {
  it.each([
    ["a blank line above and none below", "Do.\n\nParameters\n----------\nx"],
    ["no blank line above", "Do.\nParameters\n----------\nx"],
    ["a blank line below", "Do.\n\nParameters\n----------\n\nx"],
    ["an underline of another length", "Do.\n\nParameters\n-----\nx"],
    ["an underline of equals signs", "Do.\n\nParameters\n==========\nx"],
    ["another title", "Do.\n\nother parameters\n----------------\nx"],
    ["a colon behind its title", "Do.\n\nParameters:\n-----------\nx"],
    ["a Chinese title", "Do.\n\n参数\n----\nx"],
    ["an indented block", "Do.\n\nParameters\n----------\n    x"],
    ["the margin of the code", "Do.\n\n    Parameters\n    ----------\n    x\n    "],
  ])("can have %s", (_, text) => {
    expect(read(text)).toMatchObject({ description: "Do.", parameters: [{ name: "x", description: "" }] });
  });

  it("is parsed for every kind of section", () => {
    const docstring = read(`
      Attributes
      ----------
      size : int
          Its size.

      Raises
      ------
      ValueError
          If not.
      KeyError: If no key.

      See Also
      --------
      json.loads, json.dumps : The module
          json.
      https://a.b/c

      Notes
      -----
      A note.

      Another::

          x = 1

      Examples
      --------
      >>> f()

      Warns
      -----
      UserWarning
          Now and then.

      My Own
      ------
      Text.
    `);
    expect(docstring).toMatchObject({
      description: "",
      attributes: [{ name: "size", type: "int", description: "Its size." }],
      raises: [
        { type: "ValueError", description: "If not." },
        { type: "KeyError", description: "If no key." },
      ],
      seeAlso: [
        { name: "json.loads", description: "The module\njson." },
        { name: "json.dumps", description: "The module\njson." },
        { name: "https://a.b/c", description: "" },
      ],
      notes: [{ text: "A note.\n\nAnother::\n\n    x = 1" }],
      examples: [{ text: ">>> f()" }],
      sections: [
        { title: "Warns", text: "UserWarning\n    Now and then." },
        { title: "My Own", text: "Text." },
      ],
    });
  });

  it("is not opened by a horizontal rule, a table, fenced code or an indented block", () => {
    const text = "Do.\n\n----\n\nA  B\n=====\nc\nd\n-----\n\n```\nNotes\n-----\n```\n\n    Notes\n    -----";
    expect(read(text.replace("A  B", "====\nA\n===="))).toMatchObject({ sections: [], notes: [] });
  });
});

describe("a NumPy deprecation", () => {
  it("is removed from the description around it", () => {
    const docstring = read("Do.\n\n.. deprecated:: 1.6.0\n    Use `g`,\n    it is faster.\n\nMore.\n\nNotes\n-----\nN");
    expect(docstring).toMatchObject({
      description: "Do.\n\nMore.",
      deprecated: { version: "1.6.0", description: "Use `g`,\nit is faster." },
      notes: [{ text: "N" }],
    });
  });

  it("can lack a version, or have text on its line", () => {
    expect(read("Do.\n\n.. deprecated::\n    Use g.").deprecated).toEqual({ description: "Use g." });
    expect(read("Do.\n\n.. deprecated:: v2 Use g.").deprecated).toEqual({ version: "v2", description: "Use g." });
  });

  it("after the first becomes a section", () => {
    const docstring = read("Do.\n\n.. deprecated:: 1\n\n.. deprecated:: 2\n    Use g.");
    expect(docstring.deprecated).toEqual({ version: "1", description: "" });
    expect(docstring.sections).toEqual([{ title: "Deprecated", text: "2: Use g." }]);
  });
});

import { parseDocstring } from "@helve/docstring";
import { describe, expect, it } from "vitest";

describe("style detection", () => {
  it.each([
    ["google", "Do.\n\nArgs:\n    x: X"],
    ["google", "Do.\n\n参数：\n    x：X"],
    ["google", "Just prose: nothing else.\n\nAt 12:30 @home, see :class:`X`."],
    ["google", ""],
    ["numpy", "Do.\n\nParameters\n----------\nx : int"],
    ["numpy", "Do.\n\nNotes\n-----\nA note with Args: in it."],
    ["rest", "Do.\n\n:param x: X"],
    ["rest", "Do.\n\n:param int x: X\n:rtype: int"],
    ["rest", "Do.\n\n.. deprecated:: 1.2"],
    ["epydoc", "Do.\n\n@param x: X\n@type x: C{int}"],
    ["epydoc", "@return: the sum"],
    ["jsdoc", "Do.\n\n@param {number} x - X"],
    ["jsdoc", "Do.\n\n@param x - X\n@returns the sum"],
    ["jsdoc", "@deprecated since 1.2: Use g.\n@param x - X"],
    ["jsdoc", "/** Do. */"],
    ["jsdoc", "/**\n * Do.\n * @param x - X\n */"],
  ])("selects the style %s for %j", (style, text) => {
    expect(parseDocstring(text).style).toBe(style);
  });

  it("selects the style with most entries if several styles occur", () => {
    expect(parseDocstring("Do.\n\nArgs:\n    x: X\n    y: Y\n\nExample:\n    :param z: Z")).toMatchObject({
      style: "google",
      parameters: [{ name: "x" }, { name: "y" }],
    });
    expect(parseDocstring("Do.\n\nNote:\n    See.\n\n:param x: X")).toMatchObject({
      style: "rest",
      parameters: [{ name: "x" }],
    });
    expect(parseDocstring("Do.\n\nArgs:\n    x: X\n\nNotes\n-----\nMarkdown.")).toMatchObject({
      style: "google",
      parameters: [{ name: "x" }],
    });
  });

  it("ignores markup in fenced code", () => {
    expect(parseDocstring("Do.\n\n```\n@param {number} x - X\n```\n\nArgs:\n    y: Y").style).toBe("google");
  });
});

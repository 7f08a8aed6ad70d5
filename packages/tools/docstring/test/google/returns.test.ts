import { type Docstring, parseDocstring as parse } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

const parseDocstring = (text: string): Docstring => withoutRanges(parse(text, { style: "google" }));

function returnsOf(...lines: string[]) {
  return parseDocstring(`Do.\n\nReturns:\n${lines.map((line) => `    ${line}`).join("\n")}`).returns;
}

describe("a Google return", () => {
  it.each([
    ["bold_text (str): R", { name: "bold_text", type: "str" }],
    ["str: R", { type: "str" }],
    ["(str): R", { type: "str" }],
    ["str：R", { type: "str" }],
    ["(int, str): R", { type: "(int, str)" }],
    ["tuple(int, str): R", { type: "tuple(int, str)" }],
    ["dict[str, list[int]]: R", { type: "dict[str, list[int]]" }],
    ["dict{str: int}: R", { type: "dict{str: int}" }],
    ["list of str or None: R", { type: "list of str or None" }],
    ["int | None: R", { type: "int | None" }],
    [":class:`a.Foo`: R", { type: "a.Foo" }],
    ["R", {}],
  ])("is parsed from %s", (line, expected) => {
    expect(returnsOf(line)).toEqual([{ ...expected, description: "R", items: [] }]);
  });

  it.each(["The sum of both: a number.", "Note: may be empty.", "See http://a.b", "12:30 or so"])(
    "can be a sentence: %s",
    (line) => {
      expect(returnsOf(line)).toEqual([{ description: line, items: [] }]);
    },
  );

  it.each(["bool", "None", "dict", "List[int]", "str | None", "list of str", "typing.Dict[str, Foo]", "`int`"])(
    "can be only a type: %s",
    (line) => {
      const type = line.replaceAll("`", "");
      expect(returnsOf(line)).toEqual([{ type, description: "", items: [] }]);
      expect(returnsOf(line, "    More.")).toEqual([{ type, description: "More.", items: [] }]);
    },
  );

  it.each([["Nothing"], ["(see below)"], ["list of items"], ["None", "if there is none"], ["One of", "str"]])(
    "can be text without a type: %s %s",
    (...lines) => {
      expect(returnsOf(...lines)).toEqual([{ description: lines.join("\n"), items: [] }]);
    },
  );

  it("that starts with a sentence lasts until the end of its section", () => {
    const lines = ["A mapping of keys to rows. For", "example:", "", "{b'Serak': ('Rigel VII', 'Preparer')}"];
    expect(returnsOf(...lines)).toEqual([{ description: lines.join("\n"), items: [] }]);
  });

  it("can be one of several returns", () => {
    expect(returnsOf("x (int): X", "    more", "dict[str,", "    int]: Y")).toEqual([
      { name: "x", type: "int", description: "X\nmore", items: [] },
      { type: "dict[str, int]", description: "Y", items: [] },
    ]);
  });

  it("can list its members", () => {
    const items = [
      { name: "a", type: "str", description: "A" },
      { name: "b", description: "B\n- deeper" },
    ];
    expect(returnsOf("dict: input arguments", "    - a (str): A", "    - b: B", "        - deeper")).toEqual([
      { type: "dict", description: "input arguments", items },
    ]);
    expect(returnsOf("dict: input arguments", "    a (str): A", "    b: B", "        - deeper")).toEqual([
      { type: "dict", description: "input arguments", items },
    ]);
    expect(returnsOf("A dict with", "- a (str): A", "- b: B", "  - deeper", "and more.")).toEqual([
      { description: "A dict with\nand more.", items },
    ]);
    expect(returnsOf("- a (str): A", "- b: B", "  - deeper")).toEqual([{ description: "", items }]);
  });

  it.each(["A list:", "A list: one", "An int:\n    or none"])("is not also parsed as a member: %j", (text) => {
    const [returned] = returnsOf(...text.split("\n"));
    expect(returned?.items).toEqual([]);
  });

  it("keeps sentences with brackets in its description", () => {
    expect(returnsOf("dict: the answer", "    data (JSON) of the call")).toEqual([
      { type: "dict", description: "the answer\ndata (JSON) of the call", items: [] },
    ]);
  });

  it("keeps lists in its description when there are several", () => {
    expect(returnsOf("str: One of", "    - a: A", "    or", "    - two words")).toEqual([
      { type: "str", description: "One of\n- a: A\nor\n- two words", items: [] },
    ]);
  });

  it("keeps a list in its description when an entry names no member", () => {
    expect(returnsOf("str: One of", "    - a: A", "    - something else")).toEqual([
      { type: "str", description: "One of\n- a: A\n- something else", items: [] },
    ]);
  });
});

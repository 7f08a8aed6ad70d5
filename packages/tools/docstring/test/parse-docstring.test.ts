import { type Docstring, parseDocstring as parse } from "@helve/docstring";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "./without-ranges.ts";

const parseDocstring = (text: string): Docstring => withoutRanges(parse(text, { style: "google" }));

const nothing = {
  parameters: [],
  attributes: [],
  returns: [],
  yields: [],
  raises: [],
  examples: [],
  notes: [],
  seeAlso: [],
  sections: [],
};

describe("parseDocstring", () => {
  it("parses a tool with a typed return", () => {
    const docstring = parseDocstring(`make text bold

        Args:
            text (str): input text

        Returns:
            str: bold text
        `);

    expect(docstring).toEqual({
      ...nothing,
      style: "google",
      summary: "make text bold",
      description: "make text bold",
      parameters: [{ name: "text", type: "str", description: "input text" }],
      returns: [{ type: "str", description: "bold text", items: [] }],
    });
  });

  it("parses a tool without types", () => {
    const docstring = parseDocstring(`
        Add two numbers.

        Args:
            x: First number to add.
            y: Second number to add.

        Returns:
            The sum of the two numbers.
        `);

    expect(docstring.parameters).toEqual([
      { name: "x", description: "First number to add." },
      { name: "y", description: "Second number to add." },
    ]);
    expect(docstring.returns).toEqual([{ description: "The sum of the two numbers.", items: [] }]);
  });

  it("parses blocks indented by three, wrapped lines, and a description of several paragraphs", () => {
    const docstring = parseDocstring(`Use the web to research a topic.

        You may ask the web surfer any question. These questions can${" "}
        either prompt new web searches or be follow up questions.

        Args:
           input: Message to the web surfer. This can be a prompt to
              do research or a question about previous research.
           clear_history: Clear memory of previous searches.

        Returns:
           Answer to research prompt or question.
        `);

    expect(docstring.summary).toBe("Use the web to research a topic.");
    expect(docstring.description).toBe(
      "Use the web to research a topic.\n\nYou may ask the web surfer any question. These questions can\n" +
        "either prompt new web searches or be follow up questions.",
    );
    expect(docstring.parameters).toEqual([
      {
        name: "input",
        description:
          "Message to the web surfer. This can be a prompt to\ndo research or a question about previous research.",
      },
      { name: "clear_history", description: "Clear memory of previous searches." },
    ]);
    expect(docstring.returns).toEqual([{ description: "Answer to research prompt or question.", items: [] }]);
  });

  it.each(["", " \n\t\n", "\u3000"])("returns empty parts for %j", (text) => {
    expect(parseDocstring(text)).toEqual({ ...nothing, style: "google", summary: "", description: "" });
  });

  it("returns text without sections as the description", () => {
    const text = "Fetches a page.\nSlowly.\n\n@param url - where it is\n@returns {string} its text";
    expect(parseDocstring(text)).toEqual({
      ...nothing,
      style: "google",
      summary: "Fetches a page. Slowly.",
      description: text,
    });
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "Args:",
    "Returns:",
    "Raises:",
    "Note:",
    "返回：",
    "Custom:",
    "Parameters\n------\n",
    "Returns\n------\n",
    "```",
    "x (int): X",
    "- a: A",
    "str: S",
  ),
  fc.constantFrom(
    "(",
    ")",
    "[",
    ":",
    "：",
    "`",
    "'",
    '"',
    "*",
    "-",
    ",",
    "optional",
    "Defaults to ",
    "\n",
    "\n\n",
    " ",
  ),
  fc.constantFrom("\n    ", "\n        ", "__proto__", "constructor: c", "\t", "\r\n", "\u3000", "é", "😀"),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const assembled = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

const written = `Tells the weather.

    Note: it may rain.

    Args:
        city (str): Where.
        *days (dict[str, list[int]], optional): When,
            more or less. Defaults to {"a": 3}.

    Returns:
        dict: the forecast
            - sky (str): clear or not

    Raises:
        ValueError: If there is no such city.
    `;
const mutated = fc
  .array(fc.tuple(fc.nat(written.length), fc.nat(12), piece), { minLength: 1, maxLength: 4 })
  .map((edits) => edits.reduce((text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut), written));
const docstringText = fc.oneof(assembled, mutated);

describe("any text", () => {
  it("is parsed without an error, and contains every name of the result", () => {
    fc.assert(
      fc.property(fc.oneof(docstringText, fc.string({ unit: "binary" })), (text) => {
        const { parameters, returns, yields } = parseDocstring(text);
        const items = [...returns, ...yields].flatMap((one) => one.items);
        for (const { name } of [...parameters, ...items]) expect(text).toContain(name);
      }),
    );
  });

  it.each(["google", "numpy", "auto"] as const)("keeps all of its words in the style %s", (style) => {
    const line = fc.constantFrom(
      "? : ?",
      "Parameters\n---",
      "Returns\n---",
      "Notes\n---",
      ".. deprecated:: ?",
      "Deprecated:",
      "See Also:",
      "? ?",
      "? (?): ?",
      "?: ?",
      "- ?: ?",
      "? (?",
      "? - ?",
      "Args:",
      "Returns: ?",
      "Note:",
      "Title:",
    );
    const indented = fc.tuple(fc.constantFrom("", "    ", "        ", "\n    "), line).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(indented, { maxLength: 12 }), (lines) => {
        let count = 0;
        const text = lines.join("\n").replace(/\?/g, () => `w${count++}w`);
        const result = JSON.stringify(parse(text, { style }));
        for (let word = 0; word < count; word++) expect(result).toContain(`w${word}w`);
      }),
    );
  });

  it.each(["google", "numpy"] as const)("has the same result when it is indented further, in the style %s", (style) => {
    fc.assert(
      fc.property(docstringText, fc.integer({ min: 1, max: 3 }), (text, steps) => {
        const space = " ".repeat(8 * steps);
        const further = space + text.replace(/\r\n?|\n/g, `$&${space}`);
        expect(withoutRanges(parse(further, { style }))).toEqual(withoutRanges(parse(text, { style })));
      }),
    );
  });

  it("has the same result with any line ending", () => {
    const text = "Adds.\n\nArgs:\n    x: First.\n\n    y: Second.\n";
    for (const ending of ["\r\n", "\r"]) {
      expect(parseDocstring(text.replaceAll("\n", ending))).toEqual(parseDocstring(text));
    }
  });

  it("keeps the name __proto__ as data", () => {
    const { parameters } = parseDocstring("Args:\n    __proto__: P\n    constructor (int): C\n");
    expect(parameters.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
  });

  const before = [
    "",
    "Args:\n    x (",
    "Args:\n    x: Default: ",
    "Returns:\n    dict: d\n        - ",
    "x\n\nRaises:\n  ",
  ];
  const repeated = [
    "(",
    " ",
    ":",
    "`",
    "'",
    "\t",
    "\n",
    "a, ",
    "a (",
    "[(",
    ":a:`",
    "default: (",
    "```\n",
    "Args:\n",
    "    a (\n",
  ];
  it.each(before.flatMap((head) => repeated.map((unit) => [head, unit])))(
    "takes linear time on %j and 100 kB of %j",
    (head, unit) => {
      const { style } = parseDocstring(head + unit.repeat(100_000 / unit.length));
      expect(style).toBe("google");
    },
  );

  const beforeInNumpy = [
    "",
    "Parameters\n----------\nx : (",
    "Parameters\n----------\nx\n    Default: ",
    "Returns\n-------\ndict\n    - ",
  ];
  const repeatedInNumpy = [
    ...repeated,
    "a : (\n",
    "a\n    b\n",
    "- a\n",
    "Notes\n---\n",
    "---\n",
    ".. deprecated:: 1\n",
  ];
  it.each(beforeInNumpy.flatMap((head) => repeatedInNumpy.map((unit) => [head, unit])))(
    "takes linear time on %j and 100 kB of %j in the NumPy style",
    (head, unit) => {
      const { style } = parse(head + unit.repeat(100_000 / unit.length), { style: "numpy" });
      expect(style).toBe("numpy");
    },
  );
});

const detected = (text: string): Docstring => withoutRanges(parse(text));

describe("titles as people write them", () => {
  it.each([
    ["other words", "X.\n\nInputs:\n    a (int): First."],
    ["a remark in brackets", "X.\n\nArguments (all optional):\n    a (int): First."],
    ["no colon", "X.\n\nArgs\n    a (int): First."],
    ["capitals without a colon", "X.\n\nARGUMENTS\n    a (int): First."],
    ["bold", "X.\n\n**Args:**\n- `a` (int): First."],
    ["bold with the colon outside", "X.\n\n__Args__:\n    a (int): First."],
    ["bold without a colon", "X.\n\n**Parameters**\n\n- **a** (int): First."],
    ["a heading of Markdown", "X.\n\n### Parameters\n- a (int): First."],
    ["a heading of Markdown after a blank line", "X.\n\n## Parameters\n\n- a (int): First.\n\n## Notes\nNone."],
    ["an indented underline", "X.\n\nParameters\n ----------\n a : int\n     First."],
  ])("can have %s", (_, text) => {
    const { summary, parameters } = detected(text);
    expect(summary).toBe("X.");
    expect(parameters).toEqual([{ name: "a", type: "int", description: "First." }]);
  });

  it("can be bold beside their text", () => {
    const { parameters, returns } = detected("X.\n\n**Args:**\n- a: First.\n\n**Returns:** the sum\n");
    expect(parameters.map(({ name }) => name)).toEqual(["a"]);
    expect(returns.map(({ description }) => description)).toEqual(["the sum"]);
  });

  it.each([
    "The\nReturns\nof this.",
    "Adds.\n\nReturns\n\nNothing else.",
    "See **Args:** below.",
    "Adds.\n\nArgs\n    as usual, all of them.",
    "Adds.\n\n**Important:** read this.",
  ])("are ordinary text in %j", (text) => {
    const { description, sections, parameters, returns } = detected(text);
    expect([sections, parameters, returns]).toEqual([[], [], []]);
    expect(description).toBe(text);
  });

  it("can be followed by types with defaults after an equals sign", () => {
    const { parameters } = detected("X.\n\nParameters\n----------\na : int = 10\nb : Literal['x=y'] = 'x=y'");
    expect(parameters.map(({ type, default: value }) => [type, value])).toEqual([
      ["int", "10"],
      ["Literal['x=y']", "'x=y'"],
    ]);
  });
});

import type { Docstring, DocstringParameter, DocstringReturn } from "@helve/docstring";
import fc from "fast-check";

const words = fc.constantFrom(
  "the",
  "city",
  "héllo",
  "城市",
  "a@b.c",
  "e.g.",
  "`code`",
  "`{@link x}`",
  "(maybe)",
  "12",
  "https://a.b/c",
  "it's",
  "x:",
  "{x}",
  "😀",
);

/** Lines that would be syntax in another place. */
const lookalikes = fc.constantFrom(
  ":param x: X",
  ":type x: int",
  ":meta:",
  "@param x: X",
  "@param {int} x - X",
  "@returns {T} R",
  "@Injectable()",
  ".. note:: N",
  ".. rubric:: Examples",
  ".. code-block:: python",
  "```",
  "```ts",
  "{@link x | y}",
  String.raw`\{@link x}`,
  String.raw`\@param x`,
  String.raw`\\:param x: X`,
  "/**",
  "*/",
  "* @param x",
  "since 1.2: x",
  "{int} x",
  "- x",
  "TypeError x",
  ":",
  "@",
  "Args:",
);

const plainLine = fc.array(words, { minLength: 1, maxLength: 4 }).map((line) => line.join(" "));
const line = fc.oneof({ weight: 3, arbitrary: plainLine }, { weight: 2, arbitrary: lookalikes });

/** A text as the parser returns it: dedented, without blank lines at the ends. */
function textOf(lines: fc.Arbitrary<string>, least = 1): fc.Arbitrary<string> {
  const indented = fc.tuple(fc.constantFrom("", "", "  ", "    "), lines, fc.constantFrom("", "", "\n"));
  return fc.array(indented, { minLength: least, maxLength: 4 }).map((parts) => {
    const margin = Math.min(...parts.map(([indent]) => indent.length));
    return parts
      .map(([indent, content, blank]) => `${indent.slice(margin)}${content}\n${blank}`)
      .join("")
      .trimEnd();
  });
}

const text = textOf(line, 0);
const someText = textOf(line);
const name = fc.constantFrom("x", "city", "opts_a", "__proto__", "constructor", "天气", "$el", "type", "param");
const types = [
  "int",
  "list[str]",
  "dict[str, int]",
  "int | None",
  "list of str",
  "Foo.Bar",
  "{a: int, b: (c)}",
  "城市",
];

const given = fc.record(
  { optional: fc.boolean(), default: fc.constantFrom("3", '"a, b"', "None", "[1, 2]", "{}") },
  { requiredKeys: [] },
);
const parameter = fc
  .tuple(
    name,
    fc.option(fc.constantFrom("*" as const, "**" as const), { nil: undefined }),
    fc.option(fc.constantFrom(...types), { nil: undefined }),
    text,
    given,
  )
  .map(
    ([called, stars, type, description, rest]): DocstringParameter => ({
      name: called,
      ...(stars !== undefined && { stars }),
      ...(type !== undefined && { type }),
      description,
      ...rest,
    }),
  );

/** A line that cannot start a list of members. */
const sentence = plainLine.map((content) => `So ${content.replace(/[(){}]/g, "")}`);
const item = fc
  .tuple(fc.constantFrom("a", "b"), fc.constantFrom("str", "list[int]"), sentence)
  .map(([called, type, description]): DocstringParameter => ({ name: called, type, description }));
const returned = fc
  .tuple(
    fc.option(fc.constantFrom("result", "城市"), { nil: undefined }),
    fc.option(fc.constantFrom(...types), { nil: undefined }),
    textOf(fc.oneof(sentence, fc.constantFrom("@param x: X", "{T} x", ":x", "```")), 0),
    fc.array(item, { maxLength: 2 }),
  )
  .filter(([, type, description, items]) => type !== undefined || description !== "" || items.length > 0)
  .map(
    ([called, type, description, items]): DocstringReturn => ({
      ...(called !== undefined && type !== undefined && { name: called }),
      ...(type !== undefined && { type }),
      description,
      items,
    }),
  );

/**
 * Docstrings as parsers return them, without `style` and ranges: descriptions without a default, returns whose text
 * contains no possible member list, titles without a colon, no text without a title below another.
 */
export const docstrings: fc.Arbitrary<Docstring> = fc
  .record(
    {
      description: text,
      parameters: fc.array(parameter, { maxLength: 3 }),
      attributes: fc.array(parameter, { maxLength: 2 }),
      returns: fc.array(returned, { maxLength: 2 }),
      yields: fc.array(returned, { maxLength: 2 }),
      raises: fc.array(
        fc.record({ type: fc.constantFrom("", "ValueError", "a.B", "TypeError, KeyError"), description: text }),
        { maxLength: 2 },
      ),
      examples: fc.array(fc.record({ text: someText }), { maxLength: 2 }),
      notes: fc.array(fc.record({ text: someText }), { maxLength: 2 }),
      seeAlso: fc.array(fc.record({ name: fc.constantFrom("foo", "a.b", "https://a.b/c"), description: text }), {
        maxLength: 2,
      }),
      deprecated: fc.record(
        { version: fc.constantFrom("1.2", "v3", "2024-01"), description: text },
        { requiredKeys: ["description"] },
      ),
      sections: fc.array(
        fc.record({
          title: fc.constantFrom("", "Title", "Two words", "warning", "Returns", "note", "param", "section", "城市"),
          text: someText,
        }),
        { maxLength: 3 },
      ),
    },
    {
      requiredKeys: [
        "description",
        "parameters",
        "attributes",
        "returns",
        "yields",
        "raises",
        "examples",
        "notes",
        "seeAlso",
        "sections",
      ],
    },
  )
  .map(({ deprecated, ...rest }) => ({
    style: "rest",
    summary: summaryOf(rest.description),
    ...rest,
    ...(deprecated !== undefined && { deprecated }),
    sections: rest.sections.filter(({ title }, index, all) => title !== "" || all[index - 1]?.title !== ""),
  }));

function summaryOf(description: string): string {
  const [first = ""] = description.split("\n\n");
  return first
    .split("\n")
    .map((one) => one.trim())
    .join(" ");
}

import { formatDocstring, parseDocstring } from "@helve/docstring";
import { describe, expect, it } from "vitest";
import { withoutRanges } from "./without-ranges.ts";

function jsdoc(...lines: string[]) {
  return withoutRanges(parseDocstring(lines.join("\n"), { style: "jsdoc" }));
}

describe("a JSDoc parameter", () => {
  it.each([
    ["@param x - X", { name: "x" }],
    ["@param x X", { name: "x" }],
    ["@arg {number} x X", { name: "x", type: "number" }],
    ["@param{number} x X", { name: "x", type: "number" }],
    ["@param x {number} X", { name: "x", type: "number" }],
    ["@param {number=} x X", { name: "x", type: "number", optional: true }],
    ["@param {number} [x] - X", { name: "x", type: "number", optional: true }],
    ["@param [x=3] X", { name: "x", optional: true, default: "3" }],
    ['@param [x=["a]", {b: 1}]] X', { name: "x", optional: true, default: '["a]", {b: 1}]' }],
    ["@param [x = a, b] X", { name: "x", optional: true, default: "a, b" }],
    ['@param x="a b" - X', { name: "x", default: '"a b"' }],
    ["@param x (required) - X", { name: "x", optional: false }],
    ["@param {...string} x X", { name: "x", stars: "*", type: "string" }],
    ["@param ...x X", { name: "x", stars: "*" }],
    ["@param {Object<string, (a|b)>} x X", { name: "x", type: "Object<string, (a|b)>" }],
    ["@param {{a: string,\n  b: number}} x X", { name: "x", type: "{a: string, b: number}" }],
    ["@param {(a: string) => void} x\n  X", { name: "x", type: "(a: string) => void" }],
    ["@param {'}'|\"{\"} x X", { name: "x", type: "'}'|\"{\"" }],
  ])("is parsed from %s", (text, parameter) => {
    expect(jsdoc(text).parameters).toEqual([{ description: "X", ...parameter }]);
  });

  it("has the properties that follow it", () => {
    const text = [
      "@param {Object} options - O",
      "@param {string} options.name - N",
      "@param {number} [options.size.width=3] - W",
      "@param {Object[]} rows",
      "@param {string} rows[].id - I",
      "@param {string} other.list[].id",
    ];
    const size = {
      name: "size",
      type: "Object",
      description: "",
      properties: [{ name: "width", type: "number", optional: true, description: "W", default: "3" }],
    };
    const id = { name: "id", type: "string", description: "I" };
    const list = { name: "list", type: "Object[]", description: "", properties: [{ ...id, description: "" }] };
    expect(jsdoc(...text).parameters).toEqual([
      {
        name: "options",
        type: "Object",
        description: "O",
        properties: [{ name: "name", type: "string", description: "N" }, size],
      },
      { name: "rows", type: "Object[]", description: "", properties: [id] },
      { name: "other", type: "Object", description: "", properties: [list] },
    ]);
  });

  it("includes all lines up to the next tag", () => {
    expect(jsdoc("@param x - one", "two", "", "  @three", "@param y").parameters).toEqual([
      { name: "x", description: "one\ntwo\n\n  @three" },
      { name: "y", description: "" },
    ]);
  });

  it("without a name becomes a section", () => {
    expect(jsdoc("@param - the x").sections).toEqual([{ title: "param", text: "- the x" }]);
  });
});

it("parses a whole comment", () => {
  const docstring = jsdoc(
    "/**",
    "   * Does it, see {@link Foo | the Foo}.",
    "   *",
    "   *     code",
    "   *",
    "   * @remarks",
    "   * And {@linkcode bar}.",
    "   * @param x - X",
    "   *   more",
    "   * @typeParam T - type",
    "   * @property {string} p P",
    "   * @returns {Promise<T>} R",
    "   * - a {str} A",
    "   * - b (str): B",
    "   * @throws {TypeError} if *\\/",
    "   * @throws RangeError when",
    "   * @deprecated since 1.2 use y",
    "   * @default 3",
    "   */",
  );
  expect(docstring).toMatchObject({
    summary: "Does it, see the Foo.",
    description: "Does it, see the Foo.\n\n    code\n\nAnd bar.",
    parameters: [{ name: "x", description: "X\nmore" }],
    attributes: [{ name: "p", type: "string", description: "P" }],
    returns: [{ type: "Promise<T>", description: "R", items: [{ name: "a" }, { name: "b" }] }],
    raises: [
      { type: "TypeError", description: "if */" },
      { type: "RangeError", description: "when" },
    ],
    deprecated: { version: "1.2", description: "use y" },
    sections: [
      { title: "typeParam", text: "T - type" },
      { title: "default", text: "3" },
    ],
  });
});

it.each(["/** Does it. */", "/** Does it.\n */", "* Does it.\n* @param x", "/**\n Does it.\n @param x\n*/"])(
  "removes the comment delimiters of %j",
  (text) => {
    expect(jsdoc(text).description).toBe("Does it.");
  },
);

it("keeps a list whose bullets are stars", () => {
  expect(jsdoc("* one", "* two").description).toBe("* one\n* two");
});

it("parses examples with captions, decorators and tags in code", () => {
  const { examples } = jsdoc(
    "@example <caption>Caption</caption>",
    "@Injectable()",
    "@override_it",
    "class A {}",
    "@example",
    "```ts",
    "@param x",
    "```",
    "@returns",
  );
  expect(examples).toEqual([
    { text: "Caption\n@Injectable()\n@override_it\nclass A {}" },
    { text: "```ts\n@param x\n```" },
  ]);
});

it.each([
  ["@see {@link foo} F", { name: "foo", description: "F" }],
  ["@see {@link foo | bar}", { name: "foo", description: "bar" }],
  ["@see https://a.b/c for it", { name: "https://a.b/c", description: "for it" }],
  ["@see foo - F", { name: "foo", description: "F" }],
  ["@see foo", { name: "foo", description: "" }],
  ["@see the other page", { name: "", description: "the other page" }],
])("parses the reference %s", (text, reference) => {
  expect(jsdoc(text).seeAlso).toEqual([reference]);
});

it.each(["@scope/package does it", "a@b.c", "@Component it", "`{@link x}`"])("leaves %j in the description", (text) => {
  expect(jsdoc(text).description).toBe(text);
});

it("reports the ranges of names, types and tags", () => {
  const text = "/**\n * Do it.\n * @param {string} [x=3] - The x.\n *   More.\n */";
  const [x] = parseDocstring(text, { style: "jsdoc" }).parameters;
  const at = (range: { start: number; end: number } | undefined) => text.slice(range?.start, range?.end);
  expect([at(x?.nameRange), at(x?.typeRange)]).toEqual(["x", "string"]);
  expect(at(x?.range)).toBe("@param {string} [x=3] - The x.\n *   More.");
});

it.each([
  ["@param {a#b} x"],
  ["@param [x=a#b]"],
  ["@returns {a#b} x"],
  ["@throws {a#b} x"],
  ["@example <caption>a#b"],
  ["@example <caption>a#b</caption>"],
])("takes linear time on %s with 200 kB of spaces", (text) => {
  const docstring = jsdoc(text.replace("#", " ".repeat(200_000)));
  expect(JSON.stringify(docstring).length).toBeGreaterThan(200_000);
});

it("wraps JSDoc in a comment if `frame` is set", () => {
  const docstring = jsdoc("Does a/*b*/.", "", "@param {number} [x=3] - X", "@returns {T} R");
  expect(formatDocstring(docstring)).toBe("Does a/*b*/.\n\n@param {number} [x=3] - X\n@returns {T} R");
  const framed = formatDocstring(docstring, { frame: true });
  expect(framed).toBe("/**\n * Does a/*b*\\/.\n *\n * @param {number} [x=3] - X\n * @returns {T} R\n */");
  expect(jsdoc(framed)).toEqual(docstring);
});

it("treats text with an unmatched backtick after @see as a description that can be written and parsed again", () => {
  const docstring = parseDocstring("@see {@```\n    - c: C", { style: "jsdoc" });
  expect(docstring.seeAlso).toMatchObject([{ name: "" }]);
  const again = parseDocstring(formatDocstring(docstring), { style: "jsdoc" });
  expect(again.seeAlso[0]?.description).toBe(docstring.seeAlso[0]?.description);
});

import { defineOpenTool, type OpenTool, OpenToolError, parseOpenTool, printOpenTool } from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle } from "./documents.ts";

/** The same fields in another order, and some that are not known. */
const shuffled: OpenTool = {
  functions: [
    {
      return: { schema: { items: { type: "string" }, type: "array" }, name: "words" },
      parameters: [{ required: true, schema: { $ref: "#/schemas/Place" }, name: "where" }],
      description: "Says:\n  what it sees\n",
      name: "look",
    },
  ],
  ...{ "x-b": { title: "b", info: 1 }, "x-a": null },
  schemas: { Place: { required: ["z"], properties: { z: { type: "string" }, a: { type: "string" } }, type: "object" } },
  info: { version: "1.0", title: "yes" },
  opentool: "1.0.0",
};

const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\n", "\r", "\t", " ", "a", "#", ":", "-", "'", '"', "\\", "\u0085", "\u2028", "|"),
  }),
  fc.constantFrom(
    "",
    "null",
    "~",
    "1e3",
    "0o7",
    "0x1f",
    "2020-01-01",
    "<<",
    "&a",
    "*a",
    "!x",
    "---",
    "...",
    "\ufeff",
    "=",
  ),
  fc.string().map((text) => text.repeat(200)),
);

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
    texts,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(texts, tie("value")), { maxLength: 3, selector: ([key]) => key }).map(Object.fromEntries),
  ),
})).value;

/** Valid documents with any texts and any unknown fields. */
const anyDocuments = fc
  .tuple(documents, texts, fc.uniqueArray(fc.tuple(texts, values), { maxLength: 3, selector: ([key]) => key }))
  .map(
    ([document, title, extra]): OpenTool => ({
      ...Object.fromEntries(extra),
      ...document,
      info: { ...document.info, title },
    }),
  );

describe("printOpenTool", () => {
  it("prints JSON with fields in the specification's order", () => {
    expect(printOpenTool(shuffled).replace(/\s+/g, " ")).toBe(
      `{ "opentool": "1.0.0", "info": { "title": "yes", "version": "1.0" }, "functions": [ { "name": "look", "description": "Says:\\n what it sees\\n", "parameters": [ { "name": "where", "schema": { "$ref": "#/schemas/Place" }, "required": true } ], "return": { "name": "words", "schema": { "type": "array", "items": { "type": "string" } } } } ], "schemas": { "Place": { "type": "object", "properties": { "z": { "type": "string" }, "a": { "type": "string" } }, "required": [ "z" ] } }, "x-b": { "title": "b", "info": 1 }, "x-a": null } `,
    );
  });

  it.each([" \n", " \n \n", "\t\n\n", "\n", " "])("keeps white space in YAML: %j", (text) => {
    const document = { ...shuffled, info: { title: text, version: "1" } };
    expect(parseOpenTool(printOpenTool(document, { format: "yaml" })).info.title).toBe(text);
  });

  it("prints readable YAML", () => {
    expect(printOpenTool(shuffled, { format: "yaml" })).toBe(`opentool: 1.0.0
info:
  title: "yes"
  version: "1.0"
functions:
  - name: look
    description: |
      Says:
        what it sees
    parameters:
      - name: where
        schema:
          $ref: "#/schemas/Place"
        required: true
    return:
      name: words
      schema:
        type: array
        items:
          type: string
schemas:
  Place:
    type: object
    properties:
      z:
        type: string
      a:
        type: string
    required:
      - z
x-b:
  title: b
  info: 1
x-a: null
`);
  });

  it.each(["json", "yaml"] as const)(
    "prints %s that reads as the same document and prints the same again",
    (format) => {
      fc.assert(
        fc.property(anyDocuments, (document) => {
          const text = printOpenTool(document, { format });
          const read = parseOpenTool(text);
          expect(read).toEqual(document);
          expect(printOpenTool(read, { format })).toBe(text);
        }),
        { numRuns: runs(60) },
      );
    },
  );

  it("prints repeated values without anchors, and refuses values that JSON can't represent", () => {
    const [boil] = kettle.functions;
    const twice = { ...kettle, functions: [boil, { ...boil, name: "again" }] } as OpenTool;
    expect(printOpenTool(twice, { format: "yaml" })).not.toMatch(/[&*]/);
    const circle: Record<string, unknown> = {};
    circle["x"] = circle;
    expect(() => printOpenTool({ ...kettle, ...{ circle } })).toThrow(
      "/circle/x: JSON can't represent a circular reference",
    );
  });
});

describe("defineOpenTool", () => {
  it("returns the document with fields in the specification's order", () => {
    const document = defineOpenTool(shuffled);
    expect(document).toEqual(shuffled);
    expect(JSON.stringify(document, null, 2)).toBe(printOpenTool(shuffled).trimEnd());
  });

  it("throws the same error as parseOpenTool", () => {
    const broken = { ...kettle, schemas: {} };
    expect(() => defineOpenTool(broken)).toThrow(OpenToolError);
    expect(() => defineOpenTool(broken)).toThrow(/must name one of the schemas/);
  });
});

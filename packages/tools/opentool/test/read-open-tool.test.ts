import { formatIssue, type Issue } from "@helve/core";
import { type OpenToolError, parseOpenTool, printOpenTool, readOpenTool } from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle, kettleWith } from "./documents.ts";

const yaml = `# A kettle.
opentool: 1.1.0
info: { title: Kettle, version: "1" }
server: { url: "http://127.0.0.1:9627/opentool" }
functions:
  - name: boil
    description: |
      Boils water.
    parameters:
      - &litres
        name: litres
        schema: { type: number }
        required: true
  - { name: fill, description: Fills., parameters: [*litres], return: null }
`;

function errorIssues(input: unknown): readonly Issue[] {
  return readOpenTool(input).issues.filter(({ severity }) => severity !== "warning");
}

function errorsOf(input: unknown): readonly string[] {
  return errorIssues(input).map((issue) => formatIssue(issue));
}

function warningsOf(input: unknown): readonly string[] {
  const warnings = readOpenTool(input).issues.filter(({ severity }) => severity === "warning");
  return warnings.map((issue) => `${issue.code} ${formatIssue(issue)}`);
}

describe("readOpenTool", () => {
  it("reads JSON, YAML and values", () => {
    expect(readOpenTool(kettle)).toEqual({ value: kettle, issues: [] });
    expect(readOpenTool(JSON.stringify(kettle))).toEqual({ value: kettle, issues: [] });
    const litres = { name: "litres", schema: { type: "number" }, required: true };
    expect(readOpenTool(yaml).value).toEqual({
      opentool: "1.1.0",
      info: { title: "Kettle", version: "1" },
      server: { url: "http://127.0.0.1:9627/opentool" },
      functions: [
        { name: "boil", description: "Boils water.\n", parameters: [litres] },
        { name: "fill", description: "Fills.", parameters: [litres], return: null },
      ],
    });
  });

  it("returns a value if and only if there are no errors, and parseOpenTool throws the errors", () => {
    fc.assert(
      fc.property(fc.oneof(documents, fc.anything(), fc.string(), fc.json()), (input) => {
        const { value } = readOpenTool(input);
        const errors = errorIssues(input);
        expect(value === undefined).toBe(errors.length > 0);
        try {
          expect(parseOpenTool(input)).toEqual(value);
        } catch (error) {
          expect((error as OpenToolError).issues).toEqual(errors);
        }
      }),
    );
  });

  it("reports line and column in JSON and in YAML", () => {
    expect(errorsOf(JSON.stringify(kettleWith("/functions/0/name", "a b"), null, 2))).toEqual([
      '10:15: functions[0].name must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got "a b")',
    ]);
    expect(errorsOf(yaml.replace("number", "float").replace("  - name: boil\n   ", "  -"))).toEqual([
      "6:5: functions[0].name is required (a string)",
      '11:25: functions[0].parameters[0].schema.type must be one of "boolean", "integer", "number", "string", "array", "object" (got "float")',
      '11:25: functions[1].parameters[0].schema.type must be one of "boolean", "integer", "number", "string", "array", "object" (got "float")',
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("counts lines that end with %j, and skips a byte order mark", (end) => {
    const json = JSON.stringify(kettleWith("/functions/0/name", "a b"), null, "\t").replaceAll("\n", end);
    const broken = yaml.replace("number", "float").replaceAll("\n", end);
    for (const mark of ["", "\uFEFF"]) {
      expect(errorsOf(mark + json)[0]).toMatch(/^10:12: functions\[0\]\.name/);
      expect(errorsOf(mark + broken)[0]).toMatch(/^12:25: functions\[0\]\.parameters/);
      const twice = `${mark}{${end}"a": 1,${end}"a": 2${end}}`;
      expect(errorsOf(twice)).toContain("3:1: a is a duplicate key: keep one of them");
    }
  });

  it("never throws, even if reading a member of the value throws", () => {
    const throws = (): never => {
      throw new Error("gone");
    };
    const values = [
      Object.defineProperty({ ...kettle }, "info", { get: throws, enumerable: true }),
      { ...kettle, functions: [new Proxy({}, { ownKeys: throws, getOwnPropertyDescriptor: throws })] },
    ];
    for (const value of values) {
      expect(readOpenTool(value)).toEqual({
        value: undefined,
        issues: [{ code: "not_json", message: "the document can't be read: Error: gone", path: "" }],
      });
    }
  });

  it("reports the text range of the value that each issue's pointer names", () => {
    const entries = (value: unknown, path: string): readonly (readonly [string, unknown])[] => [
      [path, value],
      ...(typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([key, member]) =>
            entries(member, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
          )
        : []),
    ];
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 1, "\t"), (value, indent) => {
        const document = { opentool: "1.0.0", info: value, functions: value, schemas: value };
        const text = JSON.stringify(document, null, indent);
        const places = new Map(entries(JSON.parse(text), ""));
        for (const { path = "", range, code } of errorIssues(text)) {
          const found = text.slice(range?.start.offset, range?.end.offset);
          const owner = path.slice(0, path.lastIndexOf("/"));
          if (code !== "required") expect(JSON.parse(found)).toEqual(places.get(path));
          else expect(JSON.parse(found)).toEqual(places.get(owner));
        }
      }),
    );
  });

  it("reports a location for every issue of a text with one random edit", () => {
    const signs = fc.constantFrom(
      "",
      ":",
      "- ",
      "\n",
      "  ",
      "\t",
      '"',
      "&a ",
      "*a",
      "!x ",
      "? ",
      "{",
      "]",
      "|",
      "#",
      "%",
      "@",
      "<<: ",
    );
    const printed = fc.tuple(documents, fc.constantFrom("json" as const, "yaml" as const));
    fc.assert(
      fc.property(printed, fc.nat(), fc.nat(9), signs, ([document, format], at, length, sign) => {
        const text = printOpenTool(document, { format });
        const start = at % text.length;
        const broken = text.slice(0, start) + sign + text.slice(start + length);
        for (const { message, path, range } of readOpenTool(broken).issues) {
          expect(message).not.toBe("");
          expect(path).toBeTypeOf("string");
          expect(range?.start.offset).toBeLessThanOrEqual(broken.length);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it.each([
    ['{"opentool": 1,}', '1:16: not JSON: expected a property name in double quotes (got "}")'],
    ["\n[1, 2", '2:6: not JSON: expected "," or "]" (got the end of the text)'],
    ["", "1:1: the document must be an object (got null)"],
    ["just words", '1:1: the document must be an object (got "just words")'],
    ["a: !set 1\n", '1:4: not YAML that can be read: the tag "!set" is not read (only those of JSON\'s types are)'],
    ["a: 1\n---\nb: 1\n", "2:1: not YAML that can be read: there must be one document (got another after it)"],
    ["? [a]\n: 1\n", "1:3: not YAML that can be read: a key must be plain text (got a list, an object or an alias)"],
    ["a: .inf\n", "1:4: /a: JSON can't represent the number Infinity"],
    ["a: &a [*a]\n", "1:8: /a/0: JSON can't represent a circular reference"],
    ["a: *b\n", '1:4: not YAML that can be read: the alias "b" has no anchor before it'],
  ])("explains why %j is not a document", (text, message) => {
    expect(errorsOf(text)).toContain(message);
  });

  it("refuses aliases that expand exponentially", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n === 0 ? "x" : `*a${n - 1}, *a${n - 1}`}]`);
    expect(errorsOf(lines.join("\n"))).toEqual([expect.stringMatching(/aliases repeat too much/)]);
  });

  it("reads long lists", () => {
    const text = `{"a":1,"a":2,"list":[${"0,".repeat(150_000)}0]}`;
    expect(errorsOf(text)).toContain("1:8: a is a duplicate key: keep one of them");
  });

  it("refuses texts of more than 16 MiB and texts that are nested too deeply", () => {
    expect(errorsOf(`"${"a".repeat(16 * 1024 * 1024)}"`)).toEqual([
      "the document is too long: at most 16777216 characters are read (got 16777218)",
    ]);
    for (const text of ["[".repeat(200_000), "[".repeat(20_000) + "]".repeat(20_000), `- ${"- ".repeat(20_000)}`]) {
      expect(errorIssues(text)).not.toEqual([]);
    }
    for (const text of [`- ${"- ".repeat(20_000)}`, `a: ${"[".repeat(20_000)}`]) {
      expect(errorsOf(text)).toEqual([expect.stringMatching(/: not YAML that can be read: it is nested too deeply$/)]);
    }
  });

  it.each([
    ["JSON", '{"info":{"title":"a","title":"b"},\n"info":1}', ["1:22: info.title", "2:1: info"]],
    ["YAML", "info: { title: a, title: b }\ninfo: 1\n", ["1:19: info.title", "2:1: info"]],
  ])("reports every duplicate key in %s", (_, text, places) => {
    const repeats = errorIssues(text).filter(({ code }) => code === "duplicate_key");
    expect(repeats.map((issue) => formatIssue(issue))).toEqual(
      places.map((place) => `${place} is a duplicate key: keep one of them`),
    );
  });

  it("keeps names like __proto__ and << as data in YAML too", () => {
    const text = `${yaml}schemas:\n  __proto__: { type: object, properties: { constructor: { type: string } } }\n  "<<": { type: string }\n`;
    const { value: document } = readOpenTool(text);
    expect(Object.keys(document?.schemas ?? {})).toEqual(["__proto__", "<<"]);
    expect(Object.getPrototypeOf(document?.schemas)).toBe(Object.prototype);
    expect(errorIssues("%YAML 1.1\n---\n<<: { opentool: 1.0.0 }\n")).toContainEqual(
      expect.objectContaining({ code: "required", path: "/opentool" }),
    );
  });

  it("warns about fields that are probably typos, and still reads the document", () => {
    const text = JSON.stringify({ ...kettle, shemas: {}, "x-vendor": 1 }, null, 1);
    expect(readOpenTool(text).value).toEqual(JSON.parse(text));
    expect(warningsOf(text)).toEqual(['unknown_field 82:2: shemas is not a known field, did you mean "schemas"?']);
    expect(warningsOf(kettleWith("/schemas/State/properties/hot", { type: "string", enums: [] }))).toEqual([
      'unknown_field schemas.State.properties.hot.enums is not a known field, did you mean "enum"?',
    ]);
  });

  it("names the probable typo of a missing required field once, and adds no warning", () => {
    const document = { ...kettle, info: { tilte: "Kettle", version: "1" } };
    expect(errorsOf(document)).toEqual(['info.title is required (a string), is "tilte" a typo?']);
    expect(warningsOf(document)).toEqual([]);
  });

  it.each([
    ["1.0.0", ["functions[0].stream needs OpenTool 2.0.0", "server needs OpenTool 1.1.0"]],
    ["1.1.0", ["functions[0].stream needs OpenTool 2.0.0"]],
    ["2.0.0", []],
  ])("warns about fields that OpenTool %s does not have", (opentool, fields) => {
    const stream = { drop: { name: "drop", schema: { $ref: "#/schemas/State" } } };
    const functions = [{ ...kettle.functions[0], stream }];
    const document = { ...kettle, opentool, functions, server: { url: "http://127.0.0.1:9627/opentool" } };
    expect(errorsOf(document)).toEqual([]);
    expect(warningsOf(document)).toEqual(
      fields.map((words) => `newer_field ${words} or later (the document's version is "${opentool}")`),
    );
  });

  it("checks servers and streams", () => {
    const stream = { drop: { name: "drop", schema: { $ref: "#/schemas/Drop" } }, end: {} };
    const functions = [{ ...kettle.functions[0], stream }];
    expect(errorsOf({ ...kettle, opentool: "2.0.0", functions, server: {} })).toEqual([
      'functions[0].stream.drop.schema.$ref must name one of the schemas (got "Drop"; known: "State", "Program")',
      "functions[0].stream.end.name is required (a string)",
      "functions[0].stream.end.schema is required (an object)",
      "server.url is required (a string)",
    ]);
  });
});

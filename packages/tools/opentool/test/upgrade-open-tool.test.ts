import { type Change, OpenToolError, parseOpenTool, upgradeOpenTool } from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, mutated } from "./documents.ts";
import {
  camera,
  counter,
  documentWith,
  feeder,
  oldDocuments,
  seedbank,
  shutter,
  sprinkler,
  thermometer,
} from "./upgrade-open-tool/old-documents.ts";

/** The functions of an upgraded document, which has to parse. */
function functionsOf(input: unknown): readonly unknown[] {
  return parseOpenTool(upgradeOpenTool(input).document).functions;
}

/** Each change as `kind path`. */
function changesOf(input: unknown): readonly string[] {
  return upgradeOpenTool(input).changes.map(({ kind, path }) => `${kind} ${path}`);
}

/** The schema of the only parameter of a function, after the upgrade. */
function schemaAfter(schema: unknown): unknown {
  const parameters = [{ name: "x", schema, required: true }];
  const { document } = upgradeOpenTool(documentWith({ name: "f", description: "", parameters }));
  return (document as { functions: [{ parameters: [{ schema: unknown }] }] }).functions[0].parameters[0].schema;
}

describe("upgradeOpenTool", () => {
  it.each([
    ["S0", sprinkler],
    ["S0", shutter],
    ["S1", thermometer],
    ["S1", seedbank],
    ["S2", feeder],
    ["S2", counter],
    ["S3", documentWith({ name: "stop", description: "Stops.", parameters: [], return: null })],
    ["S3", documentWith()],
    ["S4", camera],
    ["S4", documentWith({ name: "tail", description: "", parameters: [], stream: {} })],
  ])("recognizes dialect %s and upgrades it to a document that parses", (dialect, document) => {
    expect(upgradeOpenTool(document).dialect).toBe(dialect);
    expect(functionsOf(document)).toHaveLength((document["functions"] as unknown[]).length);
  });

  it("converts parameters in the form of a JSON Schema to a list", () => {
    expect(functionsOf(sprinkler)).toEqual([
      {
        name: "sprinkle",
        description: "Waters a bed.",
        parameters: [
          { name: "bed", description: "Counted from the door.", schema: { type: "integer" }, required: true },
          { name: "mode", schema: { type: "string", enum: ["mist", "rain"] }, required: false },
          {
            name: "window",
            schema: {
              type: "object",
              properties: { from: { type: "string" }, to: { type: "string" } },
              required: ["from"],
            },
            required: true,
          },
        ],
      },
    ]);
    expect(functionsOf(shutter)[1]).toMatchObject({ parameters: [{ required: true }, { required: false }] });
  });

  it("converts a map of parameters to a list, and a map of returns to one return", () => {
    expect(functionsOf(thermometer)).toEqual([
      {
        name: "read_temperature",
        description: "Reads a sensor.",
        parameters: [
          { name: "sensor", description: "Its label.", schema: { type: "string" }, required: true },
          { name: "unit", schema: { type: "string", enum: ["C", "F"] }, required: false },
        ],
        return: { name: "degrees", description: "In the unit asked for.", schema: { type: "number" } },
      },
    ]);
  });

  it("recognizes a map with any names, and merges several returns into one object", () => {
    expect(functionsOf(seedbank)).toMatchObject([
      {
        parameters: [
          { name: "type", schema: { type: "string" } },
          { name: "properties", schema: { properties: { dry: { type: "boolean" } }, required: ["dry"] } },
        ],
        return: {
          name: "result",
          schema: { type: "object", properties: { shelf: { type: "string" }, free: { type: "integer" } } },
        },
      },
    ]);
  });

  it("unwraps properties and keeps the other fields of their wrappers", () => {
    expect(functionsOf(feeder)).toMatchObject([
      {
        parameters: [
          {
            schema: {
              type: "object",
              properties: {
                food: { type: "string", enum: ["flakes", "peas"], description: "What." },
                grams: { type: "number", description: "How much.\nDry weight." },
              },
              required: ["food"],
            },
          },
        ],
      },
    ]);
  });

  it("reports the path, kind, message and previous value of each change", () => {
    const changes: readonly Change[] = upgradeOpenTool(counter).changes;
    expect(changes).toEqual([
      {
        kind: "missing",
        path: "/functions/0/parameters/0/required",
        before: undefined,
        after: false,
        message: "functions[0].parameters[0].required was missing: not required",
      },
      {
        kind: "return",
        path: "/functions/0/return",
        before: { name: "fish", schema: { type: "integer" } },
        after: { name: "fish", schema: { type: "integer" } },
        message: 'functions[0].return was called "returns"',
      },
    ]);
    expect(changesOf(thermometer)).toEqual([
      "parameters /functions/0/parameters",
      "enum /functions/0/parameters/1/schema/enum",
      "missing /functions/0/parameters/1/required",
      "return /functions/0/return",
      "return /functions/0/return",
    ]);
  });

  it("raises the version of a document with a stream or server", () => {
    expect(upgradeOpenTool(camera).document).toMatchObject({
      opentool: "2.0.0",
      functions: [{ stream: { motion: { name: "motion" }, end: { name: "why" } } }],
    });
    expect(changesOf({ ...documentWith(), server: { url: "https://example.com" } })).toEqual(["version /opentool"]);
    expect(changesOf({ ...camera, opentool: "2.1" })).toEqual(["missing /functions/0/stream/motion/name"]);
  });

  it("upgrades each function separately and reports the oldest dialect", () => {
    const mixed = documentWith(...[camera, feeder, sprinkler].flatMap((document) => document["functions"]));
    expect(upgradeOpenTool(mixed).dialect).toBe("S0");
    expect(functionsOf(mixed)).toHaveLength(3);
  });

  it("replaces illegal names, and reports the original names", () => {
    const names = ["MEAS:CURR:", "MEAS_CURR_", "MEAS CURR ", "Lamp.On", "ok", "v".repeat(70), "v".repeat(71)];
    const document = documentWith(...names.map((name) => ({ name, description: "", parameters: [] })));
    const upgraded = functionsOf(document).map((fn) => (fn as { name: string }).name);
    expect(upgraded).toEqual([
      ...["MEAS_CURR__2", "MEAS_CURR_", "MEAS_CURR__3", "Lamp-On", "ok"],
      ...["v".repeat(64), `${"v".repeat(62)}_2`],
    ]);
    const { changes } = upgradeOpenTool(document);
    const origins = new Map(changes.map(({ before, after }) => [after, before]));
    expect(upgraded.map((name) => origins.get(name) ?? name)).toEqual(names);
  });

  it("leaves duplicate function names for parseOpenTool to report", () => {
    const twice = documentWith(...["a:b", "a:b"].map((name) => ({ name, description: "", parameters: [] })));
    expect(() => functionsOf(twice)).toThrow(/functions\[1\].name repeats "a_b"/);
  });

  it("fills in missing fields only if their value is obvious", () => {
    const document = { info: {}, functions: [{ name: "wait", return: { schema: { type: "string" } } }, {}] };
    expect(upgradeOpenTool(document).document).toEqual({
      opentool: "1.0.0",
      info: { version: "1.0.0" },
      functions: [
        { name: "wait", description: "", parameters: [], return: { name: "result", schema: { type: "string" } } },
        { description: "", parameters: [] },
      ],
    });
    expect(() => functionsOf(document)).toThrow(OpenToolError);
  });

  it.each<[what: string, before: unknown, after: unknown]>([
    ["an enum of integers", { type: "integer", enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
    [
      "an integer enum with strings",
      { type: "integer", enum: ["9600", "19200"] },
      { type: "integer", enum: [9600, 19200] },
    ],
    [
      "a string enum with integers",
      { type: "string", enum: [1, "b", null] },
      { type: "string", enum: ["1", "b", null] },
    ],
    ["an integer enum with other strings", { type: "integer", enum: ["low"] }, { type: "integer", enum: ["low"] }],
    ["dynamic", { type: "dynamic" }, { type: "object", "x-json-schema": true, properties: {} }],
    ["dynamic with an enum", { type: "dynamic", enum: [1.5, 2] }, { type: "number", enum: [1.5, 2] }],
    ["null", { type: "null" }, { type: "object", properties: {} }],
    ["a type or null", { type: ["string", "null"] }, { type: "string", "x-json-schema": { type: ["string", "null"] } }],
    ["a type or null with values", { type: ["string", "null"], enum: ["a"] }, { type: "string", enum: ["a", null] }],
    ["a union", { type: ["string", "integer"] }, { type: ["string", "integer"] }],
    [
      "a missing type that other keywords imply",
      { items: { enum: ["a"] } },
      { type: "array", items: { type: "string", enum: ["a"] } },
    ],
    ["a list without items", { type: "array" }, { type: "array" }],
    [
      "a required item",
      { type: "array", items: { type: "string", required: true } },
      { type: "array", items: { type: "string" } },
    ],
    [
      "a property named schema",
      { type: "object", properties: { schema: { type: "string" } } },
      { type: "object", properties: { schema: { type: "string" } } },
    ],
  ])("upgrades a schema with %s", (_, before, after) => {
    expect(schemaAfter(before)).toEqual(after);
  });

  it.each<[returns: unknown, after: unknown]>([
    [{}, null],
    [null, null],
    [{ type: "null" }, null],
    [{ name: "nothing", schema: { type: "null" } }, null],
    [
      { type: "string", description: "A text." },
      { name: "result", description: "A text.", schema: { type: "string" } },
    ],
    [{ $ref: "#/schemas/Bed" }, { name: "result", schema: { $ref: "#/schemas/Bed" } }],
  ])("upgrades the return %j", (returns, after) => {
    const document = documentWith({ name: "f", description: "", parameters: [], returns });
    expect(functionsOf({ ...document, schemas: { Bed: { type: "string" } } })).toMatchObject([{ return: after }]);
  });

  it("keeps names of Object.prototype as data", () => {
    const text =
      '{"__proto__":{"schema":{"type":"object","properties":{"__proto__":{"type":"string","required":true}}}}}';
    const document = { ...documentWith({ name: "f", description: "", parameters: JSON.parse(text) }) };
    const schemas = { ...JSON.parse('{"__proto__":{"schema":{"type":"string"}}}'), toString: { type: "string" } };
    const upgraded = parseOpenTool(upgradeOpenTool({ ...document, schemas }).document);
    expect(JSON.stringify(upgraded.functions[0]?.parameters)).toBe(
      '[{"name":"__proto__","schema":{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]},"required":false}]',
    );
    expect(JSON.stringify(upgraded.schemas)).toBe('{"__proto__":{"type":"string"},"toString":{"type":"string"}}');
  });

  it("leaves a current document untouched", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const current = { ...document, opentool: "2.0.0" };
        const upgraded = upgradeOpenTool(current);
        expect(upgraded.changes).toEqual([]);
        expect(upgraded.document).toBe(current);
      }),
    );
  });

  it("never throws, never changes its input, and makes no changes the second time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), mutated, { weight: 4, arbitrary: oldDocuments }), (input) => {
        const text = JSON.stringify(input);
        const { document } = upgradeOpenTool(input);
        expect(JSON.stringify(input)).toBe(text);
        const again = upgradeOpenTool(document);
        expect(again.changes).toEqual([]);
        expect(again.document).toBe(document);
      }),
      { numRuns: runs(300) },
    );
  });

  it("returns null as the dialect of a value that is not a document", () => {
    for (const input of [null, 3, "{}", [], {}, { functions: {} }]) {
      expect(upgradeOpenTool(input)).toEqual({ document: input, dialect: null, changes: [] });
    }
  });

  it("upgrades schemas only to the depth that parseOpenTool accepts", () => {
    let schema: unknown = { type: "string", required: true };
    for (let depth = 0; depth < 50_000; depth++) schema = { type: "array", items: schema };
    const { document } = upgradeOpenTool(documentWith({ name: "f", parameters: [{ name: "x", schema }] }));
    expect(() => parseOpenTool(document)).toThrow(/nested deeper/);
  });
});

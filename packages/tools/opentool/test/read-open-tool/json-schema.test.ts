import {
  diffOpenTool,
  fingerprintFunction,
  fromMcpTools,
  type OpenTool,
  type OpenToolFunction,
  parametersSchema,
  parseOpenTool,
  printOpenTool,
  readOpenTool,
  schemaValidator,
} from "@helve/opentool";
import { describe, expect, it } from "vitest";

function documentWith(schema: unknown, beside: object = {}): unknown {
  const parameters = [{ name: "x", schema, required: true }];
  const functions = [{ name: "f", description: "", parameters, ...beside }];
  return { opentool: "1.0.0", info: { title: "", version: "" }, functions };
}

function accepts(document: OpenTool, args: unknown): boolean {
  const [fn] = document.functions;
  return schemaValidator(parametersSchema(fn as OpenToolFunction, document.schemas))(args).length === 0;
}

function messages(document: unknown): readonly string[] {
  return readOpenTool(document).issues.map(({ message, severity }) => `${severity ?? "error"}: ${message}`);
}

describe("keywords of JSON Schema in a document", () => {
  it("are enforced beside OpenTool's own fields, in JSON and YAML", () => {
    const document = parseOpenTool(documentWith({ type: "integer", minimum: 1, "x-unit": "s" }));
    for (const format of ["json", "yaml"] as const) {
      const again = parseOpenTool(printOpenTool(document, { format }));
      expect(again).toEqual(document);
      expect([1, 0].map((x) => accepts(again, { x }))).toEqual([true, false]);
    }
  });

  it("are warned about when they are misspelled", () => {
    expect(messages(documentWith({ type: "integer", minimun: 1 }))).toEqual([
      'warning: functions[0].parameters[0].schema.minimun is not a known field, did you mean "minimum"?',
    ]);
    expect(messages(documentWith({ type: "array", items: { type: "string", patern: "a" } }))).toEqual([
      'warning: functions[0].parameters[0].schema.items.patern is not a known field, did you mean "pattern"?',
    ]);
    expect(
      messages(documentWith({ type: "string", "x-json-schema": { anyOf: [{ maxLenght: 3 }, { type: "null" }] } })),
    ).toEqual([
      'warning: functions[0].parameters[0].schema.x-json-schema.anyOf[0].maxLenght is not a known field, did you mean "maxLength"?',
    ]);
  });

  it("are errors when their values are invalid", () => {
    expect(messages(documentWith({ type: "integer", minimum: "1", pattern: "(" }))).toEqual([
      'error: functions[0].parameters[0].schema.minimum must be a number (got "1")',
      'error: functions[0].parameters[0].schema.pattern must be a regular expression (got "(")',
    ]);
    expect(messages(documentWith({ type: "string", "x-json-schema": "any" }))).toEqual([
      'error: functions[0].parameters[0].schema.x-json-schema must be a JSON Schema: an object, true or false (got "any")',
    ]);
    expect(messages(documentWith({ type: "string", "x-json-schema": { $ref: "#/schemas/Nothing" } }))).toEqual([
      'error: functions[0].parameters[0].schema.x-json-schema.$ref must name a schema (got "#/schemas/Nothing"); there are no schemas',
    ]);
  });

  it("warns about arguments that x-json-schema describes and parameters don't, or the other way round", () => {
    const whole = { type: "object", properties: { y: {} }, additionalProperties: false };
    expect(messages(documentWith({ type: "string" }, { "x-json-schema": whole }))).toEqual([
      'warning: functions[0].x-json-schema describes parameters that the function does not have: "y" (it is enforced in place of "parameters")',
      'warning: functions[0].x-json-schema refuses parameters of the function: "x" (it is enforced in place of "parameters")',
    ]);
  });

  it("may refer to the document's schemas and to parts of themselves", () => {
    const schemas = {
      Name: { type: "string", maxLength: 3 },
      Tree: {
        type: "object",
        properties: {},
        "x-json-schema": {
          anyOf: [{ $ref: "#/schemas/Name" }, { $ref: "#/$defs/List" }],
          $defs: { List: { type: "array", items: { $ref: "#" } } },
        },
      },
    };
    const document = parseOpenTool({ ...Object(documentWith({ $ref: "#/schemas/Tree" })), schemas });
    expect(accepts(document, { x: ["abc", [["d"]]] })).toBe(true);
    expect(accepts(document, { x: ["abc", [["long name"]]] })).toBe(false);
    expect(accepts(document, { x: 3 })).toBe(false);
  });
});

describe("imported schemas", () => {
  const circle = {
    type: "object",
    properties: { kind: { const: "circle" }, r: { type: "number" } },
    required: ["kind", "r"],
  };
  const rect = {
    type: "object",
    properties: { kind: { const: "rect" }, w: { type: "number" } },
    required: ["kind", "w"],
  };

  it("keep every member of a union, and accept any value where the source does", () => {
    const properties = { shape: { oneOf: [circle, rect] }, any: {}, id: { type: ["integer", "string"] } };
    const { document } = fromMcpTools([{ name: "f", inputSchema: { type: "object", properties } }]);
    const read = parseOpenTool(printOpenTool(document));
    for (const args of [
      { shape: { kind: "circle", r: 1 } },
      { shape: { kind: "rect", w: 1 } },
      { any: 5 },
      { id: "a" },
    ]) {
      expect([args, accepts(read, args)]).toEqual([args, true]);
    }
    for (const args of [{ shape: { kind: "rect", r: 1 } }, { id: true }]) {
      expect([args, accepts(read, args)]).toEqual([args, false]);
    }
  });

  it("keep the members of a union at the root", () => {
    const inputSchema = { type: "object", oneOf: [circle, rect] };
    const { document } = fromMcpTools([{ name: "f", inputSchema }]);
    const read = parseOpenTool(printOpenTool(document, { format: "yaml" }));
    expect(read.functions[0]?.parameters.map(({ name }) => name)).toEqual(["kind", "r", "w"]);
    expect(accepts(read, { kind: "rect", w: 1 })).toBe(true);
    expect(accepts(read, { kind: "circle", w: 1 })).toBe(false);
  });

  it("keep every keyword of JSON Schema", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "string", title: "A", format: "email", default: "a@b.example", examples: ["c@d.example"] },
        b: { type: "array", items: { type: "number", multipleOf: 0.5 }, minItems: 1, uniqueItems: true },
        c: {
          type: "object",
          properties: {},
          additionalProperties: { type: "integer" },
          propertyNames: { pattern: "^x" },
        },
        d: { $ref: "#/$defs/Id", description: "An id." },
        e: { anyOf: [{ $ref: "#/$defs/Id" }, { type: "null" }], default: null },
        f: { type: "array", prefixItems: [{ type: "string" }], items: false },
      },
      required: ["a"],
      additionalProperties: false,
      $defs: { Id: { type: "integer", exclusiveMinimum: 0 } },
    };
    const { document } = fromMcpTools([{ name: "f", inputSchema: schema }]);
    expect(parametersSchema(document.functions[0] as OpenToolFunction, document.schemas)).toEqual({
      ...schema,
      properties: { ...schema.properties, f: { ...schema.properties.f } },
    });
  });
});

describe("x-json-schema and other keywords", () => {
  const version = (schema: object, Id: object = { type: "integer" }): OpenTool =>
    ({ ...Object(documentWith(schema)), schemas: { Id } }) as OpenTool;

  it("are compared: what accepts less is breaking", () => {
    const diff = (before: object, after: object) =>
      diffOpenTool(version(before), version(after)).changes.map(({ impact, message }) => `${impact}: ${message}`);
    expect(diff({ type: "integer", minimum: 1 }, { type: "integer", minimum: 2 })).toEqual([
      'breaking: f.parameters.x must now have "minimum": 2 (was 1)',
    ]);
    expect(diff({ type: "integer", minimum: 2 }, { type: "integer" })).toEqual([
      'compatible: f.parameters.x no longer has "minimum": 2',
    ]);
    expect(diff({ type: "string" }, { type: "string", pattern: "a" })).toEqual([
      'breaking: f.parameters.x now has "pattern": "a"',
    ]);
    expect(diff({ type: "string", title: "A" }, { type: "string", title: "B" })).toEqual([
      'cosmetic: f.parameters.x changed in "title"',
    ]);
    expect(diff({ type: "string" }, { type: "string", "x-json-schema": { type: ["string", "null"] } })).toEqual([
      'breaking: f.parameters.x changed in "x-json-schema"',
    ]);
  });

  it("are compared with the schemas that they refer to", () => {
    const nullable = { type: "integer", "x-json-schema": { anyOf: [{ $ref: "#/schemas/Id" }, { type: "null" }] } };
    const changes = diffOpenTool(version(nullable), version(nullable, { type: "integer", minimum: 1 })).changes;
    expect(changes.map(({ impact, message }) => `${impact}: ${message}`)).toEqual([
      'breaking: schemas.Id now has "minimum": 1',
    ]);
  });

  it("are part of a function's fingerprint, whatever the names of schemas are", async () => {
    const print = (name: string, schema: object) =>
      fingerprintFunction(
        {
          name: "f",
          description: "",
          parameters: [],
          "x-json-schema": { type: "object", properties: { a: { $ref: `#/schemas/${name}` } } },
        },
        { [name]: schema as { type: "integer" } },
      );
    const first = await print("Id", { type: "integer" });
    expect(await print("Number", { type: "integer" })).toBe(first);
    expect(await print("Id", { type: "integer", minimum: 1 })).not.toBe(first);
    expect(await print("Id", { type: "string" })).not.toBe(first);
  });
});

describe("an x-json-schema that can't be enforced", () => {
  const whole = (schema: unknown) => ({ type: "object", properties: {}, "x-json-schema": schema });
  const toA = { $ref: "#/schemas/A" };
  it.each<[unknown, object | undefined, object, string]>([
    [whole({ $ref: "https://evil.example/x" }), undefined, {}, "must name a schema"],
    [whole({ properties: { a: { $dynamicRef: "https://evil.example/x" } } }), undefined, {}, "must name a schema"],
    [whole(toA), { A: whole(toA) }, {}, "schemas.A must not refer back to itself"],
    [toA, { A: whole({ anyOf: [{ $ref: "#/schemas/B" }] }), B: toA }, {}, "schemas.A must not refer back to itself"],
    [toA, { A: { type: "object", properties: {}, allOf: [toA] } }, {}, "schemas.A must not refer back to itself"],
  ])("is an error: %j, schemas %j, function %j", (schema, schemas, beside, problem) => {
    const { value, issues } = readOpenTool({ ...Object(documentWith(schema, beside)), ...(schemas && { schemas }) });
    expect(value).toBeUndefined();
    expect(issues.map(({ message }) => message).join("\n")).toContain(problem);
  });

  it("may refer to itself through properties and items, and to schemas with an $id", () => {
    const tree = {
      properties: { left: { $ref: "#" }, all: { items: toA } },
      anyOf: [{ $ref: "#/$defs/B" }],
      $defs: { B: {} },
    };
    const withId = { $id: "https://a.example/x", $ref: "y", $defs: { y: { $id: "y", type: "object" } } };
    for (const schema of [tree, withId]) {
      const A = { type: "object", properties: { a: toA }, allOf: [{ $ref: "#/schemas/B" }] };
      const schemas = { A, B: { type: "object", properties: { a: toA } } };
      expect(readOpenTool({ ...Object(documentWith(whole(schema))), schemas }).issues).toEqual([]);
    }
  });
});

describe("a document in another format or an older dialect", () => {
  it.each<[unknown, string]>([
    [[{ name: "f", inputSchema: {} }], "this is a list of tools in another format: convert it with fromMcpTools first"],
    [
      { tools: [{ name: "f", inputSchema: {} }] },
      'this is a list of tools in another format: convert its "tools" with fromMcpTools first',
    ],
    [
      [{ type: "function", function: {} }],
      "this is a list of tools in another format: convert it with fromOpenAiTools first",
    ],
    [
      { name: "bold", description: "d", parameters: [{ name: "text", type: "STRING" }], required: ["text"] },
      "this is the description of a tool in Lagent: convert [description] with fromLagentTools of @helve/lagent first",
    ],
    [
      [{ name: "bold", description: "d", parameters: [{ name: "text", type: "STRING" }], required: ["text"] }],
      "this is a list of tools in another format: convert it with fromLagentTools of @helve/lagent first",
    ],
    [{ openapi: "3.0.0" }, "this is an OpenAPI document: convert it with fromOpenApi first"],
    [
      {
        opentool: "1.0.0",
        info: { title: "", version: "" },
        functions: [{ name: "f", description: "", parameters: { a: { schema: { type: "string" } } } }],
      },
      "the document is in an older dialect of OpenTool (S1): convert it with upgradeOpenTool first",
    ],
  ])("is an error that names the function which converts it", (document, hint) => {
    expect(readOpenTool(document).issues[0]?.message).toBe(hint);
    expect(() => parseOpenTool(document)).toThrow(hint);
  });
});

import type { JsonSchema, ToolContext } from "@helve/core";
import { fromMcpTools, type OpenToolFunction, parametersSchema, type Return, schemaValidator } from "@helve/opentool";
import { type ArgumentSchema, ToolDefinitionError, tool } from "@helve/tool";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

const zodSchema = z.object({ city: z.string().describe("where"), days: z.int().describe("how long").default(3) });
const arkSchema = type({
  city: type("string").describe("where"),
  days: type("number.integer").describe("how long").default(3),
});
const valibotSchema = toStandardJsonSchema(
  v.object({
    city: v.pipe(v.string(), v.description("where")),
    days: v.optional(v.pipe(v.number(), v.integer(), v.description("how long")), 3),
  }),
);

describe.each([
  ["zod", zodSchema],
  ["arktype", arkSchema],
  ["valibot", valibotSchema],
])("tool from %s", (_, parameters: ArgumentSchema<unknown, { city: string; days: number }>) => {
  const forecast = tool({
    name: "forecast",
    description: "Forecast the weather.",
    parameters,
    execute: ({ city, days }) => `${city} ${days}`,
  });

  it("has its JSON Schema", () => {
    expect(forecast.parameters).toMatchObject({
      type: "object",
      properties: {
        city: { type: "string", description: "where" },
        days: { type: "integer", description: "how long" },
      },
      required: ["city"],
    });
    expect(forecast.function.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["city", true],
      ["days", false],
    ]);
  });

  it("gives execute what the schema makes of the arguments", async () => {
    const validated = await forecast.validate?.({ city: "Delft" });
    expect(validated?.ok && (await forecast.execute(validated.value, context))).toBe("Delft 3");
  });

  it("names what does not fit, with its place", async () => {
    const validated = await forecast.validate?.({ city: 5, days: 1 });
    expect(validated).toMatchObject({ ok: false, issues: [{ code: "schema", path: "/city" }] });
  });
});

describe("tool from a schema that has no JSON Schema", () => {
  const without = (vendor: string) =>
    ({ "~standard": { version: 1, vendor, validate: (value: unknown) => ({ value }) } }) as ArgumentSchema;

  it.each([
    ["valibot", 'wrap the schema in toStandardJsonSchema(…) from "@valibot/to-json-schema"'],
    ["zod", "use zod 4.2 or later, or pass a JSON Schema"],
    ["yup", 'yup has no "~standard".jsonSchema'],
  ])("says what to do: %s", (vendor, remedy) => {
    const define = () => tool({ name: "t", description: "T.", parameters: without(vendor), execute: () => 1 });
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow(`the parameters of the tool "t" can't be converted to JSON Schema: ${remedy}`);
  });
});

describe("tool from a JSON Schema", () => {
  it("takes it as it is, and has nothing more to check", async () => {
    const parameters = {
      type: "object",
      properties: { n: { type: "integer", minimum: 1, description: "how many" } },
      required: ["n"],
      additionalProperties: false,
    } as const;
    const times = tool({ name: "times", description: "Times.", parameters, execute: ({ n }) => n * 2 });
    expect(times.parameters).toBe(parameters);
    expect(times.validate).toBeUndefined();
    expect(times.losses).toMatchObject([{ code: "minimum" }]);
    expect(await times.execute({ n: 2 }, context)).toBe(4);
  });

  it("names all that is wrong with it", () => {
    const parameters = { type: "object", properties: { n: { type: "whole" }, m: { minimum: "one" } } } as never;
    const define = () => tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow(
      /the parameters of the tool "t": "properties.n.type" must be[\s\S]*"properties.m.minimum" must be/,
    );
  });

  it("takes every keyword of JSON Schema, and names what is invalid", () => {
    const parameters = { type: "object", properties: {}, unevaluatedProperties: false } as const;
    expect(tool({ name: "t", description: "T.", parameters, execute: () => 1 }).parameters).toBe(parameters);
    const define = (broken: object) => () =>
      tool({ name: "t", description: "T.", parameters: { ...parameters, ...broken }, execute: () => 1 });
    expect(define({ properties: { a: { $ref: "#/$defs/A" } } })).toThrow('"properties.a.$ref" names no schema');
    expect(define({ required: ["a", "a"] })).toThrow('"required" must be a list of strings, none of them twice');
  });

  it("refuses one that holds itself", () => {
    const properties: Record<string, JsonSchema> = {};
    const parameters = { type: "object", properties } as const;
    properties["a"] = { ...parameters, description: "a" };
    const define = () => tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow("must be JSON, but it contains itself");
  });

  it.each([null, undefined, "object", 5])("refuses %s", (parameters) => {
    const define = () => tool({ name: "t", description: "T.", parameters: parameters as never, execute: () => 1 });
    expect(define).toThrow(
      'the parameters of the tool "t" must be a Standard Schema (zod 4, arktype, valibot) or a JSON Schema',
    );
  });

  it.each(["__proto__", "constructor", "toString"])("takes a parameter named %s", (name) => {
    const properties = JSON.parse(`{${JSON.stringify(name)}: {"type": "string", "description": "what"}}`);
    const odd = tool({ name: "t", description: "T.", parameters: { type: "object", properties }, execute: () => 1 });
    expect(odd.function.parameters).toMatchObject([{ name, description: "what" }]);
  });

  it("never takes a description from the prototype", () => {
    const parameters = { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: {} } } as const;
    const define = () => tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    expect(define).toThrow('the parameter "a" of the tool "t" needs a description');
  });
});

describe("tool from an OpenTool Function", () => {
  const fn = {
    name: "pay",
    description: "Pay a bill.",
    parameters: [{ name: "amount", description: "how much", schema: { type: "number" }, required: true }],
    return: { name: "receipt", schema: { type: "string" } },
  } as const;

  it("is described by it", async () => {
    const pay = tool({ function: fn, timeout: 100, execute: ({ amount }) => `paid ${amount}` });
    expect(pay).toMatchObject({ name: "pay", description: "Pay a bill.", losses: [], diagnostics: [], timeout: 100 });
    expect(pay.function).toBe(fn);
    expect(pay.parameters).toEqual(parametersSchema(fn));
    expect(await pay.execute({ amount: 5 }, context)).toBe("paid 5");
  });

  it("warns of descriptions that are missing, since it may come from a document", () => {
    const bare: OpenToolFunction = {
      name: "bare",
      description: "",
      parameters: [{ name: "a", schema: { type: "string" }, required: false }],
    };
    expect(tool({ function: bare, execute: () => 1 }).diagnostics.map(({ message }) => message)).toEqual([
      'the tool "bare" needs a description: the model chooses by it',
      'the parameter "a" of the tool "bare" needs a description: the model chooses by it',
    ]);
  });

  it("uses the schemas of its document", () => {
    const refers = {
      name: "greet",
      description: "Greet.",
      parameters: [{ name: "who", description: "whom", schema: { $ref: "#/schemas/Person" }, required: true }],
    } as const;
    const schemas = { Person: { type: "object", properties: { name: { type: "string" } } } } as const;
    const greet = tool({ function: refers, schemas, execute: () => 1 });
    expect(greet.parameters.$defs).toMatchObject({ Person: { type: "object" } });
  });

  it("enforces all that an imported schema says", () => {
    const inputSchema = {
      type: "object",
      properties: {
        id: {
          oneOf: [
            { type: "integer", minimum: 1 },
            { type: "string", pattern: "^[a-z]+$" },
          ],
          description: "which",
        },
      },
      required: ["id"],
    };
    const { document } = fromMcpTools([{ name: "get", description: "Get it.", inputSchema }]);
    const get = tool({ function: document.functions[0] as OpenToolFunction, execute: () => "" });
    const validate = schemaValidator(get.parameters);
    expect([1, "a"].map((id) => validate({ id }).length)).toEqual([0, 0]);
    expect([0, "A", true].map((id) => validate({ id }).length)).toEqual([1, 1, 1]);
  });

  it("has the schema of what it returns", () => {
    const returns = (given: Return | null) =>
      tool({ function: { ...fn, return: given }, schemas, execute: () => 1 }).returns;
    const schemas = { Bill: { type: "object", description: "a bill", properties: { n: { type: "number" } } } } as const;
    expect(returns({ name: "receipt", schema: { type: "string", description: "a receipt" } })).toEqual({
      type: "string",
      description: "a receipt",
    });
    expect(returns({ name: "bill", schema: { $ref: "#/schemas/Bill" } })).toEqual({
      $ref: "#/$defs/Bill",
      $defs: { Bill: schemas.Bill },
    });
    expect(returns(null)).toEqual({ type: "null" });
    expect(
      tool({ function: { name: "a", description: "A.", parameters: [] }, execute: () => 1 }).returns,
    ).toBeUndefined();
  });

  it("names all that no document may have", () => {
    const parameters = [
      { name: "a", schema: { $ref: "#/schemas/Lost" }, required: true },
      { name: "a", schema: { type: "text" as "string" }, required: true },
    ];
    const define = () => tool({ function: { ...fn, parameters }, execute: () => "" });
    expect(define).toThrow(ToolDefinitionError);
    for (const message of [
      'the function of the tool "pay": parameters[0].schema.$ref must name one of the schemas (got "Lost"',
      'the function of the tool "pay": parameters[1].name repeats "a" of parameters[0]',
      'the function of the tool "pay": parameters[1].schema.type must be one of',
    ])
      expect(define).toThrow(message);
  });

  it("refuses a name that can't go over the wire", () => {
    const define = () => tool({ function: { ...fn, name: "Bank.Pay" }, execute: () => "" });
    expect(define).toThrow('the function of the tool "Bank.Pay": name must be 1 to 64 of a-z, A-Z, 0-9, - and _');
  });
});

it("takes another tool's description whole, what OpenTool can't say included", () => {
  const add = tool({
    name: "add",
    description: "Add.",
    parameters: z.object({ x: z.number().min(1).describe("x") }),
    execute: ({ x }) => x,
  });
  const again = tool({ ...add, execute: ({ x }) => x });
  expect(again.parameters).toEqual(add.parameters);
  expect(again.losses).toEqual(add.losses);
});

describe("returns", () => {
  it("is documented in the OpenTool Function", () => {
    const stat = tool({
      name: "stat",
      description: "Stat.",
      parameters: z.object({}),
      returns: z.object({ size: z.int() }).describe("what is known of the file"),
      execute: () => ({ size: 5 }),
    });
    expect(stat.returns).toMatchObject({ type: "object", properties: { size: { type: "integer" } } });
    expect(stat.function.return).toMatchObject({
      description: "what is known of the file",
      schema: { type: "object", properties: { size: { type: "integer" } } },
    });
  });

  it("must be convertible to JSON Schema", () => {
    const define = () =>
      tool({ name: "t", description: "T.", parameters: z.object({}), returns: z.date(), execute: () => new Date(0) });
    expect(define).toThrow('the result schema of the tool "t" can\'t be converted to JSON Schema');
  });
});

import type { JsonSchema, ToolContext } from "@helve/core";
import { parametersSchema, schemaValidator } from "@helve/opentool";
import { type SchemaSource, ToolDefinitionError, tool } from "@helve/tool";
import { type } from "arktype";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

const text = { type: "string", description: "what" } as const;

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({
    x: z.number().describe("First number to add."),
    y: z.number().min(0).describe("Second number to add."),
  }),
  execute: ({ x, y }) => x + y,
});

describe("tool", () => {
  it("keeps the schema as the one truth about its arguments", () => {
    expect(add.parameters).toMatchObject({
      type: "object",
      properties: { x: { type: "number", description: "First number to add." }, y: { type: "number", minimum: 0 } },
      required: ["x", "y"],
    });
  });

  it("yields an OpenTool Function, and says what that cannot say", () => {
    expect(add.function).toMatchObject({
      name: "add",
      description: "Add two numbers.",
      parameters: [
        { name: "x", required: true, schema: { type: "number" } },
        { name: "y", required: true, schema: { type: "number" } },
      ],
    });
    expect(parametersSchema(add.function).required).toEqual(["x", "y"]);
    expect(add.losses).toHaveLength(1);
    expect(add.losses[0]?.path).toContain("/minimum");
  });

  it("runs", async () => {
    expect(await add.execute({ x: 1, y: 2 }, context)).toBe(3);
  });

  it("gives execute what the schema makes of the arguments", async () => {
    const wait = tool({
      name: "wait",
      description: "Wait until a day.",
      parameters: z.object({
        day: z
          .string()
          .describe("The day.")
          .transform((text) => new Date(text)),
      }),
      execute: ({ day }) => day.getUTCFullYear(),
    });
    const validated = await wait.validate?.({ day: "2026-03-01" });
    expect(validated?.ok && (await wait.execute(validated.value, context))).toBe(2026);
  });

  it("says in its own schema's words what does not fit", async () => {
    const even = tool({
      name: "even",
      description: "Take an even number.",
      parameters: z.object({
        n: z
          .number()
          .describe("The number.")
          .refine((n) => n % 2 === 0, "must be even"),
      }),
      execute: ({ n }) => n,
    });
    expect(await even.validate?.({ n: 3 })).toEqual({
      ok: false,
      issues: [{ code: "schema", message: '"n": must be even', path: "/n" }],
    });
  });

  it("names everything that a definition lacks at once", () => {
    const define = () =>
      tool({
        name: "add numbers",
        description: " ",
        parameters: z.object({ x: z.number(), y: z.number().describe("y"), z: z.number() }),
        execute: () => 0,
      });
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow(
      [
        'the tool name "add numbers" must be 1 to 64 letters, digits, "_" or "-"',
        'the tool "add numbers" needs a description: the model chooses by it',
        'the parameter "x" of the tool "add numbers" needs a description: the model chooses by it',
        'the parameter "z" of the tool "add numbers" needs a description: the model chooses by it',
      ].join("\n"),
    );
  });

  it("takes the description of a definition for that of a parameter that refers to it", () => {
    const person = z.object({ name: z.string() }).meta({ id: "Person", description: "A person." });
    const greet = tool({
      name: "greet",
      description: "Greet.",
      parameters: z.object({ one: person, other: person }),
      execute: ({ one }) => one.name,
    });
    expect(greet.function.parameters).toHaveLength(2);
  });

  it.each<[string, JsonSchema]>([
    ["a definition by its old keyword", { properties: { a: { $ref: "#/definitions/A" } }, definitions: { A: text } }],
    [
      "a definition of a definition",
      { properties: { a: { $ref: "#/$defs/B" } }, $defs: { A: text, B: { $ref: "#/$defs/A" } } },
    ],
    ["another parameter", { properties: { a: text, b: { $ref: "#/properties/a" } } }],
    ["what may be null", { properties: { a: { anyOf: [text, { type: "null" }] } } }],
    ["the only part", { properties: { a: { allOf: [text] } } }],
  ])("finds a description in %s", (_, schema) => {
    const made = tool({ name: "t", description: "T.", parameters: { type: "object", ...schema }, execute: () => 1 });
    expect(made.function.parameters.map(({ description }) => description)).toContain("what");
  });

  it("finds the description of what a library lets be null", () => {
    const parameters = z.object({ a: z.string().describe("what").nullable(), b: z.int().describe("that").nullish() });
    const made = tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    expect(made.function.parameters).toMatchObject([{ description: "what" }, { description: "that" }]);
  });

  it("finds a description beside more schemas than can be written out", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        `A${n}`,
        { type: "object", properties: { l: { $ref: `#/$defs/A${n + 1}` }, r: { $ref: `#/$defs/A${n + 1}` } } },
      ]),
    );
    const parameters = {
      type: "object",
      properties: { a: { $ref: "#/$defs/A0", description: "a" }, b: { type: "string", description: "b" } },
      $defs: { ...$defs, A20: { type: "string" } },
    } as const;
    const made = tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    expect(made.parameters).toMatchObject(parameters);
  });

  it.each<[string, SchemaSource]>([
    ["zod, with an id", z.object({ a: z.string().describe("what") }).meta({ id: "Root", title: "R" })],
    [
      "arktype, going round in a circle",
      type.module({ n: { a: type("string").describe("what"), "b?": ["n[]", "@", "of it"] } }).n,
    ],
    ["a JSON Schema", { $ref: "#/$defs/A", $defs: { A: { type: "object", properties: { a: text } } } }],
  ])("writes a root out that is only referred to: %s", (_, parameters) => {
    const made = tool({ name: "t", description: "T.", parameters, execute: () => 1 });
    expect(made.parameters).toMatchObject({ type: "object", properties: { a: { type: "string" } } });
    expect(made.parameters.$ref).toBeUndefined();
    const check = schemaValidator(made.parameters);
    expect([check({ a: "x" }), check({ a: 5 }).length]).toEqual([[], 1]);
  });

  it("names in JavaScript, where the compiler names nothing, what is missing altogether", () => {
    const define = () => tool({} as never);
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow(
      [
        'the tool has no name: write name: "…", with 1 to 64 letters, digits, "_" or "-"',
        'the parameters of the tool "" must be a Standard Schema (zod 4, arktype, valibot) or a JSON Schema',
        'the tool "" needs a description: the model chooses by it',
        'the tool "" needs a function "execute"',
      ].join("\n"),
    );
  });

  it("names the tool whose schema can't be converted to JSON Schema", () => {
    const define = () =>
      tool({ name: "when", description: "w", parameters: z.object({ d: z.date() }), execute: ({ d }) => d });
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow('the parameters of the tool "when" can\'t be converted to JSON Schema');
  });

  it("accepts a union of objects as the schema of all arguments, and closes each branch", () => {
    const circle = z.object({ kind: z.literal("circle"), radius: z.number().describe("The radius") });
    const square = z.object({ kind: z.literal("square"), side: z.number().describe("The side") });
    const parameters = z.discriminatedUnion("kind", [circle, square]);
    const shape = tool({
      name: "draw",
      description: "Draw a shape.",
      describe: "optional",
      parameters,
      execute: (s) => s.kind,
    });
    const validator = schemaValidator(shape.parameters);
    expect(validator.is({ kind: "square", side: 1 })).toBe(true);
    expect(validator.is({ kind: "square", radius: 1 })).toBe(false);
    expect(validator.is({ kind: "circle", radius: 1, side: 1 })).toBe(false);
  });

  it("wants an object schema", () => {
    const define = () => tool({ name: "n", description: "n", parameters: z.number(), execute: (n) => n });
    expect(define).toThrow(
      'the parameters of the tool "n" must be an object schema with a property for each parameter',
    );
  });
});

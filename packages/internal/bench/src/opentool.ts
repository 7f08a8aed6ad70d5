import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@helve/core";
import { compileSchema, interpretSchema, type OpenTool, parseOpenTool, printOpenTool } from "@helve/opentool";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { compare } from "./compare.ts";

/** Measures @helve/opentool against the libraries that it stands on or beside. */
export async function compareOpenTool(): Promise<void> {
  const text = printOpenTool(document(50));
  await compare("a document of 50 functions", [
    ["JSON.parse and a bare zod schema", () => bareDocument.safeParse(JSON.parse(text)).success],
    ["parseOpenTool", () => parseOpenTool(text)],
  ]);

  const [ajv, compiled, interpreted] = [
    new Ajv2020().compile(drawing),
    compileSchema(drawing),
    interpretSchema(drawing),
  ];
  const allErrors = new Ajv2020({ allErrors: true, verbose: true }).compile(drawing);
  const cfworker = new Validator(drawing as Schema, "2020-12");
  await compare("a value that fits a schema", [
    ["ajv", () => ajv(fitting)],
    ["compileSchema", () => compiled(fitting)],
    ["interpretSchema", () => interpreted(fitting)],
    ["@cfworker/json-schema", () => cfworker.validate(fitting)],
  ]);
  await compare("a value that does not fit", [
    ["ajv, the first error", () => ajv(wrong)],
    ["ajv, all errors", () => allErrors(wrong)],
    ["compileSchema", () => compiled(wrong)],
    ["interpretSchema", () => interpreted(wrong)],
    ["@cfworker/json-schema", () => cfworker.validate(wrong)],
  ]);
  for (const { what, schema, fits, fails } of withoutEval) {
    const [check, other] = [interpretSchema(schema), new Validator(schema as Schema, "2020-12", false)];
    const quick = new Validator(schema as Schema, "2020-12");
    await compare(`${what} that fits`, [
      ["interpretSchema", () => check(fits)],
      ["@cfworker/json-schema", () => quick.validate(fits)],
    ]);
    await compare(`${what} that does not`, [
      ["interpretSchema", () => check(fails)],
      ["@cfworker/json-schema, the first error", () => quick.validate(fails)],
      ["@cfworker/json-schema, all errors", () => other.validate(fails)],
    ]);
  }
  // A validator is kept for each schema object: a clone needs one of its own.
  await compare("a schema and its first value", [
    ["compileSchema", () => compileSchema(structuredClone(drawing))(fitting)],
    ["interpretSchema", () => interpretSchema(structuredClone(drawing))(fitting)],
  ]);
}

function document(functions: number): OpenTool {
  const schema = {
    type: "object",
    properties: { x: { type: "number" }, tags: { type: "array", items: { type: "string" } } },
  };
  return {
    opentool: "1.0.0",
    info: { title: "Bench", version: "1.0.0" },
    functions: Array.from({ length: functions }, (_, n) => ({
      name: `function_${n}`,
      description: "Does something.",
      parameters: [
        { name: "point", description: "Where.", schema: { $ref: "#/schemas/Point" }, required: true },
        { name: "mode", description: "How.", schema: { type: "string", enum: ["slow", "fast"] }, required: false },
        { name: "times", description: "How often.", schema: { type: "integer" }, required: false },
      ],
      return: { name: "result", description: "What came of it.", schema: { type: "string" } },
    })),
    schemas: { Point: schema as NonNullable<OpenTool["schemas"]>[string] },
  };
}

const bareSchema: z.ZodType = z.lazy(() =>
  z.union([
    z.object({ $ref: z.string() }),
    z.object({
      type: z.enum(["boolean", "integer", "number", "string", "array", "object"]),
      description: z.string().optional(),
      properties: z.record(z.string(), bareSchema).optional(),
      items: bareSchema.optional(),
      enum: z.array(z.unknown()).optional(),
      required: z.array(z.string()).optional(),
    }),
  ]),
);
const bareReturn = z.object({ name: z.string(), description: z.string().optional(), schema: bareSchema });
const bareDocument = z.object({
  opentool: z.string(),
  info: z.object({ title: z.string(), description: z.string().optional(), version: z.string() }),
  functions: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.array(bareReturn.extend({ required: z.boolean() })),
      return: bareReturn.nullish(),
    }),
  ),
  schemas: z.record(z.string(), bareSchema).optional(),
});

const point = z.object({ x: z.number(), y: z.number() });
const shape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), center: point, radius: z.number().positive() }),
  z.object({ kind: z.literal("line"), points: z.array(point).min(2) }),
]);
const drawing = z.toJSONSchema(z.object({ title: z.string().min(1), shapes: z.array(shape) })) as JsonSchema;
const points = Array.from({ length: 10 }, (_, n) => ({ x: n, y: n * n }));
const fitting = { title: "Drawing", shapes: Array.from({ length: 10 }, () => ({ kind: "line", points })) };
const wrong = { ...fitting, shapes: [{ kind: "line", points: [{ x: 0, y: "0" }] }] };

/** What interpretSchema is compared by, beside the drawing. */
const withoutEval = [
  {
    what: "a flat object",
    schema: toolSchema(
      z.strictObject({
        command: z.string().min(1),
        timeout: z.number().min(1).optional(),
        mode: z.enum(["read", "write"]),
      }),
    ),
    fits: { command: "ls", timeout: 3, mode: "read" },
    fails: { command: "ls", timeout: "soon", mode: "read" },
  },
  {
    what: "an object of 100 levels",
    schema: { type: "object", properties: { name: { type: "string" }, next: { $ref: "#" } }, required: ["name"] },
    fits: nested(100, { name: "last" }),
    fails: nested(100, { name: 3 }),
  },
  {
    what: "a list of 20 objects of 8 kinds",
    schema: toolSchema(z.array(z.union(Array.from({ length: 8 }, (_, n) => kind(n))))),
    fits: Array.from({ length: 20 }, (_, n) => ({ kind: `kind ${n % 8}`, size: n })),
    fails: Array.from({ length: 20 }, (_, n) => ({ kind: `kind ${n % 8}`, size: n === 19 ? "big" : n })),
  },
  {
    what: "a list of 1000 objects",
    schema: toolSchema(z.array(z.object({ id: z.int(), name: z.string().max(50), tags: z.array(z.string()) }))),
    fits: rows(1000),
    fails: [...rows(999), { id: "last", name: "x", tags: [] }],
  },
] as const;

function toolSchema(type: z.ZodType): JsonSchema {
  return z.toJSONSchema(type) as JsonSchema;
}

function kind(n: number): z.ZodType {
  return z.object({ kind: z.literal(`kind ${n}`), size: z.int() });
}

function nested(levels: number, last: object): object {
  let value = last;
  for (let level = 0; level < levels; level++) value = { name: `level ${level}`, next: value };
  return value;
}

function rows(count: number): readonly object[] {
  return Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}`, tags: ["a", "b"] }));
}

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
  const cfworker = new Validator(drawing as Schema, "2020-12");
  await compare("a value that fits a schema", [
    ["ajv", () => ajv(fitting)],
    ["compileSchema", () => compiled(fitting)],
    ["interpretSchema", () => interpreted(fitting)],
    ["@cfworker/json-schema", () => cfworker.validate(fitting)],
  ]);
  await compare("a value that does not fit", [
    ["ajv, the first error", () => ajv(wrong)],
    ["compileSchema", () => compiled(wrong)],
    ["interpretSchema", () => interpreted(wrong)],
    ["@cfworker/json-schema", () => cfworker.validate(wrong)],
  ]);
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

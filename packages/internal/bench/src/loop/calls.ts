/** Calls whose arguments are known: calls of BFCL, and random calls of MCP servers' tools. */
import { decodeValue } from "@helve/arguments";
import type { Args, JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { type Random, seededRandom } from "@helve/testing/mutations";
import { z } from "zod";
import { readJsonLines } from "../json-lines.ts";
import { attempt } from "../reading.ts";
import { randomValue } from "./random-value.ts";

/** A call with the arguments that are meant. */
export interface KnownCall {
  readonly tool: string;
  readonly schema: JsonSchema;
  readonly args: Args;
}

/**
 * Reads `bfcl.jsonl` and `mcp-tools.jsonl` of a folder: the calls of the former, and then random calls of the latter's tools.
 *
 * @param count - the number of calls
 */
export async function knownCalls(folder: string, count: number, seed: number): Promise<readonly KnownCall[]> {
  const questions = await readJsonLines(
    `${folder}/bfcl.jsonl`,
    questionSchema,
    'a line must be {"functions", "answers"}',
  );
  const tools = await readJsonLines(`${folder}/mcp-tools.jsonl`, toolSchema, 'a line must be {"name", "inputSchema"}');
  const calls = questions.flatMap(answersOf).filter(isValid);
  const random = seededRandom(seed);
  const usable = tools.filter(({ inputSchema }) => Object.keys(Object(inputSchema["properties"])).length > 0);
  for (let tries = 0; calls.length < count && tries < 20 * count; tries++) {
    const call = randomCall(random.pick(usable), random);
    if (call !== undefined && isValid(call)) calls.push(call);
  }
  return calls.slice(0, count);
}

const questionSchema = z.looseObject({
  functions: z.array(z.looseObject({ name: z.string(), parameters: z.record(z.string(), z.unknown()) })),
  answers: z.array(z.record(z.string(), z.record(z.string(), z.array(z.unknown())))),
});
const toolSchema = z.looseObject({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) });

/** The first accepted value of each argument of each answer. */
function answersOf({ functions, answers }: z.infer<typeof questionSchema>): readonly KnownCall[] {
  return answers.flatMap((answer) =>
    Object.entries(answer).flatMap(([tool, accepted]) => {
      const described = functions.find(({ name }) => name === tool);
      if (described === undefined) return [];
      const given = Object.entries(accepted).flatMap(([name, [value]]) =>
        value === "" ? [] : [[name, firstOf(value)]],
      );
      return [{ tool, schema: closed(jsonSchemaOf(described.parameters)), args: Object.fromEntries(given) }];
    }),
  );
}

/** Takes the first accepted value, also inside objects. */
function firstOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, Array.isArray(member) ? member[0] : member]),
  );
}

const typeNames: ReadonlyMap<unknown, string> = new Map([
  ["dict", "object"],
  ["float", "number"],
  ["tuple", "array"],
]);

/** Converts BFCL's type names in a schema to JSON Schema's. */
function jsonSchemaOf(schema: unknown): JsonSchema {
  if (Array.isArray(schema)) return schema.map(jsonSchemaOf) as unknown as JsonSchema;
  if (!isObject(schema)) return schema as JsonSchema;
  const members = Object.entries(schema).flatMap(([key, value]) => {
    if (key === "type") return value === "any" ? [] : [[key, typeNames.get(value) ?? value]];
    return key === "optional" || key === "default" ? [] : [[key, jsonSchemaOf(value)]];
  });
  return Object.fromEntries(members) as JsonSchema;
}

/** Returns a schema that refuses unknown properties. */
function closed(schema: JsonSchema): JsonSchema {
  return { ...schema, type: "object", additionalProperties: false };
}

/** Generates a call of a tool with random arguments that fit its schema; undefined if it has none. */
function randomCall({ name, inputSchema }: z.infer<typeof toolSchema>, random: Random): KnownCall | undefined {
  const { $schema: _, ...schema } = inputSchema as JsonSchema & { readonly $schema?: unknown };
  const args = randomValue(schema as JsonSchema, random);
  return isObject(args) && Object.keys(args).length > 0
    ? { tool: name, schema: closed(schema as JsonSchema), args }
    : undefined;
}

function isValid({ schema, args }: KnownCall): boolean {
  const decoded = attempt(() => decodeValue(args, schema, { coerce: false, strict: true }));
  return isObject(decoded) && decoded["ok"] === true;
}

import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { place } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";
import { referenced, referencePath } from "../schema-references.ts";

/** The names of Gemini's types. */
export type GeminiType = "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT";

/** The shape of a value as Gemini says it: a part of OpenAPI 3.0, without references. */
export interface GeminiSchema {
  readonly type: GeminiType;
  readonly description?: string;
  /** Whether `null` is allowed; OpenTool never says so. */
  readonly nullable?: boolean;
  /** Of strings only. */
  readonly enum?: readonly string[];
  /** Absent for an object of which nothing is said. */
  readonly properties?: Readonly<Record<string, GeminiSchema>>;
  readonly items?: GeminiSchema;
  readonly required?: readonly string[];
}

/**
 * A JSON Schema that came from OpenTool as Gemini says it.
 *
 * @returns the schema, and a loss for each reference that could not be written out
 */
export function toGeminiSchema(root: JsonSchema): { readonly schema: GeminiSchema; readonly losses: readonly Issue[] } {
  const writer: Writer = { root, left: largest, losses: [] };
  return { schema: write(root, writer, []), losses: writer.losses };
}

/** Schemas in the result: references written out can grow without end. */
const largest = 10_000;

interface Writer {
  readonly root: JsonSchema;
  left: number;
  readonly losses: Issue[];
}

const types: ReadonlyMap<unknown, GeminiType> = new Map<unknown, GeminiType>([
  ["string", "STRING"],
  ["number", "NUMBER"],
  ["integer", "INTEGER"],
  ["boolean", "BOOLEAN"],
  ["array", "ARRAY"],
]);

function write(value: unknown, writer: Writer, within: readonly string[]): GeminiSchema {
  if (!isSchema(value)) return { type: "OBJECT" };
  const { $ref, description } = value;
  const text = description === undefined ? {} : { description };
  if ($ref !== undefined) {
    const name = referencePath($ref)[1] ?? "";
    if (within.includes(name)) return cut("a schema within itself", name, writer);
    if (writer.left <= 0) return cut("a schema of this size", name, writer);
    return { ...write(referenced($ref, writer.root), writer, [...within, name]), ...text };
  }
  writer.left--;
  const { properties, required = [], items } = value;
  const type = types.get(value.type) ?? "OBJECT";
  const choices = (value.enum ?? []).filter((choice) => typeof choice === "string");
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) => [name, write(member, writer, within)] as const,
  );
  return {
    type,
    ...text,
    ...(type === "STRING" && choices.length > 0 && { enum: choices }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(type === "ARRAY" && { items: write(items, writer, within) }),
    ...(required.length > 0 && { required }),
  };
}

function cut(what: string, name: string, { losses }: Writer): GeminiSchema {
  const path = ["schemas", name];
  losses.push({
    code: "$ref",
    message: `${place(path)}: Gemini functions can't say ${what}`,
    path: jsonPointer(path),
  });
  return { type: "OBJECT" };
}

/** Deeper schemas are left as they are. */
const deepest = 200;

/** A schema of Gemini's as JSON Schema; what is none is left as it is. */
export function fromGeminiSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  return read(schema, 0);
}

function read(schema: Readonly<Record<string, unknown>>, depth: number): JsonSchema {
  const { type: given, nullable, properties, items, anyOf, ...others } = schema;
  const type = typeof given === "string" ? given.toLowerCase() : given;
  const isEnum = others["format"] === "enum" && type === "string";
  const { format: _, ...rest } = others;
  const members = isSchema(properties) ? Object.entries(properties) : [];
  return {
    ...(type !== undefined && type !== "type_unspecified" && { type: nullable === true ? [type, "null"] : type }),
    ...(isEnum ? rest : others),
    ...(typeof nullable !== "boolean" && nullable !== undefined && { nullable }),
    ...((type === "object" || properties !== undefined) && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, readAt(member, depth + 1)])),
    }),
    ...(items !== undefined && { items: readAt(items, depth + 1) }),
    ...(anyOf !== undefined && { anyOf: Array.isArray(anyOf) ? anyOf.map((part) => readAt(part, depth + 1)) : anyOf }),
  } as JsonSchema;
}

function readAt(value: unknown, depth: number): unknown {
  return isSchema(value) && depth <= deepest ? read(value, depth) : value;
}

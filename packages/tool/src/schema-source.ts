import { type Args, errorJson, type Issue, type JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { compileSchema, InvalidSchemaError, interpretSchema } from "@helve/opentool";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { ArgsFromJsonSchema, FromJsonSchema } from "./from-json-schema.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** A Standard Schema that can say itself as JSON Schema: zod 4, arktype, valibot with its converter. */
export interface ArgumentSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

/** What a tool's arguments or its result are described by: a Standard Schema, or a JSON Schema as it is. */
export type SchemaSource = ArgumentSchema | (JsonSchema & { readonly "~standard"?: undefined });

/** The arguments that reach `execute`: a Standard Schema's output, or what fits a JSON Schema. */
export type ArgumentsOf<Schema> = Schema extends ArgumentSchema
  ? StandardSchemaV1.InferOutput<Schema>
  : ArgsFromJsonSchema<Schema>;

/** The values that a schema describes; `unknown` when there is none. */
export type ValueOf<Schema> = Schema extends ArgumentSchema
  ? StandardSchemaV1.InferOutput<Schema>
  : FromJsonSchema<Schema>;

/** What a tool's own schema makes of arguments. */
export type Validated<Arguments> =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The JSON Schema of a tool's parameters or of its result, its root written out.
 *
 * @throws ToolDefinitionError when the schema can't say it, or is wrong
 */
export function jsonSchemaOf(tool: string, role: "parameters" | "returns", schema: SchemaSource): JsonSchema {
  const what = `the ${role === "parameters" ? "parameters" : "result schema"} of the tool "${tool}"`;
  if (isStandard(schema)) return withOwnRoot(standardJsonSchema(what, role, schema));
  if (typeof schema !== "object" || schema === null) {
    throw refusal(`${what} must be a Standard Schema or a JSON Schema`, role);
  }
  try {
    check(schema);
  } catch (cause) {
    throw refusal(`${what}: ${errorJson(cause).message}`, role, cause);
  }
  return withOwnRoot(schema);
}

/**
 * Makes sure of a schema. Compiling waits for the first call where it can: it takes several times as long, and an edge
 * worker allows it not at all.
 */
function check(schema: JsonSchema): void {
  try {
    interpretSchema(schema);
    // An object that holds itself can be interpreted, but never sent.
    JSON.stringify(schema);
  } catch (uncovered) {
    compileUnlessRefused(schema, uncovered);
  }
}

/** What can't be interpreted is right all the same if it can be compiled. */
function compileUnlessRefused(schema: JsonSchema, uncovered: unknown): void {
  try {
    compileSchema(schema);
  } catch (error) {
    throw error instanceof InvalidSchemaError && error.cause instanceof EvalError ? uncovered : error;
  }
}

/** A root that refers to one of its definitions (zod's with an `id`, ArkType's cyclic types) as that definition. */
function withOwnRoot(schema: JsonSchema): JsonSchema {
  const { $ref, ...rest } = schema;
  const name = /^#\/\$defs\/(.+)$/.exec($ref ?? "")?.[1] ?? "";
  const root = Object.hasOwn(schema.$defs ?? {}, name) ? schema.$defs?.[name] : undefined;
  return typeof root === "object" ? { ...root, ...rest } : schema;
}

/** What checks arguments beyond their JSON Schema, at once if it can; `undefined` when there is no more to check. */
export function validatorOf(
  schema: SchemaSource,
): ((args: Args) => Validated<unknown> | Promise<Validated<unknown>>) | undefined {
  return isStandard(schema) ? (args) => validate(schema, args) : undefined;
}

/** A Standard Schema may be a function: arktype's are. */
function isStandard(schema: unknown): schema is ArgumentSchema {
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}

function standardJsonSchema(what: string, role: "parameters" | "returns", schema: ArgumentSchema): JsonSchema {
  const { vendor, jsonSchema }: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  if (jsonSchema === undefined) throw refusal(`${what} can't say their JSON Schema: ${remedy(vendor)}`, role);
  try {
    const target = { target: "draft-2020-12" } as const;
    return role === "parameters" ? jsonSchema.input(target) : jsonSchema.output(target);
  } catch (cause) {
    throw refusal(`${what} can't be said as JSON Schema: ${errorJson(cause).message}`, role, cause);
  }
}

/** What to do about a schema that has no JSON Schema, by the library that it is from. */
function remedy(vendor: string): string {
  switch (vendor) {
    case "valibot":
      return 'wrap the schema in toStandardJsonSchema(…) from "@valibot/to-json-schema"';
    case "zod":
      return "use zod 4.2 or later, or give a JSON Schema";
    default:
      return `${vendor} has none at "~standard".jsonSchema; give a JSON Schema, or a schema of zod 4, arktype or valibot`;
  }
}

function refusal(message: string, role: "parameters" | "returns", cause?: unknown): ToolDefinitionError {
  return new ToolDefinitionError([{ code: role, message, path: `/${role}` }], { cause });
}

function validate(schema: ArgumentSchema, args: Args): Validated<unknown> | Promise<Validated<unknown>> {
  const result = schema["~standard"].validate(args);
  return result instanceof Promise ? result.then(validatedOf) : validatedOf(result);
}

function validatedOf(result: StandardSchemaV1.Result<unknown>): Validated<unknown> {
  return result.issues === undefined
    ? { ok: true, value: result.value }
    : { ok: false, issues: result.issues.map(toIssue) };
}

function toIssue({ message, path = [] }: StandardSchemaV1.Issue): Issue {
  const parts = path.map((part) => (typeof part === "object" ? part.key : part));
  const place = parts.length === 0 ? "" : `"${parts.map(String).join(".")}": `;
  return { code: "schema", message: `${place}${message}`, path: jsonPointer(parts) };
}

/** Converts the schemas of a tool's definition (Standard Schema or JSON Schema) to JSON Schema, and validates by them. */
import { type Args, errorJson, type Issue, type JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { type ArgsFromJsonSchema, type FromJsonSchema, interpretSchema } from "@helve/opentool";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { closedSchema } from "./closed-schema.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** A Standard Schema that converts to JSON Schema: zod 4, arktype, valibot with its converter. */
export interface ArgumentSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

/** The source of a tool's argument or result schema: a Standard Schema or a JSON Schema. */
export type SchemaSource = ArgumentSchema | (JsonSchema & { readonly "~standard"?: undefined });

/** The type of the arguments that `execute` receives: the output of a Standard Schema, or the values of a JSON Schema. */
export type ArgumentsOf<Schema> = Schema extends ArgumentSchema
  ? StandardSchemaV1.InferOutput<Schema>
  : ArgsFromJsonSchema<Schema>;

/** The type of the values that a schema describes; `unknown` without a schema. */
export type ValueOf<Schema> = Schema extends ArgumentSchema
  ? StandardSchemaV1.InferOutput<Schema>
  : FromJsonSchema<Schema>;

/** The result of validating arguments with a tool's own schema. */
export type Validated<Arguments> =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Converts the schema of a tool's parameters to JSON Schema. Its objects are closed: they refuse properties that the schema
 * neither lists nor admits.
 *
 * @throws ToolDefinitionError if the schema can't be converted or is invalid
 */
export function parametersJsonSchema(tool: string, schema: SchemaSource): JsonSchema {
  return closedSchema(jsonSchemaOf(tool, "parameters", schema), { isStandard: isStandard(schema) });
}

/**
 * Converts the schema of a tool's parameters or result to JSON Schema, with the root's `$ref` inlined.
 *
 * @throws ToolDefinitionError if the schema can't be converted or is invalid
 */
export function jsonSchemaOf(tool: string, role: "parameters" | "returns", schema: SchemaSource): JsonSchema {
  const what = `the ${role === "parameters" ? "parameters" : "result schema"} of the tool "${tool}"`;
  if (isStandard(schema)) return withInlinedRoot(standardJsonSchema(what, role, schema));
  if (typeof schema !== "object" || schema === null) {
    throw definitionError(`${what} must be a Standard Schema (zod 4, arktype, valibot) or a JSON Schema`, role);
  }
  if (Object.values(schema).some(isStandard)) {
    throw definitionError(`${what} must be one schema, not an object of schemas: write z.object({ … })`, role);
  }
  try {
    // Interpreting is several times faster than compiling, and allowed everywhere.
    interpretSchema(schema);
  } catch (cause) {
    throw definitionError(`${what}: ${errorJson(cause).message}`, role, cause);
  }
  try {
    // A cyclic object can be interpreted, but not sent to a model.
    JSON.stringify(schema);
  } catch (cause) {
    throw definitionError(`${what} must be JSON, but it contains itself or a bigint`, role, cause);
  }
  return withInlinedRoot(schema);
}

/** Replaces a root that only refers to a definition (zod schemas with an `id`, cyclic ArkType types) by that definition. */
function withInlinedRoot(schema: JsonSchema): JsonSchema {
  const { $ref, ...rest } = schema;
  const name = /^#\/\$defs\/(.+)$/.exec($ref ?? "")?.[1] ?? "";
  const root = Object.hasOwn(schema.$defs ?? {}, name) ? schema.$defs?.[name] : undefined;
  return typeof root === "object" ? { ...root, ...rest } : schema;
}

/** The function that validates arguments with a Standard Schema; `undefined` for a JSON Schema. */
export function validatorOf(
  schema: SchemaSource,
): ((args: Args) => Validated<unknown> | Promise<Validated<unknown>>) | undefined {
  return isStandard(schema) ? (args) => validateArguments(schema, args) : undefined;
}

/** Whether a schema is a Standard Schema, which may be a function, as in arktype. */
function isStandard(schema: unknown): schema is ArgumentSchema {
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}

/** The JSON Schema of a Standard Schema, by its own converter; throws if it has none, or the converter throws. */
function standardJsonSchema(what: string, role: "parameters" | "returns", schema: ArgumentSchema): JsonSchema {
  const { vendor, jsonSchema }: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  if (jsonSchema === undefined)
    throw definitionError(`${what} can't be converted to JSON Schema: ${jsonSchemaAdvice(vendor)}`, role);
  try {
    const target = { target: "draft-2020-12" } as const;
    return role === "parameters" ? jsonSchema.input(target) : jsonSchema.output(target);
  } catch (cause) {
    throw definitionError(`${what} can't be converted to JSON Schema: ${errorJson(cause).message}`, role, cause);
  }
}

/** Writes advice for a schema that can't be converted to JSON Schema. */
function jsonSchemaAdvice(vendor: string): string {
  switch (vendor) {
    case "valibot":
      return 'wrap the schema in toStandardJsonSchema(…) from "@valibot/to-json-schema"';
    case "zod":
      return "use zod 4.2 or later, or pass a JSON Schema";
    default:
      return `${vendor} has no "~standard".jsonSchema; pass a JSON Schema, or a schema of zod 4, arktype or valibot`;
  }
}

function definitionError(message: string, role: "parameters" | "returns", cause?: unknown): ToolDefinitionError {
  return new ToolDefinitionError([{ code: role, message, path: `/${role}` }], { cause });
}

/** Validates arguments with a Standard Schema. */
function validateArguments(schema: ArgumentSchema, args: Args): Validated<unknown> | Promise<Validated<unknown>> {
  const result = schema["~standard"].validate(args);
  return result instanceof Promise ? result.then(validationResult) : validationResult(result);
}

/** Converts the result of a Standard Schema's validation. */
function validationResult(result: StandardSchemaV1.Result<unknown>): Validated<unknown> {
  return result.issues === undefined
    ? { ok: true, value: result.value }
    : { ok: false, issues: result.issues.map(toIssue) };
}

function toIssue({ message, path = [] }: StandardSchemaV1.Issue): Issue {
  const parts = path.map((part) => (typeof part === "object" ? part.key : part));
  const location = parts.length === 0 ? "" : `"${parts.map(String).join(".")}": `;
  return {
    code: "schema",
    message: `${location}${message.trim() === "" ? "is invalid" : message}`,
    path: jsonPointer(parts),
  };
}

import type { Args, Issue, JsonSchema, ToolContext } from "@helve/core";
import { errorJson, jsonPointer } from "@helve/core";
import { type OpenToolFunction, toOpenToolFunction } from "@helve/opentool";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { checkDescription } from "./described.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** One callable: the schema of its arguments, the OpenTool Function derived from it, and `execute`. */
export interface Tool<Arguments = unknown, Result = unknown> {
  /** Its own name; a toolkit's member is addressed `Toolkit.Tool`. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments: the one truth about them. */
  readonly parameters: JsonSchema;
  /** What documents, rules and models see of the tool. */
  readonly function: OpenToolFunction;
  /** What the OpenTool Function cannot say of `parameters`; still enforced. */
  readonly losses: readonly Issue[];
  /** How long a call may take, in milliseconds; the executor's own default when absent. */
  readonly timeout?: number;
  /**
   * Checks arguments that fit `parameters` by the schema they come from. Its output is what `execute` gets, and what
   * rules judge when JSON can say it; otherwise rules judge its input.
   */
  validate?(args: Args): Promise<Validated<Arguments>>;
  execute(args: Arguments, context: ToolContext): Result | Promise<Result>;
}

/** What a tool's own schema makes of arguments. */
export type Validated<Arguments> =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A Standard Schema that can say itself as JSON Schema: zod 4, arktype, valibot with its converter. */
export interface ArgumentSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

/** What `tool()` takes. */
export interface ToolDefinition<Schema extends ArgumentSchema, Result> {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** What it does and when to use it; the model reads it. */
  readonly description: string;
  /** The schema of the arguments, an object. Each property has a description. */
  readonly parameters: Schema;
  /** How long a call may take, in milliseconds. */
  readonly timeout?: number;
  /** @param args - the schema's output, typed by it */
  execute(args: StandardSchemaV1.InferOutput<Schema>, context: ToolContext): Result | Promise<Result>;
}

/**
 * Describes a tool by a schema.
 *
 * @throws ToolDefinitionError naming everything that is missing or wrong: name, descriptions, a schema that is no object
 *
 * @example
 * const add = tool({
 *   name: "add",
 *   description: "Add two numbers.",
 *   parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
 *   execute: ({ x, y }) => x + y,
 * });
 */
export function tool<Schema extends ArgumentSchema, Result>(
  definition: ToolDefinition<Schema, Result>,
): Tool<StandardSchemaV1.InferOutput<Schema>, Result> {
  const { name, description, timeout } = definition;
  const parameters = jsonSchemaOf(name, definition.parameters);
  checkDescription({ name, description, parameters });
  return {
    name,
    description,
    parameters,
    ...toOpenToolFunction({ name, description, parameters }),
    ...(timeout !== undefined && { timeout }),
    validate: (args) => validate(definition.parameters, args),
    execute: (args, context) => definition.execute(args, context),
  };
}

function jsonSchemaOf(name: string, schema: ArgumentSchema): JsonSchema {
  try {
    return schema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    const message = `the parameters of the tool "${name}" can't be said as JSON Schema: ${errorJson(cause).message}`;
    throw new ToolDefinitionError([{ code: "parameters", message, path: "/parameters" }], { cause });
  }
}

async function validate<Schema extends ArgumentSchema>(
  schema: Schema,
  args: Args,
): Promise<Validated<StandardSchemaV1.InferOutput<Schema>>> {
  const result = await schema["~standard"].validate(args);
  return result.issues === undefined
    ? { ok: true, value: result.value }
    : { ok: false, issues: result.issues.map(toIssue) };
}

function toIssue({ message, path = [] }: StandardSchemaV1.Issue): Issue {
  const parts = path.map((part) => (typeof part === "object" ? part.key : part));
  const place = parts.length === 0 ? "" : `"${parts.map(String).join(".")}": `;
  return { code: "schema", message: `${place}${message}`, path: jsonPointer(parts) };
}

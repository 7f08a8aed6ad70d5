import type { Args, Issue, JsonSchema, ToolContext } from "@helve/core";
import { type OpenTool, type OpenToolFunction, parametersSchema, toOpenToolFunction } from "@helve/opentool";
import { missingDescriptions, nameIssues, shapeIssues } from "./described.ts";
import type { ArgsFromFunction, ResultFromFunction } from "./from-json-schema.ts";
import { functionIssues, resultSchema } from "./function-source.ts";
import {
  type ArgumentsOf,
  jsonSchemaOf,
  type SchemaSource,
  type Validated,
  type ValueOf,
  validatorOf,
} from "./schema-source.ts";
import { attempt, ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf, type ToolOptions } from "./tool-options.ts";

/** One callable: the schema of its arguments, the OpenTool Function derived from it, and `execute`. */
export interface Tool<Arguments = unknown, Result = unknown, Name extends string = string> extends ToolOptions {
  /** Its own name; a toolkit's member is addressed `Toolkit.Tool`. */
  readonly name: Name;
  readonly description: string;
  /** The JSON Schema of the arguments: the one truth about them. */
  readonly parameters: JsonSchema;
  /** The JSON Schema of the result, when the definition gives one. */
  readonly returns?: JsonSchema;
  /** What is said of each value that comes back, when the definition names them (Lagent's `return_data`). */
  readonly returnData?: readonly ReturnedValue[];
  /** What documents, rules and models see of the tool. */
  readonly function: OpenToolFunction;
  /** What the OpenTool Function cannot say of `parameters`; still enforced. */
  readonly losses: readonly Issue[];
  /** What is doubtful in the description, though it is no error: worth a look by who wrote it. */
  readonly diagnostics: readonly Issue[];
  /**
   * Checks arguments that fit `parameters` by the schema they come from. Its output is what `execute` gets, and what
   * rules judge when JSON can say it; otherwise rules judge its input.
   */
  validate?(args: Args): Validated<Arguments> | Promise<Validated<Arguments>>;
  execute(args: Arguments, context: ToolContext): Result | Promise<Result>;
}

/** One of the values that a tool gives back. */
export interface ReturnedValue {
  readonly name?: string;
  readonly description: string;
  /** Absent when the text says nothing of its type. */
  readonly schema?: JsonSchema;
}

/** What `tool()` takes. */
export interface ToolDefinition<
  Schema extends SchemaSource,
  Result,
  Returns extends SchemaSource | undefined = SchemaSource | undefined,
  Name extends string = string,
> extends ToolOptions {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: Name;
  /** What it does and when to use it; the model reads it. */
  readonly description: string;
  /** The schema of the arguments, an object. Each property has a description. */
  readonly parameters: Schema;
  /** The schema of the result. It documents and types the result; nothing checks a value by it here. */
  readonly returns?: Returns;
  /** @param args - typed by the schema: a Standard Schema's output, or what fits a JSON Schema */
  execute(args: ArgumentsOf<Schema>, context: ToolContext): Result | Promise<Result>;
}

/** What `tool()` takes for a Function of an OpenTool document. */
export interface FunctionDefinition<Fn extends OpenToolFunction, Result> extends ToolOptions {
  readonly function: Fn;
  /** The `schemas` of the function's document, when the function refers to them. */
  readonly schemas?: OpenTool["schemas"];
  /** A tool has one source: what has parameters of its own, as another tool has, is described by those. */
  readonly parameters?: undefined;
  /** @param args - typed by the function when that is a literal */
  execute(args: ArgsFromFunction<Fn>, context: ToolContext): Result | Promise<Result>;
}

/**
 * Describes a tool by a schema: a Standard Schema that can say itself as JSON Schema (zod 4, arktype, valibot with
 * `toStandardJsonSchema`), a JSON Schema, or a Function of an OpenTool document.
 *
 * A tool that is written in code describes itself and every parameter. What a document leaves out is no error but one
 * of the tool's `diagnostics`.
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
 *
 * @example
 * const [fn] = parseOpenTool(text).functions;
 * const remote = tool({ function: fn, execute: (args) => post("/call", args) });
 */
export function tool<const Fn extends OpenToolFunction, Result extends ResultFromFunction<Fn>>(
  definition: FunctionDefinition<Fn, Result>,
): Tool<ArgsFromFunction<Fn>, Result, Fn["name"]>;
export function tool<
  const Schema extends SchemaSource,
  Result extends ValueOf<Returns>,
  const Returns extends SchemaSource | undefined = undefined,
  const Name extends string = string,
>(definition: ToolDefinition<Schema, Result, Returns, Name>): Tool<ArgumentsOf<Schema>, Result, Name>;
export function tool(
  definition: FunctionDefinition<OpenToolFunction, unknown> | ToolDefinition<SchemaSource, unknown>,
): Tool {
  return definition.parameters === undefined && "function" in definition
    ? ofFunction(definition)
    : ofSchema(definition);
}

function ofSchema(definition: ToolDefinition<SchemaSource, unknown>): Tool {
  const { name, description, parameters: source, returns: result } = definition;
  const issues = [...nameIssues("tool", name)];
  const parameters = attempt(issues, () => jsonSchemaOf(name, "parameters", source)) ?? { type: "object" };
  const returns = result && attempt(issues, () => jsonSchemaOf(name, "returns", result));
  const derived = toOpenToolFunction({
    name,
    description,
    parameters,
    ...(returns !== undefined && { returns: returned(returns) }),
  });
  issues.push(
    ...missingDescriptions(derived.function, parameters),
    ...shapeIssues(name, parameters),
    ...executeIssues(name, definition.execute),
  );
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  const validate = validatorOf(source);
  return {
    name,
    description,
    parameters,
    ...(returns !== undefined && { returns }),
    ...derived,
    diagnostics: [],
    ...optionsOf(definition),
    ...(validate !== undefined && { validate }),
    execute: (args, context) => definition.execute(args, context),
  };
}

/** In JavaScript it may be missing. */
function executeIssues(name: string, execute: unknown): readonly Issue[] {
  if (typeof execute === "function") return [];
  return [{ code: "execute", message: `the tool "${name}" needs a function "execute"`, path: "/execute" }];
}

function returned(schema: JsonSchema): { readonly schema: JsonSchema; readonly description?: string } {
  return { schema, ...(schema.description !== undefined && { description: schema.description }) };
}

function ofFunction(definition: FunctionDefinition<OpenToolFunction, unknown>): Tool<Args> {
  const { function: fn, schemas = {} } = definition;
  const issues = [...functionIssues(fn, schemas), ...executeIssues(fn.name, definition.execute)];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  const { name, description } = fn;
  const described = { name, description, parameters: parametersSchema(fn, schemas) };
  const returns = resultSchema(fn, schemas);
  return {
    ...described,
    ...(returns !== undefined && { returns }),
    function: fn,
    losses: [],
    diagnostics: missingDescriptions(toOpenToolFunction(described).function, described.parameters),
    ...optionsOf(definition),
    execute: (args, context) => definition.execute(args, context),
  };
}

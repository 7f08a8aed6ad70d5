/** `tool`: creates a tool from a schema and a function. */
import type { Args, Issue, JsonSchema, ToolContext } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import {
  type ArgsFromFunction,
  type OpenTool,
  type OpenToolFunction,
  parametersSchema,
  type ResultFromFunction,
  toOpenToolFunction,
} from "@helve/opentool";
import { readOpenToolValue } from "@helve/opentool/internal";
import { closedSchema } from "./closed-schema.ts";
import { type DescribeOption, missingDescriptions, nameIssues, objectSchemaIssues } from "./description-issues.ts";
import { openAiIssue, withOwnNames } from "./other-libraries.ts";
import {
  type ArgumentsOf,
  jsonSchemaOf,
  parametersJsonSchema,
  type SchemaSource,
  type Validated,
  type ValueOf,
  validatorOf,
} from "./schema-source.ts";
import { collectIssues, ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf, type ToolOptions, toolOptionNames } from "./tool-options.ts";
import type { OptionNames } from "./unknown-options.ts";

/** A tool that a model can call: its argument schema, the OpenTool Function derived from it, and `execute`. */
export interface Tool<Arguments = unknown, Result = unknown, Name extends string = string> extends ToolOptions {
  /** The tool's own name; a tool of a toolkit is addressed `Toolkit.Tool`. */
  readonly name: Name;
  readonly description: string;
  /** The JSON Schema of the arguments, from which everything else is derived. */
  readonly parameters: JsonSchema;
  /** The JSON Schema of the result, if the definition has one. */
  readonly returns?: JsonSchema;
  /** The returned values with their descriptions, if the definition names them (Lagent's `return_data`). */
  readonly returnData?: readonly ReturnedValue[];
  /** The OpenTool Function that documents, rules and models see. */
  readonly function: OpenToolFunction;
  /** The parts of `parameters` that the OpenTool Function can't express; they are still enforced. */
  readonly losses: readonly Issue[];
  /** Warnings about the description for the tool's author, for example a parameter without a type. */
  readonly diagnostics: readonly Issue[];
  /**
   * Validates arguments, which already match `parameters`, with the Standard Schema of the definition. `execute` receives its
   * output. Rules evaluate the output if it is JSON, otherwise the input.
   */
  validate?(args: Args): Validated<Arguments> | Promise<Validated<Arguments>>;
  execute(args: Arguments, context: ToolContext): Result | Promise<Result>;
}

/** One of the values that a tool returns. */
export interface ReturnedValue {
  readonly name?: string;
  readonly description: string;
  /** Absent if the description has no type. */
  readonly schema?: JsonSchema;
}

/** The argument of {@link tool}: a definition by a schema. */
export interface ToolDefinition<
  Schema extends SchemaSource,
  Result,
  Returns extends SchemaSource | undefined = SchemaSource | undefined,
  Name extends string = string,
> extends ToolOptions {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: Name;
  /** A description for the model: the tool's purpose, and when to use it. */
  readonly description: string;
  /** The schema of the arguments: an object with a description for each property. */
  readonly parameters: Schema;
  /** Whether a parameter without a description is an error, by default, or one of the tool's `diagnostics`. */
  readonly describe?: DescribeOption;
  /** The schema of the result. It documents and types the result; this package does not validate results. */
  readonly returns?: Returns;
  /** @param args - typed by the schema: the output of a Standard Schema, or the values of a JSON Schema */
  execute(args: ArgumentsOf<Schema>, context: ToolContext): Result | Promise<Result>;
}

/** The argument of {@link tool} for a Function of an OpenTool document. */
export interface OpenToolDefinition<
  Fn extends OpenToolFunction,
  Result,
  Schemas extends OpenTool["schemas"] = OpenTool["schemas"],
> extends ToolOptions {
  readonly function: Fn;
  /** The `schemas` of the function's document, if the function refers to them. */
  readonly schemas?: Schemas;
  /** Must be absent: a tool has one source, and a definition with `parameters` is a {@link ToolDefinition}. */
  readonly parameters?: undefined;
  /** @param args - typed by the function if it is a literal */
  execute(args: ArgsFromFunction<Fn, Schemas>, context: ToolContext): Result | Promise<Result>;
}

/**
 * Creates a tool from a schema: a Standard Schema that converts to JSON Schema (zod 4, arktype, valibot with
 * `toStandardJsonSchema`), a JSON Schema, or a Function of an OpenTool document.
 *
 * In code, the tool and every parameter need a description. For an OpenTool Function, a missing description is one of the
 * tool's `diagnostics` instead.
 *
 * @throws ToolDefinitionError with every problem: an invalid name, missing descriptions, a schema that is not an object
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
export function tool<
  const Fn extends OpenToolFunction,
  Result extends ResultFromFunction<Fn, Schemas>,
  const Schemas extends OpenTool["schemas"] = undefined,
>(definition: OpenToolDefinition<Fn, Result, Schemas>): Tool<ArgsFromFunction<Fn, Schemas>, Result, Fn["name"]>;
export function tool<
  const Schema extends SchemaSource,
  Result extends ValueOf<Returns>,
  const Returns extends SchemaSource | undefined = undefined,
  const Name extends string = string,
>(definition: ToolDefinition<Schema, Result, Returns, Name>): Tool<ArgumentsOf<Schema>, Result, Name>;
export function tool(
  input: OpenToolDefinition<OpenToolFunction, unknown> | ToolDefinition<SchemaSource, unknown>,
  ...others: unknown[]
): Tool {
  const { definition, issues } = withOwnNames(input, definitionNames, others);
  if (Object.keys(definition).length === 0 && issues.length > 0) throw new ToolDefinitionError(issues);
  return definition.parameters === undefined && "function" in definition
    ? toolFromOpenTool(definition, issues)
    : toolFromSchema(definition as ToolDefinition<SchemaSource, unknown>, issues);
}

/** The options of a tool, and the members of a tool that is copied with another `execute`. */
const definitionNames: OptionNames<DefinitionMembers> = {
  ...toolOptionNames,
  name: true,
  description: true,
  parameters: true,
  describe: true,
  returns: true,
  function: true,
  schemas: true,
  execute: true,
  returnData: true,
  losses: true,
  diagnostics: true,
  validate: true,
};

type DefinitionMembers = ToolDefinition<SchemaSource, unknown> & OpenToolDefinition<OpenToolFunction, unknown> & Tool;

/** Creates a tool from a Standard Schema or a JSON Schema; throws with every problem of the definition. */
function toolFromSchema(definition: ToolDefinition<SchemaSource, unknown>, optionIssues: readonly Issue[]): Tool {
  const { name = "", description, parameters: source, returns: result } = definition;
  const issues = [...optionIssues, ...nameIssues("tool", name)];
  const parameters = collectIssues(issues, () => parametersJsonSchema(name, source)) ?? { type: "object" };
  const returns = result && collectIssues(issues, () => jsonSchemaOf(name, "returns", result));
  const derived = toOpenToolFunction(
    withoutUndefined({
      name,
      description,
      parameters,
      returns: returns === undefined ? undefined : returnDefinition(returns),
    }),
  );
  const missing = missingDescriptions(derived.function, parameters, definition.describe);
  issues.push(...missing.errors, ...objectSchemaIssues(name, parameters), ...executeIssues(name, definition.execute));
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  const validate = validatorOf(source) ?? (definition as Partial<Tool>).validate;
  return withoutUndefined({
    name,
    description,
    parameters,
    returns,
    ...derived,
    diagnostics: missing.warnings,
    ...optionsOf(definition),
    validate,
    execute: (args: Args, context: ToolContext) => definition.execute(args, context),
  });
}

/** An issue if `execute` is missing, which TypeScript prevents but JavaScript does not. */
function executeIssues(name: string, execute: unknown): readonly Issue[] {
  if (typeof execute === "function") return [];
  return [{ code: "execute", message: `the tool "${name}" needs a function "execute"`, path: "/execute" }];
}

/** A result schema in the form of `toOpenToolFunction`: its description is moved beside it. */
function returnDefinition(schema: JsonSchema): { readonly schema: JsonSchema; readonly description?: string } {
  return withoutUndefined({ schema, description: schema.description });
}

/** Creates a tool from a Function of an OpenTool document. */
function toolFromOpenTool(
  definition: OpenToolDefinition<OpenToolFunction, unknown>,
  optionIssues: readonly Issue[],
): Tool<Args> {
  const { function: fn, schemas = {} } = definition;
  const foreign = openAiIssue(fn);
  if (foreign.length > 0) throw new ToolDefinitionError(foreign);
  const issues = [
    ...optionIssues,
    ...openToolFunctionIssues(fn, schemas),
    ...executeIssues(fn.name, definition.execute),
  ];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  const { name, description } = fn;
  const texts = { name, description, parameters: openToolParameters(fn, schemas) };
  const returns = returnSchema(fn, schemas);
  return withoutUndefined({
    ...texts,
    returns,
    function: fn,
    losses: [],
    diagnostics: missingDescriptions(toOpenToolFunction(texts).function, texts.parameters).errors,
    ...optionsOf(definition),
    execute: (args: Args, context: ToolContext) => definition.execute(args, context),
  });
}

/** The JSON Schema of a Function's arguments, with its objects closed. */
function openToolParameters(fn: OpenToolFunction, schemas: Schemas): JsonSchema {
  return closedSchema(parametersSchema(fn, schemas), { isStandard: false });
}

type Schemas = NonNullable<OpenTool["schemas"]>;

/** Every issue of an OpenTool Function and the schemas it refers to. */
function openToolFunctionIssues(fn: OpenToolFunction, schemas: Schemas): readonly Issue[] {
  const info = { title: "tool", version: "1.0.0" };
  const { issues } = readOpenToolValue({ opentool: "1.0.0", info, functions: [fn], schemas });
  const errors = issues.filter(({ severity }) => severity !== "warning");
  return errors.map(({ message, path = "", ...issue }) => ({
    ...issue,
    message: `the function of the tool "${fn.name}": ${message.replaceAll("functions[0].", "")}`,
    path: path.replace("/functions/0", ""),
  }));
}

/** The JSON Schema of a Function's result; `undefined` if the Function has none. */
function returnSchema(fn: OpenToolFunction, schemas: Schemas): JsonSchema | undefined {
  if (fn.return === undefined) return undefined;
  if (fn.return === null) return { type: "null" };
  const { name, description } = fn;
  const parameters = [{ ...fn.return, name: "result", required: true }];
  const { properties, $defs } = parametersSchema({ name, description, parameters }, schemas);
  const result = properties?.["result"];
  return typeof result === "object" ? withoutUndefined({ ...result, $defs }) : undefined;
}

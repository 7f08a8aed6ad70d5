/** Creates a tool from a function and its docstring, for `toolApi` and toolkits. */
import type { Args, Issue, JsonSchema, ToolContext } from "@helve/core";
import { didYouMean, jsonPointer, withoutUndefined } from "@helve/core/internal";
import { toOpenToolFunction } from "@helve/opentool";
import { missingDescriptions, nameIssues, objectSchemaIssues } from "./description-issues.ts";
import { isUntyped } from "./docstring-issues.ts";
import { describeTool, type ToolDescription } from "./docstring-schema.ts";
import { parametersJsonSchema, validatorOf } from "./schema-source.ts";
import { signatureIssues } from "./signature.ts";
import type { Tool } from "./tool.ts";
import type { ApiFunction, ToolApiOptions } from "./tool-api-options.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf } from "./tool-options.ts";

/** A function or method with the docstring and options that `toolApi` received for it. */
export interface DescribedFunction {
  readonly docstring: string;
  readonly name: string;
  /** The original function, whose source and `length` are inspected. */
  readonly fn: ApiFunction;
  readonly options: ToolApiOptions;
  /** The description if the docstring has none. */
  readonly fallback?: string;
}

const descriptionKey = Symbol.for("helve.tool-api");

/** Attaches the docstring and options of `@toolApi` to a method. */
export function attachDescription(method: ApiFunction, api: DescribedFunction): void {
  if (attachedDescription(method) !== undefined) {
    const message = `the method "${api.name}" is described twice: one @toolApi is enough`;
    throw new ToolDefinitionError([{ code: "duplicate", message, path: "/name" }]);
  }
  Object.defineProperty(method, descriptionKey, { value: api });
}

/** The description that `@toolApi` attached to a method; `undefined` for any other value. */
export function attachedDescription(method: unknown): DescribedFunction | undefined {
  return typeof method === "function" ? Object.getOwnPropertyDescriptor(method, descriptionKey)?.value : undefined;
}

/**
 * Creates a tool from a function with a docstring.
 *
 * @param call - the function itself; a method is bound to its toolkit
 */
export function toolFromDocstring(api: DescribedFunction, call: (...args: unknown[]) => unknown): Tool<Args> {
  const { name, options } = api;
  const { parameters: source } = options;
  const read = readDescription(api);
  const described = source === undefined ? read : withSchema(read, parametersJsonSchema(name, source), name);
  const { description, parameters, order, describesContext, returns, returnData } = described;
  const derived = toOpenToolFunction({ name, description, parameters, returns });
  const { errors, warnings } = signatureIssues({
    name,
    fn: api.fn,
    order,
    describesContext: describesContext === true,
    defaults: describedDefaults(parameters),
  });
  const missing = missingDescriptions(derived.function, parameters, options.describe);
  const untyped = options.types === "optional" ? [] : described.diagnostics.filter(isUntyped);
  const diagnostics = described.diagnostics.filter((issue) => !untyped.includes(issue));
  const schemaIssues = objectSchemaIssues(name, parameters);
  const issues = [...nameIssues("tool", name), ...schemaIssues, ...missing.errors, ...untyped, ...errors];
  if (issues.length > 0 && options.reader?.isLenient !== true) throw new ToolDefinitionError(issues);
  return withoutUndefined({
    name,
    description,
    parameters,
    returns: returns?.schema,
    returnData,
    ...derived,
    diagnostics: [...diagnostics, ...issues, ...missing.warnings, ...warnings],
    ...optionsOf(options),
    validate: (source && validatorOf(source)) as Tool<Args>["validate"],
    execute: (args: Args, context: ToolContext) => call(...positionalArguments(args, order), context),
  });
}

/** The arguments by position; a missing argument is `undefined`. */
export function positionalArguments(args: Args, order: readonly string[]): readonly unknown[] {
  return order.map((name) => (Object.hasOwn(args, name) ? args[name] : undefined));
}

/** Reads the docstring, with the reader of the options if there is one. */
function readDescription({ docstring, name, fn, options, fallback = "" }: DescribedFunction): ToolDescription {
  const reading = { ...options, name, length: fn.length };
  const read = options.reader?.read(docstring, reading) ?? describeTool(docstring, reading);
  return { ...read, description: read.description || fallback };
}

/**
 * Describes a tool by a JSON schema of its parameters and by its docstring. What the schema does not describe, the
 * docstring does.
 */
function withSchema(read: ToolDescription, schema: JsonSchema, tool: string): ToolDescription {
  const documented = read.parameters.properties ?? {};
  const properties = Object.entries(schema.properties ?? {}).map(([name, own]) => {
    const text = Object.hasOwn(documented, name) ? documented[name] : undefined;
    if (typeof own !== "object" || typeof text !== "object" || own.description !== undefined)
      return [name, own] as const;
    return [name, { ...own, description: text.description ?? "" }] as const;
  });
  const names = properties.map(([name]) => name);
  const unknown = read.order.filter((name) => !names.includes(name));
  const dropped = unknown.map((name) => {
    const message = `the parameter "${name}" is described, but the schema of the tool "${tool}" has no such property${didYouMean(name, names)}`;
    return { code: "dropped", message, path: jsonPointer(["parameters", name]) };
  });
  const isAboutType = (issue: Issue): boolean => isUntyped(issue) || issue.code === "type";
  return {
    ...read,
    parameters: { ...schema, properties: Object.fromEntries(properties) },
    order: names,
    diagnostics: [...read.diagnostics.filter((issue) => !isAboutType(issue)), ...dropped],
  };
}

/** The defaults in a schema of arguments, by parameter. */
export function describedDefaults({ properties = {} }: JsonSchema): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(properties).flatMap(([name, schema]) =>
      typeof schema === "object" && schema.default !== undefined ? [[name, schema.default] as const] : [],
    ),
  );
}

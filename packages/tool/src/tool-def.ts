import type { Args, JsonSchema } from "@helve/core";
import { type Tool, tool } from "./tool.ts";
import type { ApiFunction } from "./tool-api.ts";
import { optionsOf, type ToolOptions } from "./tool-options.ts";

/** What `toolDef` says of a function. */
export interface FunctionDescription extends ToolOptions {
  /** The function's own name by default. */
  readonly name?: string;
  readonly description: string;
  /** A JSON Schema with a description for each of the function's parameters, in their order. */
  readonly parameters: Readonly<Record<string, JsonSchema>>;
  /** The names of those that a call must give; the first `fn.length` by default. */
  readonly required?: readonly string[];
  readonly returns?: JsonSchema;
}

/**
 * A tool from any function, at run time (Inspect's `ToolDef`). The arguments are passed by position, the tool's context
 * after the last.
 *
 * @throws ToolDefinitionError naming everything that is missing or wrong
 *
 * @example
 * const add = toolDef((x: number, y: number) => x + y, {
 *   name: "add",
 *   description: "A tool to add numbers",
 *   parameters: {
 *     x: { type: "number", description: "the x argument" },
 *     y: { type: "number", description: "the y argument" },
 *   },
 * });
 */
export function toolDef<Result>(fn: ApiFunction<Result>, description: FunctionDescription): Tool<Args, Awaited<Result>>;
export function toolDef(fn: ApiFunction, given: FunctionDescription): Tool<Args> {
  const names = Object.keys(given.parameters);
  const call = fn as (...args: unknown[]) => unknown;
  const parameters: JsonSchema = {
    type: "object",
    properties: given.parameters,
    required: given.required ?? names.slice(0, fn.length),
    additionalProperties: false,
  };
  return tool<JsonSchema, unknown, JsonSchema | undefined>({
    name: given.name ?? fn.name,
    description: given.description,
    parameters,
    ...(given.returns !== undefined && { returns: given.returns }),
    ...optionsOf(given),
    execute: (args, context) =>
      call(...names.map((name) => (Object.hasOwn(args, name) ? args[name] : undefined)), context),
  });
}

/** A tool's definition as plain JSON: with an `execute` beside it, it makes the tool again. */
export interface ToolData {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly returns?: JsonSchema;
  readonly timeout?: number;
  readonly parallel?: boolean;
}

/**
 * What is said of a tool, without what it does.
 *
 * @example
 * const copy = tool({ ...definitionOf(add), execute: (args) => post("/add", args) });
 */
export function definitionOf({ name, description, parameters, returns, timeout, parallel }: Tool): ToolData {
  return {
    name,
    description,
    parameters,
    ...(returns !== undefined && { returns }),
    ...(timeout !== undefined && { timeout }),
    ...(parallel !== undefined && { parallel }),
  };
}

import type { Args, Issue, JsonSchema } from "@helve/core";
import { inOrder, orderIssues } from "./api-tool.ts";
import { sourceIssues } from "./signature.ts";
import { type Tool, tool } from "./tool.ts";
import type { ApiFunction } from "./tool-api.ts";
import { attempt, ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf, type ToolOptions } from "./tool-options.ts";

/** What `toolDef` says of a function. */
export interface FunctionDescription extends ToolOptions {
  /** The function's own name by default. */
  readonly name?: string;
  readonly description: string;
  /**
   * A JSON Schema with a description for each of the function's parameters, in their order. JavaScript puts names that are
   * whole numbers first.
   */
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
  const { name = fn.name, description, parameters, returns } = given;
  const order = Object.keys(parameters);
  const required = given.required ?? order.slice(0, fn.length);
  const call = fn as (...args: unknown[]) => unknown;
  const issues = [...orderIssues({ name, fn }, order), ...requiredIssues(name, required, order)];
  const made = attempt(issues, () =>
    tool<JsonSchema, unknown, JsonSchema | undefined>({
      name,
      description,
      parameters: { type: "object", properties: parameters, required, additionalProperties: false },
      ...(returns !== undefined && { returns }),
      ...optionsOf(given),
      execute: (args, context) => call(...inOrder(args, order), context),
    }),
  );
  if (made === undefined || issues.length > 0) throw new ToolDefinitionError(issues);
  return { ...made, diagnostics: sourceIssues(name, fn, order) };
}

/** No call could give what is not described. */
function requiredIssues(name: string, required: readonly string[], order: readonly string[]): readonly Issue[] {
  return required
    .filter((parameter) => !order.includes(parameter))
    .map((parameter) => {
      const message = `the tool "${name}" requires "${parameter}", which is none of its parameters`;
      return { code: "required", message, path: "/required" };
    });
}

/**
 * A tool's definition as plain JSON: with an `execute` beside it, it makes the tool again, when it has the descriptions
 * that a document may leave out.
 */
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

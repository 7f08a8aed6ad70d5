/** Creates a tool from any function at run time, and returns a tool's definition as plain JSON. */
import type { Args, Issue, JsonSchema, ToolContext } from "@helve/core";
import { isObject, withoutUndefined } from "@helve/core/internal";
import type { DescribeOption } from "./description-issues.ts";
import { lagentIssue } from "./other-libraries.ts";
import { signatureIssues } from "./signature.ts";
import { type Tool, tool } from "./tool.ts";
import type { ApiFunction } from "./tool-api-options.ts";
import { collectIssues, ToolDefinitionError } from "./tool-definition-error.ts";
import { describedDefaults, positionalArguments } from "./tool-from-docstring.ts";
import { optionsOf, type ToolOptions } from "./tool-options.ts";

/** The second argument of {@link toolFromFunction}: the definition of a tool whose arguments are passed by position. */
export interface FunctionToolDefinition extends ToolOptions {
  /** The function's own name by default. */
  readonly name?: string;
  readonly description: string;
  /**
   * A JSON Schema with a description for each parameter of the function, in order. JavaScript orders names that are whole
   * numbers first.
   */
  readonly parameters: Readonly<Record<string, JsonSchema>>;
  /** The names of the required parameters; the first `fn.length` by default. */
  readonly required?: readonly string[];
  readonly returns?: JsonSchema;
  /** Whether a parameter without a description is an error, by default, or one of the tool's `diagnostics`. */
  readonly describe?: DescribeOption;
}

/**
 * Creates a tool from any function at run time (Inspect's `ToolDef`). Arguments are passed by position, followed by the
 * tool's context.
 *
 * @throws ToolDefinitionError with every problem of the definition
 *
 * @example
 * const add = toolFromFunction((x: number, y: number) => x + y, {
 *   name: "add",
 *   description: "A tool to add numbers",
 *   parameters: {
 *     x: { type: "number", description: "the x argument" },
 *     y: { type: "number", description: "the y argument" },
 *   },
 * });
 */
export function toolFromFunction<Result>(
  fn: ApiFunction<Result>,
  description: FunctionToolDefinition,
): Tool<Args, Awaited<Result>>;
export function toolFromFunction(fn: ApiFunction, definition: FunctionToolDefinition): Tool<Args> {
  const usage = "toolFromFunction takes a function, then its definition: { name, description, parameters }";
  if (typeof fn !== "function" || !isObject(definition)) throw usageError("order", usage);
  const lagent = lagentIssue(definition);
  if (lagent !== undefined) throw new ToolDefinitionError([lagent]);
  if (!isObject(definition.parameters) || "~standard" in definition.parameters) {
    const example = 'parameters: { x: { type: "number", description: "…" } }';
    throw usageError("parameters", `toolFromFunction takes a JSON Schema for each parameter, as in ${example}`);
  }
  const { name = fn.name, description, parameters, returns } = definition;
  const order = Object.keys(parameters);
  const required = definition.required ?? order.slice(0, fn.length);
  const call = fn as (...args: unknown[]) => unknown;
  const defaults = describedDefaults({ properties: parameters });
  const { errors, warnings } = signatureIssues({ name, fn, order, defaults });
  const issues = [...errors, ...requiredIssues(name, required, order)];
  const created = collectIssues(issues, () =>
    tool<JsonSchema, unknown, JsonSchema | undefined>(
      withoutUndefined({
        name,
        description,
        parameters: { type: "object", properties: parameters, required, additionalProperties: false },
        returns,
        ...optionsOf(definition),
        describe: definition.describe,
        execute: (args: Args, context: ToolContext) => call(...positionalArguments(args, order), context),
      }),
    ),
  );
  if (created === undefined || issues.length > 0) throw new ToolDefinitionError(issues);
  return { ...created, diagnostics: [...created.diagnostics, ...warnings] };
}

function usageError(code: string, message: string): ToolDefinitionError {
  return new ToolDefinitionError([{ code, message }]);
}

/** Issues for required names that are not parameters. */
function requiredIssues(name: string, required: readonly string[], order: readonly string[]): readonly Issue[] {
  return required
    .filter((parameter) => !order.includes(parameter))
    .map((parameter) => {
      const message = `the tool "${name}" requires "${parameter}", which is not one of its parameters`;
      return { code: "required", message, path: "/required" };
    });
}

/**
 * A tool's definition as plain JSON, for example to store or send it. Together with `execute` it is an argument of `tool()`.
 */
export interface ToolDefinitionData {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly returns?: JsonSchema;
  readonly timeout?: number;
  readonly parallel?: boolean;
}

/**
 * Returns a tool's definition as plain JSON, without `execute`, and without a time limit that is a function.
 *
 * @example
 * const copy = tool({ ...toolDefinition(add), execute: (args) => post("/add", args) });
 */
export function toolDefinition(tool: Tool): ToolDefinitionData {
  if (!isObject(tool?.parameters)) throw usageError("tool", "toolDefinition takes a tool");
  const { name, description, parameters, returns, timeout, parallel } = tool;
  return withoutUndefined({
    name,
    description,
    parameters,
    returns,
    timeout: typeof timeout === "number" ? timeout : undefined,
    parallel,
  });
}

import type { Args, Issue } from "@helve/core";
import { toOpenToolFunction } from "@helve/opentool";
import { checkDescription, missingDescriptions, nameIssues } from "./described.ts";
import { type Described, describe } from "./docstring-schema.ts";
import { describeAsLagent } from "./lagent/describe.ts";
import { sourceNameIssues, sourceNames } from "./signature.ts";
import type { Tool } from "./tool.ts";
import type { ApiFunction, ToolApiOptions } from "./tool-api.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf } from "./tool-options.ts";

/** What `toolApi` knows of a function; a decorated method carries it. */
export interface Api {
  readonly docstring: string;
  readonly name: string;
  /** The function as it is written: what its source says is looked up here. */
  readonly fn: ApiFunction;
  readonly options: ToolApiOptions;
  /** Stands for the description when the docstring has none. */
  readonly fallback?: string;
}

const apiKey = Symbol.for("helve.tool-api");

/** Says of a method that it is a tool. */
export function markAsApi(method: ApiFunction, api: Api): void {
  Object.defineProperty(method, apiKey, { value: api });
}

/** What `@toolApi` said of a method; `undefined` for any other value. */
export function apiOf(method: unknown): Api | undefined {
  return typeof method === "function" ? Object.getOwnPropertyDescriptor(method, apiKey)?.value : undefined;
}

/** @param call - the function itself, bound to its toolkit when it is a method */
export function apiTool(api: Api, call: (...args: unknown[]) => unknown): Tool<Args> {
  const { name, options } = api;
  const { description, parameters, order, returns, returnData, diagnostics } = describedBy(api);
  return {
    name,
    description,
    parameters,
    ...(returns !== undefined && { returns: returns.schema }),
    ...(returnData !== undefined && { returnData }),
    ...toOpenToolFunction({ name, description, parameters, ...(returns !== undefined && { returns }) }),
    diagnostics: [...diagnostics, ...sourceNameIssues(name, sourceNames(api.fn), order)],
    ...optionsOf(options),
    execute: (args, context) => call(...order.map((parameter) => own(args, parameter)), context),
  };
}

function describedBy({ docstring, name, fn, options, fallback = "" }: Api): Described {
  const reading = { ...options, name, length: fn.length };
  const isLagent = options.compat === "lagent";
  const read = isLagent ? describeAsLagent(docstring, reading) : describe(docstring, reading);
  const described = { ...read, description: read.description || fallback };
  const tool = { name, description: described.description, parameters: described.parameters };
  if (isLagent) {
    const diagnostics = [...described.diagnostics, ...nameIssues("tool", name), ...missingDescriptions(tool)];
    return { ...described, diagnostics };
  }
  checkDescription(tool);
  const { length } = described.order;
  if (fn.length > length + 1) throw new ToolDefinitionError([undocumented(name, fn.length, length)]);
  return described;
}

/** The context comes after the documented parameters: it must not land in one that nobody described. */
function undocumented(name: string, length: number, documented: number): Issue {
  const message = `the function of the tool "${name}" requires ${length} parameters, but its docstring names ${documented} (and the context may follow)`;
  return { code: "parameters", message, path: "/parameters" };
}

function own(args: Args, parameter: string): unknown {
  return Object.hasOwn(args, parameter) ? args[parameter] : undefined;
}

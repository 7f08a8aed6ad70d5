import type { Args, Issue } from "@helve/core";
import { toOpenToolFunction } from "@helve/opentool";
import { missingDescriptions, nameIssues } from "./described.ts";
import { type Described, describe } from "./docstring-schema.ts";
import { describeAsLagent } from "./lagent/describe.ts";
import { sourceIssues } from "./signature.ts";
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
  if (apiOf(method) !== undefined) {
    const message = `the method "${api.name}" is described twice: one @toolApi is enough`;
    throw new ToolDefinitionError([{ code: "duplicate", message, path: "/name" }]);
  }
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
  const derived = toOpenToolFunction({ name, description, parameters, ...(returns !== undefined && { returns }) });
  const issues = [
    ...nameIssues("tool", name),
    ...missingDescriptions(derived.function, parameters),
    ...orderIssues(api, order),
  ];
  const isLagent = options.compat === "lagent";
  if (issues.length > 0 && !isLagent) throw new ToolDefinitionError(issues);
  return {
    name,
    description,
    parameters,
    ...(returns !== undefined && { returns: returns.schema }),
    ...(returnData !== undefined && { returnData }),
    ...derived,
    diagnostics: [...diagnostics, ...issues, ...sourceIssues(name, api.fn, order)],
    ...optionsOf(options),
    execute: (args, context) => call(...inOrder(args, order), context),
  };
}

/** The arguments by position; what a call leaves out is `undefined`. */
export function inOrder(args: Args, order: readonly string[]): readonly unknown[] {
  return order.map((name) => (Object.hasOwn(args, name) ? args[name] : undefined));
}

function describedBy({ docstring, name, fn, options, fallback = "" }: Api): Described {
  const reading = { ...options, name, length: fn.length };
  const read = options.compat === "lagent" ? describeAsLagent(docstring, reading) : describe(docstring, reading);
  return { ...read, description: read.description || fallback };
}

/** Arguments go by position: each parameter has one, and the context must not land in one that nobody described. */
export function orderIssues(
  { name, fn: { length } }: Pick<Api, "name" | "fn">,
  order: readonly string[],
): readonly Issue[] {
  const seen = new Set<string>();
  const twice = order.filter((parameter) => seen.size === seen.add(parameter).size);
  const issues: Issue[] = twice.map((parameter) => ({
    code: "duplicate",
    message: `the signature of the tool "${name}" has the parameter "${parameter}" twice`,
    path: "/signature",
  }));
  if (length > order.length + 1) {
    const message = `the function of the tool "${name}" requires ${length} parameters, of which ${order.length} ${order.length === 1 ? "is" : "are"} described (and the context may follow)`;
    issues.push({ code: "parameters", message, path: "/parameters" });
  }
  return issues;
}

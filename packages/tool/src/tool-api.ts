import type { Args, Issue } from "@helve/core";
import { toOpenToolFunction } from "@helve/opentool";
import { checkDescription } from "./described.ts";
import { describe } from "./docstring-schema.ts";
import type { Tool } from "./tool.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** How `toolApi` names and limits the tool it makes. */
export interface ToolApiOptions {
  /** The tool's name; the function's own when absent. Give one where code gets minified. */
  readonly name?: string;
  /** How long a call may take, in milliseconds. */
  readonly timeout?: number;
}

/** A function whose parameters a docstring describes. It may take the tool's context after them. */
type ApiFunction<Result = unknown> = (...args: never[]) => Result;

/** Marks a method of a toolkit as a tool; see {@link toolApi}. */
type ApiDecorator = <Method extends ApiFunction>(method: Method, context: ClassMethodDecoratorContext) => void;

/**
 * Describes a tool by a docstring (Lagent's `tool_api`): a function at once, or, as a decorator, a method of a
 * {@link Toolkit}.
 *
 * The arguments are passed by position in the docstring's order, the tool's context after the last, so that code may be
 * minified. A parameter is required when it is among the first `fn.length` and the docstring does not call it optional.
 * A parameter without a type is a string.
 *
 * @param docstring - Google style: a summary, then `Args:`, then `Returns:`
 * @throws ToolDefinitionError when a name or a description is missing
 *
 * @example
 * const bold = toolApi(`make text bold
 *
 *   Args:
 *       text (str): input text`, (text: string) => `**${text}**`, { name: "bold" });
 *
 * @example
 * class PhraseEmphasis extends Toolkit {
 *   override readonly description = "a toolkit which provides different styles of text emphasis";
 *
 *   @toolApi(`make text bold
 *
 *     Args:
 *         text (str): input text`)
 *   bold(text: string) { return `**${text}**`; }
 * }
 */
export function toolApi<Result>(
  docstring: string,
  fn: ApiFunction<Result>,
  options?: ToolApiOptions,
): Tool<Args, Awaited<Result>>;
export function toolApi(docstring: string, options?: ToolApiOptions): ApiDecorator;
export function toolApi(
  docstring: string,
  target: ApiFunction | ToolApiOptions = {},
  options: ToolApiOptions = {},
): Tool<Args> | ApiDecorator {
  if (typeof target === "function") {
    const call = target as (...args: unknown[]) => unknown;
    return apiTool({ docstring, name: target.name, length: target.length, ...options }, call);
  }
  return (method, { name }) => {
    const api: Api = { docstring, name: String(name), length: method.length, ...target };
    Object.defineProperty(method, apiKey, { value: api });
  };
}

/** What `toolApi` knows of a function; a decorated method carries it. */
export interface Api extends ToolApiOptions {
  readonly docstring: string;
  readonly name: string;
  /** How many parameters the function takes before the first that has a default. */
  readonly length: number;
}

const apiKey = Symbol.for("helve.tool-api");

/** What `@toolApi` said of a method; `undefined` for any other value. */
export function apiOf(method: unknown): Api | undefined {
  return typeof method === "function" ? Object.getOwnPropertyDescriptor(method, apiKey)?.value : undefined;
}

/** @param fn - bound to its toolkit when it is a method */
export function apiTool({ docstring, name, length, timeout }: Api, fn: (...args: unknown[]) => unknown): Tool<Args> {
  const { description, parameters, returns } = describe(docstring, length);
  checkDescription({ name, description, parameters });
  const order = Object.keys(parameters.properties ?? {});
  if (length > order.length + 1) throw new ToolDefinitionError([undocumented(name, length, order)]);
  return {
    name,
    description,
    parameters,
    ...toOpenToolFunction({ name, description, parameters, ...(returns !== undefined && { returns }) }),
    ...(timeout !== undefined && { timeout }),
    execute: (args, context) => fn(...order.map((parameter) => own(args, parameter)), context),
  };
}

/** The context comes after the documented parameters: it must not land in one that nobody described. */
function undocumented(name: string, length: number, documented: readonly string[]): Issue {
  const message = `the function of the tool "${name}" requires ${length} parameters, but its docstring names ${documented.length} (and the context may follow)`;
  return { code: "parameters", message, path: "/parameters" };
}

function own(args: Args, parameter: string): unknown {
  return Object.hasOwn(args, parameter) ? args[parameter] : undefined;
}

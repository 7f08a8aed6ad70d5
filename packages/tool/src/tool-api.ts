import type { Args, Issue } from "@helve/core";
import type { ParseDocstringOptions } from "@helve/docstring";
import { apiTool, markAsApi } from "./api-tool.ts";
import { isReserved } from "./reserved-names.ts";
import type { SignatureParameter } from "./signature.ts";
import type { Tool } from "./tool.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import type { ToolOptions } from "./tool-options.ts";

/** How `toolApi` reads a docstring, and what the tool carries. */
export interface ToolApiOptions extends ToolOptions {
  /** The tool's name; the function's own when absent. Give one where code gets minified. */
  readonly name?: string;
  /** Whether `Returns` names what comes back, as `name (type): text`: the tool gets `returnData`. */
  readonly returnsNamedValue?: boolean;
  /** Whether `Returns` lists the members of what comes back, as `- name (type): text`: the tool gets `returnData`. */
  readonly explodeReturn?: boolean;
  /**
   * The function's own signature, where the docstring does not say it all: types that TypeScript leaves no trace of,
   * defaults. Arguments are then passed in its order.
   */
  readonly signature?: readonly SignatureParameter[];
  /** How the docstring is laid out; by default the style that it has. */
  readonly style?: NonNullable<ParseDocstringOptions["style"]>;
  /**
   * `"lagent"` describes the tool as Lagent 0.1.3 to 0.2.4 does, to the letter, where that is worse as well: five types
   * found by their letters, sections lost to a blank line, an error for a parameter without a type. A missing
   * description is a diagnostic then.
   */
  readonly compat?: "lagent";
}

/** A function whose parameters a docstring describes. It may take the tool's context after them. */
export type ApiFunction<Result = unknown> = (...args: never[]) => Result;

/** Marks a method of a toolkit as a tool; see {@link toolApi}. */
export type ApiDecorator = <Method extends ApiFunction>(method: Method, context: ClassMethodDecoratorContext) => void;

/**
 * Describes a tool by a docstring (Lagent's `tool_api`): a function at once, or, as a decorator, a method of a
 * {@link Toolkit}.
 *
 * The arguments are passed by position in the docstring's order, the tool's context after the last, so that code may be
 * minified. A parameter is required when it is among the first `fn.length` and the docstring does not call it optional.
 * A parameter without a type is a string; a last one of the type `ToolContext` is no argument. Notes, warnings and examples
 * become part of the description. What is doubtful is one of the tool's `diagnostics`.
 *
 * @param docstring - a summary, then `Args:`, then `Returns:`
 * @throws ToolDefinitionError when a name or a description is missing, or a method is static, private, described twice, or
 *   has a name of the toolkit's own; when a toolkit is made, for a method that a decorator above replaces
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
    return apiTool({ docstring, name: options.name ?? target.name, fn: target, options }, call);
  }
  return (method, context) => {
    const name = methodName(context);
    markAsApi(method, { docstring, name: target.name ?? name, fn: method, options: target });
    context.addInitializer(function () {
      if (!hasMethod(this, context.name, method)) throw new ToolDefinitionError([replaced(name)]);
    });
  };
}

/** @throws ToolDefinitionError for what can't be a tool */
function methodName(context: ClassMethodDecoratorContext): string {
  if (typeof context !== "object") throw new ToolDefinitionError([legacy(String(context))]);
  const { kind, name, static: isStatic, private: isPrivate } = context;
  const issue = kind !== "method" || isStatic || isPrivate ? hidden(kind, String(name)) : taken(String(name));
  if (issue !== undefined) throw new ToolDefinitionError([issue]);
  return String(name);
}

/** Whether a class still has a method, though a child's may have taken its place. */
function hasMethod(instance: unknown, name: PropertyKey, method: ApiFunction): boolean {
  for (let at: unknown = instance; typeof at === "object" && at !== null; at = Object.getPrototypeOf(at)) {
    if (Object.getOwnPropertyDescriptor(at, name)?.value === method) return true;
  }
  return false;
}

function taken(method: string): Issue | undefined {
  if (method === "run" || !isReserved(method)) return undefined;
  const message = `a toolkit's method "${method}" can't be a tool: the name is the toolkit's own`;
  return { code: "reserved", message, path: "/name" };
}

function hidden(kind: string, name: string): Issue {
  const message = `the ${kind} "${name}" can't be a tool: a toolkit's tools are public methods that are not static`;
  return { code: "hidden", message, path: "/name" };
}

function replaced(method: string): Issue {
  const message = `another decorator took the place of the method "${method}": write @toolApi above it`;
  return { code: "replaced", message, path: "/name" };
}

function legacy(method: string): Issue {
  const message = `the decorator of "${method}" is a standard one: turn experimentalDecorators off`;
  return { code: "decorator", message };
}

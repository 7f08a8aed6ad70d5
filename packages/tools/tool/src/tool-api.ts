/** `toolApi`: creates a tool from a function with a docstring, or marks a method of a toolkit as a tool. */
import type { Args, Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Tool } from "./tool.ts";
import type { ApiFunction, ToolApiOptions } from "./tool-api-options.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import { attachDescription, toolFromDocstring } from "./tool-from-docstring.ts";
import { toolOptionNames } from "./tool-options.ts";
import { isReserved } from "./toolkit-methods.ts";
import {
  invalidOptionIssues,
  type OptionNames,
  type OptionValues,
  oneOf,
  trueOrFalse,
  unknownOptionIssues,
} from "./unknown-options.ts";

/** Marks a method of a toolkit as a tool; see {@link toolApi}. */
export type ApiDecorator = <Method extends ApiFunction>(method: Method, context: ClassMethodDecoratorContext) => void;

/** A tool that is still the function it was created from: it can be called with positional arguments. */
export type ToolFunction<Fn extends ApiFunction> = Tool<Args, Awaited<ReturnType<Fn>>> & Fn;

/**
 * Creates a tool from a function with a docstring (Lagent's `tool_api`), or, as a decorator, marks a method of a
 * {@link Toolkit} as a tool.
 *
 * Arguments are passed by position in the order of the docstring, followed by the tool's context, so the code may be minified.
 * A parameter that receives the context is named `context`, takes its members (`{ signal }`), or is described with the type
 * `ToolContext`. Any other difference between the function's source and the docstring that changes what a parameter receives
 * is an error. The source of native and bound functions can't be read; only the number of their parameters is checked.
 * A parameter is required if it is among the first `fn.length` and not optional in the docstring. Each parameter needs a type: in
 * the docstring, in `signature`, or by the schema `parameters`. A last parameter of type `ToolContext` is not an argument. Notes, warnings and examples become part of the
 * description. Problems of the docstring are the tool's `diagnostics`.
 *
 * @param docstring - a summary, then `Args:`, then `Returns:`
 * @returns the tool, which can still be called as the function: `add(1, 2)`
 * @throws ToolDefinitionError if an option is unknown, a name, a description or a type is missing, the docstring contradicts the function, or a method is static, private, decorated twice, or has
 *   a reserved name; when the toolkit is created, for a method that another decorator replaced
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
export function toolApi<Fn extends ApiFunction>(docstring: string, fn: Fn, options?: ToolApiOptions): ToolFunction<Fn>;
export function toolApi(docstring: string, options?: ToolApiOptions): ApiDecorator;
export function toolApi(
  docstring: string,
  target: ApiFunction | ToolApiOptions = {},
  options: ToolApiOptions = {},
): ToolFunction<ApiFunction> | ApiDecorator {
  const issues = optionIssues(docstring, typeof target === "function" ? options : target, options);
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  if (typeof target === "function") {
    const call = target as (...args: unknown[]) => unknown;
    const tool = toolFromDocstring({ docstring, name: options.name ?? target.name, fn: target, options }, call);
    return callable(tool, call);
  }
  const decorate: ApiDecorator = (method, context) => {
    const name = methodName(context);
    attachDescription(method, { docstring, name: target.name ?? name, fn: method, options: target });
    context.addInitializer(function (this: unknown) {
      if (!hasMethod(this, context.name, method)) throw new ToolDefinitionError([replacedMethodIssue(name)]);
    });
  };
  return decorate;
}

const optionNames: OptionNames<ToolApiOptions> = {
  ...toolOptionNames,
  name: true,
  returnsNamedValue: true,
  explodeReturn: true,
  signature: true,
  parameters: true,
  types: true,
  describe: true,
  style: true,
  reader: true,
};

const optionValues: OptionValues<ToolApiOptions> = {
  returnsNamedValue: trueOrFalse,
  explodeReturn: trueOrFalse,
  signature: ["a list of parameters with their names and types", isParameterList],
  types: oneOf("required", "optional"),
  describe: oneOf("required", "optional"),
  style: oneOf("auto", "google", "numpy", "rest", "epydoc", "jsdoc"),
  reader: [
    "an object with a method `read`, such as lagentDocstrings",
    (value) => isObject(value) && typeof value["read"] === "function",
  ],
};

function isParameterList(value: unknown): boolean {
  const isText = (text: unknown): boolean => typeof text === "string";
  return (
    Array.isArray(value) && value.every((one) => isObject(one) && isText(one["name"]) && isText(one["type"] ?? ""))
  );
}

/** Issues of unknown or invalid options, of a missing docstring, and of a function after its options. */
function optionIssues(docstring: unknown, options: ToolApiOptions, last: unknown): readonly Issue[] {
  if (typeof docstring === "string" && isObject(options) && typeof last !== "function")
    return [
      ...unknownOptionIssues(options, optionNames, "toolApi"),
      ...invalidOptionIssues(options, optionValues, "toolApi"),
    ];
  return [{ code: "order", message: "toolApi takes a docstring, the function, then the options" }];
}

/** A function with the members of a tool. */
function callable(tool: Tool<Args>, call: (...args: unknown[]) => unknown): ToolFunction<ApiFunction> {
  const fn = function (this: unknown, ...args: unknown[]): unknown {
    return Reflect.apply(call, this, args);
  };
  for (const [key, value] of Object.entries(tool)) Object.defineProperty(fn, key, { value, enumerable: true });
  return fn as unknown as ToolFunction<ApiFunction>;
}

/** The name of a decorated method; throws a ToolDefinitionError if it can't be a tool. */
function methodName(context: ClassMethodDecoratorContext): string {
  if (typeof context !== "object") throw new ToolDefinitionError([legacyDecoratorIssue(String(context))]);
  const { kind, name, static: isStatic, private: isPrivate } = context;
  const issue =
    kind !== "method" || isStatic || isPrivate
      ? notPublicMethodIssue(kind, String(name))
      : reservedNameIssue(String(name));
  if (issue !== undefined) throw new ToolDefinitionError([issue]);
  return String(name);
}

/** Whether a class or one of its parents still has a method, which another decorator may have replaced. */
function hasMethod(instance: unknown, name: PropertyKey, method: ApiFunction): boolean {
  for (let at: unknown = instance; typeof at === "object" && at !== null; at = Object.getPrototypeOf(at)) {
    if (Object.getOwnPropertyDescriptor(at, name)?.value === method) return true;
  }
  return false;
}

/** An issue for a method whose name is a member of `Toolkit`. */
function reservedNameIssue(method: string): Issue | undefined {
  if (method === "run" || !isReserved(method)) return undefined;
  const message = `a toolkit's method "${method}" can't be a tool: the name is reserved`;
  return { code: "reserved", message, path: "/name" };
}

/** The issue for a static or private class member, which can't be a tool. */
function notPublicMethodIssue(kind: string, name: string): Issue {
  const message = `the ${kind} "${name}" can't be a tool: a toolkit's tools are public methods that are not static`;
  return { code: "hidden", message, path: "/name" };
}

/** The issue for a method that another decorator has replaced. */
function replacedMethodIssue(method: string): Issue {
  const message = `another decorator replaced the method "${method}": write @toolApi above it`;
  return { code: "replaced", message, path: "/name" };
}

/** An issue for TypeScript's `experimentalDecorators`, which pass no context. */
function legacyDecoratorIssue(method: string): Issue {
  const message = `@toolApi on "${method}" is a standard decorator: turn experimentalDecorators off`;
  return { code: "decorator", message };
}

import type { Args, Issue } from "@helve/core";
import { nameIssues } from "./described.ts";
import type { Tool } from "./tool.ts";
import { type Api, apiOf, apiTool } from "./tool-api.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/**
 * A named group of tools that share what they work on: a class whose methods are described with `@toolApi`. A member
 * is addressed `Toolkit.Tool`.
 *
 * @example
 * class Terminal extends Toolkit {
 *   override readonly name = "Terminal";
 *   override readonly description = "Runs commands.";
 *
 *   @toolApi(`Run a command.
 *
 *     Args:
 *         command (str): the command line`)
 *   Execute(command: string): Promise<string> { … }
 * }
 */
export abstract class Toolkit {
  /** Letters, digits, `_` and `-`; the class's name by default: set it where code gets minified. */
  readonly name: string = this.constructor.name;
  /** What the tools are for. */
  abstract readonly description: string;
  #tools: readonly Tool<Args>[] | undefined;

  /**
   * The tools in the order they are written, a parent class's first; a method that overrides one takes its place.
   *
   * @throws ToolDefinitionError when there is none, or a name or a description is missing or stands twice
   */
  get tools(): readonly Tool<Args>[] {
    this.#tools ??= collect(this);
    return this.#tools;
  }
}

function collect(toolkit: Toolkit): readonly Tool<Args>[] {
  const tools = Array.from(apis(toolkit), ([method, api]) => {
    return apiTool(api, (...args) => Reflect.apply(Reflect.get(toolkit, method), toolkit, args));
  });
  const names = tools.map((tool) => tool.name);
  const issues: Issue[] = [
    ...nameIssues("toolkit", toolkit.name),
    ...(tools.length === 0 ? [{ code: "empty", message: `the toolkit "${toolkit.name}" has no @toolApi method` }] : []),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => ({ code: "duplicate", message: `the toolkit "${toolkit.name}" has two tools named "${name}"` })),
  ];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return tools;
}

/** What is said of each described method, by the method's name; the class nearest to the toolkit says it last. */
function apis(toolkit: Toolkit): ReadonlyMap<PropertyKey, Api> {
  const prototypes: object[] = [];
  for (let at = Object.getPrototypeOf(toolkit); at !== Toolkit.prototype; at = Object.getPrototypeOf(at)) {
    prototypes.unshift(at);
  }
  const found = new Map<PropertyKey, Api>();
  for (const prototype of prototypes) {
    for (const key of Reflect.ownKeys(prototype)) {
      const api = apiOf(Object.getOwnPropertyDescriptor(prototype, key)?.value);
      if (api !== undefined) found.set(key, api);
    }
  }
  return found;
}

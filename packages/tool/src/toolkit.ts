import type { Args, ArgumentParser } from "@helve/core";
import { parseDocstring } from "@helve/docstring";
import { apiTool } from "./api-tool.ts";
import { nameIssues } from "./described.ts";
import { descriptionOf } from "./docstring-schema.ts";
import type { Tool } from "./tool.ts";
import { attempt, ToolDefinitionError } from "./tool-definition-error.ts";
import { type Apis, apisOf, staticText } from "./toolkit-apis.ts";

/** The part of an argument parser that tells the model how to write arguments. */
export type ParameterDescriber = Pick<ArgumentParser, "parameterDescription">;

/** What a toolkit is made with. */
export interface ToolkitOptions {
  /** Goes before the class's static `description`; one that is written as a field stays. */
  readonly description?: string;
  /** The parser whose `parameterDescription` tells the model how to write arguments. */
  readonly parser?: ParameterDescriber;
  /** Whether the tools may be used; true by default. */
  readonly enable?: boolean;
}

/**
 * A named group of tools that share what they work on: a class whose methods are described with `@toolApi`. A member
 * is addressed `Toolkit.Tool`.
 *
 * A class whose only tool is its method `run` is a single tool, called by the class's name. `run` is described with
 * `@toolApi`, or by the static properties `docstring` and `description`.
 *
 * Clashes of names throw when the toolkit is made, missing descriptions when its tools are first asked for.
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
 *
 * @example
 * class Bold extends Toolkit {
 *   static readonly docstring = `make text bold
 *
 *     Args:
 *         text (str): input text`;
 *
 *   run(text: string) { return `**${text}**`; }
 * }
 */
export abstract class Toolkit {
  /** Letters, digits, `_` and `-`; the class's name by default: set it where code gets minified. */
  readonly name: string = this.constructor.name;
  /** What the tools are for. The class's static `description` by default; a single tool needs none. */
  readonly description: string;
  /** Whether the tools may be used. */
  readonly enable: boolean;
  readonly parser: ParameterDescriber | undefined;
  readonly #apis: Apis;
  #tools: readonly Tool<Args>[] | undefined;

  /** @throws ToolDefinitionError when there is no tool, two have one name, or one has a name of the toolkit's own */
  constructor({ description, parser, enable = true }: ToolkitOptions = {}) {
    this.#apis = apisOf(new.target);
    this.description = description ?? staticText(new.target, "description") ?? runText(this.#apis);
    this.enable = enable;
    this.parser = parser;
  }

  /** Whether it is a group of tools, rather than a single one in its `run`. */
  get isToolkit(): boolean {
    return !this.#apis.has("run");
  }

  /**
   * The tools in the order they are written, a parent class's first; a method that overrides one takes its place.
   *
   * @throws ToolDefinitionError when a name or a description is missing
   */
  get tools(): readonly Tool<Args>[] {
    this.#tools ??= collect(this, this.#apis);
    return this.#tools;
  }
}

function collect(toolkit: Toolkit, apis: Apis): readonly Tool<Args>[] {
  const issues = [...nameIssues("toolkit", toolkit.name)];
  const isLagent = Array.from(apis.values()).every(({ options }) => options.compat === "lagent");
  if (toolkit.isToolkit && toolkit.description.trim() === "" && !isLagent) {
    const message = `the toolkit "${toolkit.name}" needs a description: the model chooses by it`;
    issues.push({ code: "description", message, path: "/description" });
  }
  const tools: Tool<Args>[] = [];
  for (const [method, api] of apis) {
    const own = method === "run" ? { ...api, name: toolkit.name, fallback: toolkit.description } : api;
    const call = (...args: unknown[]): unknown => Reflect.apply(Reflect.get(toolkit, method), toolkit, args);
    const tool = attempt(issues, () => apiTool(own, call));
    if (tool !== undefined) tools.push(tool);
  }
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return tools;
}

/** What the docstring of a single tool says it does. */
function runText(apis: Apis): string {
  return descriptionOf(parseDocstring(apis.get("run")?.docstring ?? ""));
}

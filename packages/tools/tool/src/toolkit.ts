// Toolkits: classes whose decorated methods are tools that share state.

import type { Args, ArgumentParser, Issue } from "@helve/core";
import { didYouMean, ownMember } from "@helve/core/internal";
import { parseDocstring } from "@helve/docstring";
import { nameIssues } from "./description-issues.ts";
import { docstringDescription } from "./docstring-schema.ts";
import type { Tool } from "./tool.ts";
import { collectIssues, ToolDefinitionError } from "./tool-definition-error.ts";
import { toolFromDocstring } from "./tool-from-docstring.ts";
import { type ToolChanges, toolWith } from "./tool-with.ts";
import { type DescribedMethods, describedMethods, staticText } from "./toolkit-methods.ts";

/** The part of an argument parser that tells the model how to write arguments. */
export type ParameterDescriber = Pick<ArgumentParser, "parameterDescription">;

/** The options of a toolkit's constructor. */
export interface ToolkitOptions {
  /** Overrides the class's static `description`; a `description` field of the class overrides both. */
  readonly description?: string;
  /** The parser whose `parameterDescription` tells the model how to write arguments. */
  readonly parser?: ParameterDescriber;
  /** Whether the tools may be used; true by default. */
  readonly enable?: boolean;
  /** Other texts than those of the class, such as those in another language. */
  readonly texts?: ToolkitTexts | undefined;
}

/** The texts of a toolkit that models read. Absent ones stay as the class has them. */
export interface ToolkitTexts {
  /** Of the toolkit itself. */
  readonly description?: string;
  /** By tool name. */
  readonly tools: Readonly<Record<string, Pick<ToolChanges, "description" | "parameters">>>;
}

/**
 * A named group of tools that share state: a class whose methods are decorated with `@toolApi`. A tool of the group is
 * addressed `Toolkit.Tool`.
 *
 * A class whose only tool is its method `run` is a single tool, called by the class's name. `run` is described with
 * `@toolApi`, or by the static properties `docstring` and `description`.
 *
 * Name clashes throw when the toolkit is created; missing descriptions throw on the first access to `tools`.
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
  /** Letters, digits, `_` and `-`; the class's name by default: set it if the code is minified. */
  readonly name: string = this.constructor.name;
  /** What the tools are for. The class's static `description` by default; not required for a single tool. */
  readonly description: string;
  /** Whether the tools may be used. */
  readonly enable: boolean;
  readonly parser: ParameterDescriber | undefined;
  readonly #apis: DescribedMethods;
  readonly #texts: ToolkitTexts | undefined;
  #tools: readonly Tool<Args>[] | undefined;

  /** @throws ToolDefinitionError if there is no tool, two tools have the same name, or a name is reserved */
  constructor({ description, parser, enable = true, texts }: ToolkitOptions = {}) {
    this.#apis = describedMethods(new.target);
    this.#texts = texts;
    this.description =
      description ?? texts?.description ?? staticText(new.target, "description") ?? runDescription(this.#apis);
    this.enable = enable;
    this.parser = parser;
  }

  /** Whether this is a group of tools, rather than a single tool in `run`. */
  get isToolkit(): boolean {
    return !this.#apis.has("run");
  }

  /**
   * The tools in source order, those of parent classes first; an overriding method replaces its parent's.
   *
   * @throws ToolDefinitionError if a name or description is missing, or `texts` are about a tool or parameter that doesn't exist
   */
  get tools(): readonly Tool<Args>[] {
    this.#tools ??= withTexts(createTools(this, this.#apis), this.#texts?.tools ?? {});
    return this.#tools;
  }
}

/** Creates the tools of a toolkit, with methods bound to it; throws with every problem. */
function createTools(toolkit: Toolkit, apis: DescribedMethods): readonly Tool<Args>[] {
  const issues = [...nameIssues("toolkit", toolkit.name)];
  const isLenient = Array.from(apis.values()).every(({ options }) => options.reader?.isLenient === true);
  if (toolkit.isToolkit && toolkit.description.trim() === "" && !isLenient) {
    const message = `the toolkit "${toolkit.name}" needs a description: the model chooses by it`;
    issues.push({ code: "description", message, path: "/description" });
  }
  const tools: Tool<Args>[] = [];
  for (const [method, api] of apis) {
    const own = method === "run" ? { ...api, name: toolkit.name, fallback: toolkit.description } : api;
    const call = (...args: unknown[]): unknown => Reflect.apply(Reflect.get(toolkit, method), toolkit, args);
    const tool = collectIssues(issues, () => toolFromDocstring(own, call));
    if (tool !== undefined) tools.push(tool);
  }
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return tools;
}

/** The tools with other texts; throws with every problem. */
function withTexts(tools: readonly Tool<Args>[], texts: ToolkitTexts["tools"]): readonly Tool<Args>[] {
  const names = tools.map(({ name }) => name);
  const issues: Issue[] = Object.keys(texts)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: "texts",
      message: `there is no tool "${name}"${didYouMean(name, names)}`,
      path: "/texts",
    }));
  const changed = tools.map((tool) => {
    const changes = ownMember(texts, tool.name) as ToolChanges | undefined;
    return changes === undefined ? tool : (collectIssues(issues, () => toolWith(tool, changes)) ?? tool);
  });
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return changed;
}

/** The description of a single tool, from the docstring of `run`. */
function runDescription(apis: DescribedMethods): string {
  return docstringDescription(parseDocstring(apis.get("run")?.docstring ?? ""));
}

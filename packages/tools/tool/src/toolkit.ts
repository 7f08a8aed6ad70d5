/** Toolkits: classes whose decorated methods are tools that share state. */
import type { Args, ArgumentParser, Issue } from "@helve/core";
import { didYouMean, type InstanceOrClass, isObject, parserInstance, withoutUndefined } from "@helve/core/internal";
import { parseDocstring } from "@helve/docstring";
import { nameIssues } from "./description-issues.ts";
import { docstringDescription } from "./docstring-schema.ts";
import type { Tool } from "./tool.ts";
import { collectIssues, ToolDefinitionError } from "./tool-definition-error.ts";
import { toolFromDocstring } from "./tool-from-docstring.ts";
import { changedTools } from "./tool-with/changed-toolkit.ts";
import type { ToolChanges } from "./tool-with/tool-changes.ts";
import { toolWith } from "./tool-with.ts";
import { type DescribedMethods, describedMethods, staticText, type ToolkitConstructor } from "./toolkit-methods.ts";
import {
  invalidOptionIssues,
  type OptionNames,
  type OptionValues,
  trueOrFalse,
  unknownOptionIssues,
} from "./unknown-options.ts";

/** The part of an argument parser that tells the model how to write arguments. */
export type ParameterDescriber = Pick<ArgumentParser, "parameterDescription">;

/** A parser, or a class that creates one without arguments: `TupleParser`. */
export type ParserOption = InstanceOrClass<ParameterDescriber>;

/** The options of a toolkit's constructor. */
export interface ToolkitOptions {
  /** Overrides the class's static `description`; a `description` field of the class overrides both. */
  readonly description?: string;
  /** The parser whose `parameterDescription` tells the model how to write arguments, or its class. */
  readonly parser?: ParserOption;
  /** Whether the tools may be used; true by default. */
  readonly enable?: boolean;
  /** Where its tools work; the `place` of a tool takes precedence. */
  readonly place?: Tool["place"];
  /** Other texts than those of the class, such as those in another language. */
  readonly texts?: ToolkitTexts | undefined;
}

/** The texts of a toolkit that models read. Absent ones stay as the class has them. */
export interface ToolkitTexts {
  /** The description of the toolkit itself. */
  readonly description?: string;
  /** By tool name. */
  readonly tools: Readonly<Record<string, Pick<ToolChanges, "description" | "parameters">>>;
}

/**
 * A named group of tools that share state: a class whose methods are decorated with `@toolApi`. A tool of the group is
 * addressed `Toolkit.Tool`.
 *
 * The static property `description` is what the group is for, or the text of the static `docstring` before its sections.
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
  /** The purpose of the tools. The class's static `description` or `docstring` by default; not required for a single tool. */
  readonly description: string;
  /** Whether the tools may be used. */
  readonly enable: boolean;
  readonly parser: ParameterDescriber | undefined;
  readonly #apis: DescribedMethods;
  readonly #texts: ToolkitTexts | undefined;
  readonly #place: Tool["place"];
  #tools: readonly Tool<Args>[] | undefined;

  /** @throws ToolDefinitionError if there is no tool, two tools have the same name, a name is reserved, or an option is unknown or invalid */
  constructor(options: ToolkitOptions = {}) {
    const what = `the toolkit "${new.target.name}"`;
    if (!isObject(options as unknown)) throw new ToolDefinitionError([notOptionsIssue(what)]);
    const parser = options.parser && parserInstance(options.parser);
    const issues = optionIssues(options, parser, what);
    if (issues.length > 0) throw new ToolDefinitionError(issues);
    const { description, enable = true, place, texts } = options;
    this.#apis = describedMethods(new.target);
    this.#texts = texts;
    this.#place = place;
    this.description = description ?? texts?.description ?? classDescription(new.target, this.#apis);
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
    this.#tools ??= withTexts(createTools(this, this.#apis, this.#place), this.#texts?.tools ?? {});
    return this.#tools;
  }
}

const optionNames: OptionNames<ToolkitOptions> = {
  description: true,
  parser: true,
  enable: true,
  place: true,
  texts: true,
};

/** The issue for options that are not an object. */
function notOptionsIssue(toolkit: string): Issue {
  return { code: "option", message: `the options of ${toolkit} must be an object: { enable: false }` };
}

const optionValues: OptionValues<ToolkitOptions> = {
  description: ["a text", (value) => typeof value === "string"],
  enable: trueOrFalse,
  texts: [
    'an object with a "description" and the texts of the tools, as "tools"',
    (value) => isObject(value) && isObject(value["tools"] ?? {}) && typeof (value["description"] ?? "") === "string",
  ],
};

/** An issue for each option that does not exist, or whose value is of another type. */
function optionIssues(options: ToolkitOptions, parser: unknown, toolkit: string): readonly Issue[] {
  const isParser = isObject(parser) && ("decode" in parser || "parameterDescription" in parser);
  const parserIssues = invalidOptionIssues(
    { parser },
    { parser: ["a parser of arguments or its class, such as TupleParser", () => isParser] },
    toolkit,
  );
  return [
    ...unknownOptionIssues(options, optionNames, toolkit),
    ...invalidOptionIssues(options, optionValues, toolkit),
    ...parserIssues,
  ];
}

/** The description of a class: its static `description`, or the text of its docstring before the sections. That of `run` is a tool's. */
function classDescription(toolkit: ToolkitConstructor, apis: DescribedMethods): string {
  const description = staticText(toolkit, "description");
  if (description !== undefined) return dedented(description);
  const run = apis.get("run");
  const docstring = run === undefined ? (staticText(toolkit, "docstring") ?? "") : run.docstring;
  const { reader } = (run ?? [...apis.values()][0])?.options ?? {};
  const read = reader?.read(docstring, { name: toolkit.name, length: 0 });
  if (read !== undefined) return read.description;
  const parsed = parseDocstring(docstring);
  return run === undefined ? parsed.description : docstringDescription(parsed);
}

/** A text without the indentation that its lines after the first one have in common, as Python's `cleandoc`. */
function dedented(text: string): string {
  const [first = "", ...lines] = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return [first.trimStart(), ...lines.map((line) => line.slice(indent))].join("\n").trim();
}

/** Creates the tools of a toolkit, with methods bound to it; throws with every problem. */
function createTools(toolkit: Toolkit, apis: DescribedMethods, place: Tool["place"]): readonly Tool<Args>[] {
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
    if (tool !== undefined) tools.push(withoutUndefined({ ...tool, place: tool.place ?? place }));
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
  return changedTools(tools, texts, toolWith, issues);
}

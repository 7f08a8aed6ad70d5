/** `toolWith`: copies a tool with another name, other descriptions or other options. */
import type { Issue, JsonSchema } from "@helve/core";
import { didYouMean, isObject } from "@helve/core/internal";
import { type OpenToolFunction, toOpenToolFunction } from "@helve/opentool";
import { missingDescriptions, nameIssues } from "./description-issues.ts";
import type { Tool } from "./tool.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf } from "./tool-options.ts";
import { changedToolkit, type ToolkitParts } from "./tool-with/changed-toolkit.ts";
import { type ToolChanges, type ToolkitChanges, toolChangeNames } from "./tool-with/tool-changes.ts";
import { unknownOptionIssues } from "./unknown-options.ts";

/**
 * Returns a copy of a tool or toolkit with another name, other descriptions or other options (Inspect's `tool_with`). The copy executes
 * the same function.
 *
 * Unlike Inspect, the original tool is not changed, so one tool can have many copies, and changes accumulate from copy to
 * copy.
 *
 * @throws ToolDefinitionError for unknown changes, parameters and tools, if a name or description would be missing, and for a value that is not a tool
 *
 * @example
 * const myAdd = toolWith(add, { name: "my_add", parameters: { x: "the x argument" } });
 * const shell = toolWith(new Terminal(), { name: "Shell", tools: { Execute: { description: "Run a command on the build machine." } } });
 */
export function toolWith<Arguments, Result>(
  tool: Tool<Arguments, Result>,
  changes: ToolChanges,
): Tool<Arguments, Result>;
export function toolWith(toolkit: ToolkitParts, changes: ToolkitChanges): ToolkitParts;
export function toolWith(given: Tool | ToolkitParts, changes: ToolkitChanges): Tool | ToolkitParts {
  if (!isObject(changes)) {
    const message = "toolWith takes a tool, then an object of changes: { name, description, parameters }";
    throw new ToolDefinitionError([{ code: "changes", message }]);
  }
  if (isTool(given)) return changedTool(given, changes);
  if (isToolkit(given)) return changedToolkit(given, changes, changedTool);
  const message = "toolWith changes a tool or a toolkit, and this is neither: it has no parameters and no tools";
  throw new ToolDefinitionError([{ code: "tool", message }]);
}

/** Whether a value is a tool, which may be a function. */
function isTool(given: unknown): given is Tool {
  return isCompound(given) && "parameters" in given && "execute" in given;
}

function isToolkit(given: unknown): given is ToolkitParts {
  return isCompound(given) && "tools" in given && Array.isArray(given.tools);
}

function isCompound(given: unknown): given is object {
  return (typeof given === "object" || typeof given === "function") && given !== null;
}

/** A copy of one tool. */
function changedTool<Arguments>(tool: Tool<Arguments>, changes: ToolChanges): Tool<Arguments> {
  const { name = tool.name, description = tool.description } = changes;
  const texts = new Map(Object.entries(changes.parameters ?? {}));
  const changed = { name, description, parameters: schemaWithDescriptions(tool.parameters, texts) };
  const missing = descriptionIssuesOf(changed);
  const unknown = unknownOptionIssues(changes, toolChangeNames, "toolWith");
  const issues = [
    ...unknown,
    ...unknownParameters(tool, texts),
    ...changedNameIssues(tool, name),
    ...newIssues(tool, missing),
  ];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return {
    ...tool,
    ...changed,
    function: functionWithDescriptions(tool.function, changed, texts),
    diagnostics: tool.diagnostics.filter(({ code }) => code !== "description").concat(missing),
    ...optionsOf(changes),
    execute: (args, context) => tool.execute(args, context),
  };
}

/** The parts of a tool that are checked for missing descriptions. */
type ToolTexts = Pick<Tool, "name" | "description" | "parameters">;

/** An issue for each missing description of a tool and its parameters. */
function descriptionIssuesOf({ name, description, parameters }: ToolTexts): readonly Issue[] {
  return missingDescriptions(toOpenToolFunction({ name, description, parameters }).function, parameters).errors;
}

/** Returns the issues that a change adds. */
function newIssues(tool: ToolTexts, missing: readonly Issue[]): readonly Issue[] {
  if (missing.length === 0) return [];
  const before = new Set(descriptionIssuesOf(tool).map(({ path }) => path));
  return missing.filter(({ path }) => !before.has(path));
}

/** An issue if the new name is invalid. */
function changedNameIssues(tool: ToolTexts, name: string): readonly Issue[] {
  return name === tool.name ? [] : nameIssues("tool", name);
}

/** An issue for each described parameter that the tool does not have. */
function unknownParameters({ name, parameters }: ToolTexts, texts: ReadonlyMap<string, string>): readonly Issue[] {
  const valid = Object.keys(parameters.properties ?? {});
  const list = valid.length === 0 ? "it has no parameters" : `it has ${valid.map((valid) => `"${valid}"`).join(", ")}`;
  return [...texts.keys()]
    .filter((parameter) => !valid.includes(parameter))
    .map((parameter) => {
      const message = `the tool "${name}" has no parameter "${parameter}"${didYouMean(parameter, valid)}: ${list}`;
      return { code: "parameters", message, path: "/parameters" };
    });
}

/** A copy of a schema with other descriptions of its properties. */
function schemaWithDescriptions(schema: JsonSchema, texts: ReadonlyMap<string, string>): JsonSchema {
  if (schema.properties === undefined || texts.size === 0) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const description = texts.get(name);
    if (description === undefined) return [name, property] as const;
    const schema = typeof property === "object" ? property : property ? {} : { not: {} };
    return [name, { ...schema, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A copy of an OpenTool Function with another name and other descriptions. */
function functionWithDescriptions(
  fn: OpenToolFunction,
  { name, description }: ToolTexts,
  texts: ReadonlyMap<string, string>,
): OpenToolFunction {
  const parameters = fn.parameters.map((parameter) => {
    const text = texts.get(parameter.name);
    if (text === undefined) return parameter;
    const { description: _, ...schema } = parameter.schema;
    return { ...parameter, description: text, schema };
  });
  return { ...fn, name, description, parameters };
}

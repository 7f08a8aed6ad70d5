import type { Issue, JsonSchema } from "@helve/core";
import { didYouMean } from "@helve/core/internal";
import { type OpenToolFunction, toOpenToolFunction } from "@helve/opentool";
import { missingDescriptions, nameIssues } from "./described.ts";

import type { Tool } from "./tool.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import { optionsOf, type ToolOptions } from "./tool-options.ts";

/** What to say otherwise of a tool; what is absent stays. */
export interface ToolChanges extends ToolOptions {
  readonly name?: string;
  readonly description?: string;
  /** Descriptions by the parameters' names. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * A copy of a tool with another name or other descriptions (Inspect's `tool_with`). It runs what the tool runs.
 *
 * Inspect changes the tool in place; here the given tool stays as it is, so that one tool can have many copies, and
 * changes add up from copy to copy.
 *
 * @throws ToolDefinitionError naming every parameter that the tool does not have, and what would be left without a name
 *   or description
 *
 * @example
 * const myAdd = toolWith(add, { name: "my_add", parameters: { x: "the x argument" } });
 */
export function toolWith<Arguments, Result>(
  tool: Tool<Arguments, Result>,
  changes: ToolChanges,
): Tool<Arguments, Result> {
  const { name = tool.name, description = tool.description } = changes;
  const texts = new Map(Object.entries(changes.parameters ?? {}));
  const changed = { name, description, parameters: describedSchema(tool.parameters, texts) };
  const missing = silent(changed);
  const issues = [...unknownParameters(tool, texts), ...nameIssuesOf(tool, name), ...unlessBefore(tool, missing)];
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return {
    ...tool,
    ...changed,
    function: describedFunction(tool.function, changed, texts),
    diagnostics: tool.diagnostics.filter(({ code }) => code !== "description").concat(missing),
    ...optionsOf(changes),
    execute: (args, context) => tool.execute(args, context),
  };
}

/** What a tool is described by. */
type Description = Pick<Tool, "name" | "description" | "parameters">;

function silent({ name, description, parameters }: Description): readonly Issue[] {
  return missingDescriptions(toOpenToolFunction({ name, description, parameters }).function, parameters);
}

/** Only what a change makes worse: a tool of a document may lack descriptions, an executor's may have a dot. */
function unlessBefore(tool: Description, missing: readonly Issue[]): readonly Issue[] {
  if (missing.length === 0) return [];
  const before = new Set(silent(tool).map(({ path }) => path));
  return missing.filter(({ path }) => !before.has(path));
}

function nameIssuesOf(tool: Description, name: string): readonly Issue[] {
  return name === tool.name ? [] : nameIssues("tool", name);
}

function unknownParameters({ name, parameters }: Description, texts: ReadonlyMap<string, string>): readonly Issue[] {
  const valid = Object.keys(parameters.properties ?? {});
  const list = valid.length === 0 ? "it has none" : `it has ${valid.map((one) => `"${one}"`).join(", ")}`;
  return [...texts.keys()]
    .filter((parameter) => !valid.includes(parameter))
    .map((parameter) => {
      const message = `the tool "${name}" has no parameter "${parameter}"${didYouMean(parameter, valid)}: ${list}`;
      return { code: "parameters", message, path: "/parameters" };
    });
}

function describedSchema(schema: JsonSchema, texts: ReadonlyMap<string, string>): JsonSchema {
  if (schema.properties === undefined || texts.size === 0) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const description = texts.get(name);
    if (description === undefined) return [name, property] as const;
    return [name, { ...(typeof property === "object" ? property : !property && { not: {} }), description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function describedFunction(
  fn: OpenToolFunction,
  { name, description }: Description,
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

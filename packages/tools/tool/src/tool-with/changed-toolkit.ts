import type { Args, ArgumentParser, Issue } from "@helve/core";
import { didYouMean, ownMember, withoutUndefined } from "@helve/core/internal";
import { nameIssues } from "../description-issues.ts";
import type { Tool } from "../tool.ts";
import { collectIssues, ToolDefinitionError } from "../tool-definition-error.ts";
import { unknownOptionIssues } from "../unknown-options.ts";
import { type ToolChanges, type ToolkitChanges, toolkitChangeNames } from "./tool-changes.ts";

/** A toolkit as a plain object, with another name or description, or other tools. */
export function changedToolkit(
  toolkit: ToolkitParts,
  { tools: byName = {}, ...changes }: ToolkitChanges,
  changedTool: (tool: Tool<Args>, changes: ToolChanges) => Tool<Args>,
): ToolkitParts {
  const { tools, isToolkit = true, enable, parser } = toolkit;
  const { name = toolkit.name, description = toolkit.description } = changes;
  const parts = withoutUndefined({ name, description, isToolkit, enable, parser });
  if (!isToolkit) return { ...parts, tools: tools.map((tool) => changedTool(tool, changes)) };
  const unknown = unknownOptionIssues(changes, toolkitChangeNames, "toolWith");
  const issues = [...unknown, ...groupIssues(toolkit, Object.keys(byName), changes)];
  return { ...parts, tools: changedTools(tools, byName, changedTool, issues) };
}

/** The parts of a toolkit that an executor needs. */
export interface ToolkitParts {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool<Args>[];
  /** Whether this is a group; true by default. */
  readonly isToolkit?: boolean;
  readonly enable?: boolean;
  readonly parser?: Pick<ArgumentParser, "parameterDescription"> | undefined;
}

/**
 * The tools with the changes that are listed under their names.
 *
 * @param issues - the issues so far
 * @throws ToolDefinitionError with these issues and the issues of the changes
 */
export function changedTools(
  tools: readonly Tool<Args>[],
  byName: Readonly<Record<string, ToolChanges>>,
  changedTool: (tool: Tool<Args>, changes: ToolChanges) => Tool<Args>,
  issues: readonly Issue[],
): readonly Tool<Args>[] {
  const all = [...issues];
  const changed = tools.map((tool) => {
    const own = ownMember(byName, tool.name) as ToolChanges | undefined;
    return own === undefined ? tool : (collectIssues(all, () => changedTool(tool, own)) ?? tool);
  });
  if (all.length > 0) throw new ToolDefinitionError(all);
  return changed;
}

/** Issues of changes that a group of tools can't have: of a tool that it lacks, or of parameters, which only its tools have. */
function groupIssues(
  { name, tools }: ToolkitParts,
  changed: readonly string[],
  { parameters, name: newName = name }: ToolChanges,
): readonly Issue[] {
  const names = tools.map((tool) => tool.name);
  const unknown = changed
    .filter((tool) => !names.includes(tool))
    .map((tool) => {
      const hint = didYouMean(tool, names);
      return { code: "tools", message: `the toolkit "${name}" has no tool "${tool}"${hint}`, path: "/tools" };
    });
  const message = `"parameters" are those of a tool of the toolkit "${name}": write { tools: { ${names[0]}: { parameters: … } } }`;
  return [
    ...(newName === name ? [] : nameIssues("toolkit", newName)),
    ...unknown,
    ...(parameters === undefined ? [] : [{ code: "parameters", message, path: "/parameters" }]),
  ];
}

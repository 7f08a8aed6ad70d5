import type { Issue } from "@helve/core";
import { wireNames } from "@helve/opentool";
import type { Tool, Toolkit } from "@helve/tool";
import { ExecutorError } from "./executor-error.ts";

/** The tools of an executor, found by either of their names. */
export interface ToolTable {
  /** Their own names, in the order the tools were given. */
  readonly names: readonly string[];
  /** @param name - a tool's own name, or its name on the wire */
  find(name: string): Tool | undefined;
}

/** A toolkit, or what is like one. */
export type ToolGroup = Pick<Toolkit, "name" | "tools"> & Partial<Pick<Toolkit, "enable" | "isToolkit">>;

/**
 * Lays out tools and toolkits as one table; a toolkit's member is named `Toolkit.Tool`. A single tool that is written as
 * a class keeps its own name, and one that is not enabled is left out.
 *
 * @throws ExecutorError when two tools have one name; WireNameError when two have one name on the wire
 */
export function toolTable(given: Iterable<Tool | ToolGroup>): ToolTable {
  const tools = Array.from(given).flatMap((one) => ("tools" in one ? members(one) : [one]));
  const byName = new Map<string, Tool>();
  const issues: Issue[] = [];
  for (const tool of tools) {
    if (byName.has(tool.name)) issues.push({ code: "duplicate", message: `there are two tools named "${tool.name}"` });
    byName.set(tool.name, tool);
  }
  if (issues.length > 0) throw new ExecutorError(issues);

  const wire = wireNames(byName.keys());
  return {
    names: [...byName.keys()],
    find: (name) => byName.get(name) ?? byName.get(wire.fromWire(name) ?? name),
  };
}

function members({ name, tools, enable = true, isToolkit = true }: ToolGroup): readonly Tool[] {
  if (!enable) return [];
  return isToolkit ? tools.map((tool) => ({ ...tool, name: `${name}.${tool.name}` })) : tools;
}

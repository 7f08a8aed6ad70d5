import { codingAgentTools } from "./tool-presets/coding-agents.ts";
import { frameworkTools } from "./tool-presets/frameworks.ts";
import { serverTools } from "./tool-presets/servers.ts";
import type { ToolUse, ToolUses } from "./tool-use.ts";

/**
 * The argument meanings of the tools of common agents, frameworks and MCP servers, by the name of the product: `claudeCode`, `codex`,
 * `mcpFilesystem`. Policies know all of them; pass one to `tools` to change a part of it.
 */
export const toolPresets: Readonly<Record<string, Readonly<Record<string, ToolUses>>>> = {
  ...codingAgentTools,
  ...frameworkTools,
  ...serverTools,
};

/**
 * The uses of a tool in all presets: products use the same name for tools with different arguments, and a call shows which it is. The
 * name may have the prefix of an MCP server: `mcp__files__write_file`.
 */
export function presetUses(tool: string): readonly ToolUse[] | undefined {
  usesByTool ??= collectUses();
  return usesByTool.get(tool) ?? usesByTool.get(tool.replace(serverPrefix, ""));
}

/** The prefixes by which clients tell the tools of several MCP servers apart. */
const serverPrefix = /^(?:mcp__[\w-]+?__|MCP:|mcp_[a-z]+_|functions\.|[\w-]+[./])/;

let usesByTool: ReadonlyMap<string, readonly ToolUse[]> | undefined;

/** Collects what the presets say about each tool. */
function collectUses(): ReadonlyMap<string, readonly ToolUse[]> {
  const collected = new Map<string, Map<string, ToolUse>>();
  for (const preset of Object.values(toolPresets)) {
    for (const [tool, uses] of Object.entries(preset)) {
      const known = collected.get(tool) ?? new Map<string, ToolUse>();
      for (const use of [uses].flat()) known.set(JSON.stringify(use), use);
      collected.set(tool, known);
    }
  }
  return new Map([...collected].map(([tool, uses]) => [tool, [...uses.values()]]));
}

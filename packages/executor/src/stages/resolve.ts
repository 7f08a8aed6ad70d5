import { nearest, type ResolveRecord } from "@helve/core";
import type { Tool } from "@helve/tool";
import type { Staged } from "../failure.ts";
import type { ToolTable } from "../tool-table.ts";

/** Name to tool: the tool's own name, or its name on the wire. Matching is exact. */
export function resolve(name: string, tools: ToolTable): Staged<ResolveRecord, Tool> {
  const tool = tools.find(name);
  if (tool !== undefined) return { ok: true, record: { tool: tool.name, suggestions: [] }, made: tool };

  const meant = typeof name === "string" ? nearest(name, tools.names) : undefined;
  const hint = meant === undefined ? `The tools are: ${tools.names.join(", ")}.` : `Did you mean "${meant}"?`;
  return {
    ok: false,
    record: { tool: null, suggestions: meant === undefined ? [] : [meant] },
    failure: {
      status: "unknown_tool",
      error: { code: "unknown_tool", message: `There is no tool ${JSON.stringify(name)}. ${hint}` },
      recoverable: "model",
    },
  };
}

import type { ResolveRecord } from "@helve/core";
import { closestName } from "@helve/core/internal";
import type { Staged } from "../failure.ts";
import type { Entry, ToolTable } from "../tool-table.ts";

/** Name to tool: the tool's own name, or its name on the wire. Matching is exact. */
export function resolve(name: string, tools: ToolTable): Staged<ResolveRecord, Entry> {
  const entry = tools.find(name);
  if (entry !== undefined) return { ok: true, record: { tool: entry.tool.name, suggestions: none }, made: entry };

  const meant = typeof name === "string" ? closestName(name, tools.names) : undefined;
  const hint = meant === undefined ? listed(tools.names) : `Did you mean "${meant}"?`;
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

const none: readonly string[] = Object.freeze([]);

/** So many names are listed, when no other is near. */
const most = 50;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "There are no tools.";
  const others = names.length > most ? ` and ${names.length - most} others` : "";
  return `The tools are: ${names.slice(0, most).join(", ")}${others}.`;
}

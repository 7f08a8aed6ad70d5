import type { ResolveRecord } from "@helve/core";
import { closestName } from "@helve/core/internal";
import type { StageResult } from "../failure.ts";
import type { ToolEntry, ToolTable } from "../tool-table.ts";
import { truncateForRecord } from "../truncate-text.ts";

/**
 * The resolve stage: finds the tool by its own name or its wire name. Names match exactly; a similar one is suggested.
 *
 * @param noName - the message for a call without a name
 */
export function resolve(
  name: string,
  tools: ToolTable,
  noName = "the call has no tool's name: a call is { id, name, arguments }",
): StageResult<ResolveRecord, ToolEntry> {
  const entry = tools.find(name);
  if (entry !== undefined) return { ok: true, record: { tool: entry.tool.name, suggestions: none }, value: entry };

  const suggestion = typeof name === "string" ? closestName(name, tools.names) : undefined;
  const hint = suggestion === undefined ? toolList(tools.names) : `Did you mean "${suggestion}"?`;
  return {
    ok: false,
    record: { tool: null, suggestions: suggestion === undefined ? [] : [suggestion] },
    failure: {
      status: "unknown_tool",
      error: {
        code: "unknown_tool",
        message:
          name === ""
            ? `${capitalized(noName)}. ${hint}`
            : `There is no tool ${JSON.stringify(truncateForRecord(name, maxNameBytes))}. ${hint}`,
      },
      recoverable: "model",
    },
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const none: readonly string[] = Object.freeze([]);

/** The limit of an unknown name in a message, which a model may have filled with its whole answer. */
const maxNameBytes = 500;

/** How many names an error message lists at most. */
const maxNames = 50;

/** Returns a sentence that lists the names of the tools, for the error of an unknown tool. */
function toolList(names: readonly string[]): string {
  if (names.length === 0) return "There are no tools.";
  const more = names.length > maxNames ? ` and ${names.length - maxNames} others` : "";
  return `The tools are: ${names.slice(0, maxNames).join(", ")}${more}.`;
}

import type { ToolUse, ToolUses } from "@helve/predicates";
import type { Tool } from "@helve/tool";
import type { ToolAnnotations } from "@modelcontextprotocol/server";

/**
 * Derives the annotations of tools (MCP 2025-06-18 §Tool) from what a policy declares about their arguments: a tool that only reads is
 * `readOnlyHint`, one that deletes, overwrites or runs code is `destructiveHint`. A tool that the policy does not name gets no annotation, and
 * clients treat it as destructive.
 *
 * @param uses - the `tools` of a policy of `@helve/predicates`
 * @returns a function for the option `annotations` of an `McpEndpoint`
 *
 * @example
 * const endpoint = new McpEndpoint(executor, { annotations: annotationsFrom(policy.tools) });
 */
export function annotationsFrom(
  uses: Readonly<Record<string, ToolUses>>,
): (tool: Pick<Tool, "name">) => ToolAnnotations | undefined {
  return ({ name }) => (Object.hasOwn(uses, name) ? annotationsOf([uses[name] ?? []].flat()) : undefined);
}

/** Derives MCP's hints (`readOnlyHint`, `destructiveHint`) from how rules see a tool; undefined if they know nothing. */
function annotationsOf(uses: readonly ToolUse[]): ToolAnnotations | undefined {
  if (uses.length === 0) return undefined;
  const kinds = uses.map((use) => kindOf(use));
  const openWorldHint = kinds.some(({ opensWorld }) => opensWorld);
  if (kinds.every(({ effect }) => effect === "read")) return { readOnlyHint: true, openWorldHint };
  return { readOnlyHint: false, destructiveHint: kinds.some(({ effect }) => effect === "destroy"), openWorldHint };
}

interface UseKind {
  readonly effect: "read" | "add" | "destroy";
  /** Whether it reaches things beyond this machine. */
  readonly opensWorld: boolean;
}

/** Returns the strongest effect of a use: read, write or delete. */
function kindOf(use: ToolUse): UseKind {
  if ("read" in use || "list" in use || "search" in use) return { effect: "read", opensWorld: false };
  if ("create" in use) return { effect: "add", opensWorld: false };
  // A request that sends something may change anything, and a saved result may replace a file.
  if ("fetch" in use) return { effect: (use.body ?? use.to) ? "destroy" : "read", opensWorld: true };
  return { effect: "destroy", opensWorld: "code" in use || "skill" in use || "remote" in use };
}

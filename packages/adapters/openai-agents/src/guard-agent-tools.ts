import { checkOptions, ExternalCalls, type ExternalCallsOptions, guardedCallsOptions } from "@helve/adapter";
import type { Tool } from "@openai/agents";
import { ActionCalls } from "./action-calls.ts";
import { AgentTools } from "./agent-tools.ts";
import { guardedFunctionTool } from "./guarded-function-tool.ts";
import { guardedPatchTool, guardedShellTool } from "./guarded-local-tools.ts";
import { markGuarded } from "./guarded-mark.ts";
import { SdkCalls } from "./sdk-calls.ts";

/**
 * Guards tools of the Agents SDK that are not Helve's: function tools, `shellTool` with a local shell, and `applyPatchTool`. The SDK runs them;
 * rules decide before, and results that a guard withholds do not reach the model. One object is for one run of an agent, of one user.
 *
 * @throws TypeError for an unknown option, and for tools that can't be guarded: hosted tools run at the provider, and a computer's actions are
 *   not tied to a call. List those in `unguarded` to pass them on unchanged
 *
 * @example
 * const helve = guardAgentTools([weather, shellTool({ shell })], { guards: [engine] });
 * const agent = new Agent({ name: "Assistant", tools: helve.tools });
 */
// biome-ignore lint/suspicious/noExplicitAny: tools for any context
export function guardAgentTools<One extends Tool<any>>(
  tools: readonly One[],
  options: GuardAgentToolsOptions,
): AgentTools<One> {
  checkOptions(options, [...guardedCallsOptions, "guards", "tools", "unguarded"], "guardAgentTools");
  if (!Array.isArray(tools)) throw new TypeError("guardAgentTools takes a list of tools, such as agent.tools");
  const { unguarded = [], approvals = new Map<string, string>(), ...externalOptions } = options;
  const names = tools.map(({ name }) => name);
  const unknown = unguarded.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new TypeError(`"unguarded" names no tool: ${unknown.join(", ")}`);
  const guarded = tools.filter(({ name }) => !unguarded.includes(name));
  const outOfReach = guarded.filter((tool) => !isLocal(tool)).map(({ name }) => name);
  if (outOfReach.length > 0) {
    throw new TypeError(
      `${outOfReach.join(", ")} can't be guarded: the calls don't reach the SDK's hooks. Leave it out, or list it in "unguarded"`,
    );
  }
  const external = new ExternalCalls({ ...externalOptions, approvals });
  const parameters = new Map(
    guarded.map((tool) => [tool.name, tool.type === "function" ? tool.parameters : undefined]),
  );
  const sdkCalls = new SdkCalls(external.calls, approvals, (call) =>
    external.decide(call, { tool: { parameters: parameters.get(call.name) } }),
  );
  const guard = (tool: Tool): Tool => {
    if (tool.type === "function") return markGuarded(guardedFunctionTool(tool, external, sdkCalls));
    const actions = new ActionCalls(tool.name, external, sdkCalls);
    if (tool.type === "shell") return markGuarded(guardedShellTool(tool, actions));
    return tool.type === "apply_patch" ? markGuarded(guardedPatchTool(tool, actions)) : tool;
  };
  const result = tools.map((tool) => (unguarded.includes(tool.name) ? tool : guard(tool)));
  return new AgentTools(result as One[], sdkCalls);
}

/** Options of `guardAgentTools`. */
export interface GuardAgentToolsOptions extends ExternalCallsOptions {
  /** The names of tools that are passed on unchanged. No rule sees their calls. */
  readonly unguarded?: readonly string[] | undefined;
}

/** Whether the SDK runs a tool in this process, with a hook around each call. */
function isLocal(tool: Tool): boolean {
  if (tool.type === "shell") return tool.shell !== undefined;
  return tool.type === "function" || tool.type === "apply_patch";
}

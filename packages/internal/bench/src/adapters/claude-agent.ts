import type { HookCallback, HookEvent, HookInput } from "@anthropic-ai/claude-agent-sdk";
import { type HelveHooks, helveHooks } from "@helve/claude-agent";
import { type AdapterBench, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/**
 * The hooks of the Claude Agent SDK, called as the SDK calls them. Claude Code is a program of its own: what its calls differ by is more than what
 * is measured.
 */
export function claudeAgentBench(): AdapterBench {
  const nothing: HookCallback = async () => ({});
  const none: HelveHooks = { PreToolUse: [{ hooks: [nothing] }], PostToolUse: [{ hooks: [nothing] }] };
  const guards = [tenRules()];
  return {
    name: "@helve/claude-agent (hooks only)",
    bare: (calls) => run(none, calls),
    guarded: (calls) => run(helveHooks({ guards }), calls),
  };
}

async function run(hooks: HelveHooks, calls: number): Promise<void> {
  for (let index = 0; index < calls; index++) {
    const call = { tool_name: "add", tool_input: JSON.parse(argumentsOf(index)), tool_use_id: `toolu_${index}` };
    const denied = await callHooks(hooks, "PreToolUse", call);
    if (JSON.stringify(denied) !== "[{}]") throw new Error(`a call was denied: ${JSON.stringify(denied)}`);
    const result = await addition.execute(call.tool_input);
    await callHooks(hooks, "PostToolUse", { ...call, tool_response: [{ type: "text", text: String(result) }] });
    await callHooks(hooks, "PostToolBatch", { tool_calls: [call] });
  }
}

function callHooks(hooks: HelveHooks, event: HookEvent, fields: object): Promise<readonly unknown[]> {
  const input = { session_id: "s", transcript_path: "/t", cwd: "/", hook_event_name: event, ...fields } as HookInput;
  const callbacks = (hooks[event] ?? []).flatMap((matcher) => matcher.hooks);
  const { signal } = new AbortController();
  return Promise.all(callbacks.map((hook) => hook(input, undefined, { signal })));
}

import type { HookEvent, HookInput, SyncHookJSONOutput } from "@anthropic-ai/claude-agent-sdk";
import { parseProgram } from "@helve/agentspec";
import type { HelveHooks } from "@helve/claude-agent";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";

/** An engine with rules, whose questions wait for a person. */
export function engine(rules: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine(parseProgram(rules), {
    ...{ predicates: [], inspect: inspectLater(), lateAnswers: { key: "0123456789abcdef0123456789abcdef" } },
    ...options,
  });
}

const base = { session_id: "s", transcript_path: "/t", cwd: "/p" };

/** Calls the hooks of an event, as the SDK does, and returns the answer of the first. */
export async function call(hooks: HelveHooks, event: HookEvent, fields: object): Promise<SyncHookJSONOutput> {
  const input = { ...base, hook_event_name: event, ...fields } as HookInput;
  const options = { signal: new AbortController().signal };
  const id = "tool_use_id" in fields ? String(fields.tool_use_id) : undefined;
  const callbacks = (hooks[event] ?? []).flatMap((matcher) => matcher.hooks);
  const outputs = await Promise.all(callbacks.map((hook) => hook(input, id, options)));
  return (outputs[0] ?? {}) as SyncHookJSONOutput;
}

/** The fields of a call of a tool. */
export function use(id: string, input: unknown, name = "pay"): object {
  return { tool_use_id: id, tool_name: name, tool_input: input };
}

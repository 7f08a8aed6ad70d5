import type { HookCallback, HookCallbackMatcher, HookEvent } from "@anthropic-ai/claude-agent-sdk";
import { canonicalJson } from "@helve/core";

/**
 * Adds hooks of the user to those of Helve. All run at the same time and the strictest answer wins, but changed arguments would not be those that
 * the rules have seen: a hook of the user that changes them, before the call or when Claude Code asks for a permission, denies the call.
 */
export function mergeHooks(hooks: HookMatchers, added: HookMatchers): HookMatchers {
  const merged: HookMatchers = { ...hooks };
  for (const event of Object.keys(added) as HookEvent[]) {
    const safe = safeHooks[event] ?? ((hook) => hook);
    const matchers = (added[event] ?? []).map((matcher) => ({ ...matcher, hooks: matcher.hooks.map(safe) }));
    merged[event] = [...(hooks[event] ?? []), ...matchers];
  }
  return merged;
}

/** Hooks by the name of their event: a value of `options.hooks`. */
export type HookMatchers = Partial<Record<HookEvent, HookCallbackMatcher[]>>;

const safeHooks: Partial<Record<HookEvent, (hook: HookCallback) => HookCallback>> = {
  PreToolUse: denyChanges,
  PermissionRequest: denyPermittedChanges,
};

/** Makes a hook deny instead of changing arguments. */
function denyChanges(hook: HookCallback): HookCallback {
  return async (input, id, options) => {
    const output = await hook(input, id, options);
    const specific = "hookSpecificOutput" in output ? output.hookSpecificOutput : undefined;
    if (specific?.hookEventName !== "PreToolUse" || specific.updatedInput === undefined) return output;
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: changedText,
      },
    };
  };
}

/** A hook for permission requests may repeat the arguments, as `canUseTool` does. */
function denyPermittedChanges(hook: HookCallback): HookCallback {
  return async (input, id, options) => {
    const output = await hook(input, id, options);
    const specific = "hookSpecificOutput" in output ? output.hookSpecificOutput : undefined;
    if (specific?.hookEventName !== "PermissionRequest" || input.hook_event_name !== "PermissionRequest") return output;
    const { decision } = specific;
    if (decision.behavior !== "allow" || decision.updatedInput === undefined) return output;
    if (canonicalJson(decision.updatedInput) === canonicalJson(input.tool_input)) return output;
    return {
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: changedText } },
    };
  };
}

const changedText = "a hook changed the arguments, so they are not those that the rules have decided on";

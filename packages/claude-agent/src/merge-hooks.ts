import type { HookCallback, HookCallbackMatcher, HookEvent } from "@anthropic-ai/claude-agent-sdk";

/** Hooks by the name of their event: a value of `options.hooks`. */
export type HookMatchers = Partial<Record<HookEvent, HookCallbackMatcher[]>>;

/**
 * Adds hooks of the user to those of Helve. All run at the same time and the strictest answer wins, but changed arguments would not be those that
 * the rules have seen: a hook of the user that changes them denies the call.
 */
export function mergeHooks(hooks: HookMatchers, added: HookMatchers): HookMatchers {
  const merged: HookMatchers = { ...hooks };
  for (const event of Object.keys(added) as HookEvent[]) {
    const matchers = added[event] ?? [];
    const safe = event === "PreToolUse" ? matchers.map(withoutChanges) : matchers;
    merged[event] = [...(hooks[event] ?? []), ...safe];
  }
  return merged;
}

function withoutChanges(matcher: HookCallbackMatcher): HookCallbackMatcher {
  return { ...matcher, hooks: matcher.hooks.map(denyChanges) };
}

function denyChanges(hook: HookCallback): HookCallback {
  return async (input, id, options) => {
    const output = await hook(input, id, options);
    const specific = "hookSpecificOutput" in output ? output.hookSpecificOutput : undefined;
    if (specific?.hookEventName !== "PreToolUse" || specific.updatedInput === undefined) return output;
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "a hook changed the arguments, so they are not those that the rules have decided on",
      },
    };
  };
}

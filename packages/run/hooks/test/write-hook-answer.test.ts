import type { Action, Verdict } from "@helve/core";
import {
  decisionOf,
  type HookClient,
  type HookDecision,
  type HookEvent,
  hookClients,
  hookFailure,
  readHookEvent,
  replacesResult,
  writeHookAnswer,
} from "@helve/hooks";
import { describe, expect, it } from "vitest";
import {
  antigravityCall,
  claudeBase,
  claudeCall,
  codexCall,
  copilotCall,
  cursorBase,
  gatewayCall,
  geminiCall,
  opencodeCall,
} from "./events.ts";

const inputs = {
  "claude-code": claudeCall,
  codex: codexCall,
  copilot: copilotCall,
  cursor: { ...cursorBase, hook_event_name: "preToolUse", tool_name: "Shell", tool_input: { command: "ls" } },
  gemini: geminiCall,
  antigravity: antigravityCall,
  opencode: opencodeCall,
  "docker-mcp": gatewayCall,
} as const;

function eventOf(client: HookClient, input: unknown = inputs[client]): HookEvent {
  const { value, issues } = readHookEvent(client, input);
  if (value === undefined) throw new Error(JSON.stringify(issues));
  return value;
}

function answer(event: HookEvent, decision: HookDecision): unknown {
  const { stdout, stderr, exitCode } = writeHookAnswer(event, decision);
  expect([stderr, exitCode]).toEqual(["", 0]);
  return stdout === "" ? undefined : JSON.parse(stdout);
}

const deny: HookDecision = { kind: "deny", reason: "rule @r" };
const ask: HookDecision = {
  kind: "ask",
  reason: "rule @r: rm deletes src",
  allowOnce: "To allow it once, run: helve allow 4f2a",
};
const rewrite: HookDecision = { kind: "rewrite", args: { command: "ls -a" } };
const denied = "rule @r: rm deletes src. A person has to decide. To allow it once, run: helve allow 4f2a";

describe("before a tool", () => {
  it.each<readonly [client: HookClient, allow: unknown, deny: object]>([
    [
      "claude-code",
      undefined,
      {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "rule @r",
        },
      },
    ],
    [
      "codex",
      undefined,
      {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "rule @r",
        },
      },
    ],
    ["copilot", undefined, { permissionDecision: "deny", permissionDecisionReason: "rule @r" }],
    ["cursor", { permission: "allow" }, { permission: "deny", user_message: "rule @r", agent_message: "rule @r" }],
    ["gemini", undefined, { decision: "deny", reason: "rule @r" }],
    ["antigravity", { decision: "allow" }, { decision: "deny", reason: "rule @r" }],
    ["docker-mcp", undefined, { content: [{ type: "text", text: "rule @r" }], isError: true }],
    ["opencode", { decision: "allow" }, { decision: "deny", reason: "rule @r" }],
  ])("%s allows and denies in its form", (client, allowed, refused) => {
    expect(answer(eventOf(client), { kind: "allow" })).toEqual(allowed);
    expect(answer(eventOf(client), deny)).toEqual(refused);
  });

  it("asks where the client asks a person, and denies with the way to allow it elsewhere", () => {
    expect(answer(eventOf("claude-code"), ask)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "rule @r: rm deletes src" },
    });
    expect(answer(eventOf("copilot"), ask)).toMatchObject({ permissionDecision: "ask" });
    expect(answer(eventOf("antigravity"), ask)).toMatchObject({ decision: "ask" });
    expect(answer(eventOf("codex"), ask)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: denied },
    });
    expect(answer(eventOf("cursor"), ask)).toMatchObject({ permission: "deny", user_message: denied });
    expect(answer(eventOf("gemini"), ask)).toEqual({ decision: "deny", reason: denied });
    expect(answer(eventOf("opencode"), ask)).toEqual({ decision: "deny", reason: denied });
  });

  it.each(["auto", "dontAsk", "bypassPermissions", "a new mode"])(
    "denies a question of Claude Code in the mode %s",
    (mode) => {
      const event = eventOf("claude-code", { ...claudeCall, permission_mode: mode });
      expect(answer(event, ask)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    },
  );

  it("rewrites arguments where the client can, and denies elsewhere", () => {
    expect(answer(eventOf("claude-code"), rewrite)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "ls -a" },
      },
    });
    expect(answer(eventOf("copilot"), rewrite)).toEqual({
      permissionDecision: "allow",
      modifiedArgs: { command: "ls -a" },
    });
    expect(answer(eventOf("cursor"), rewrite)).toEqual({ permission: "allow", updated_input: { command: "ls -a" } });
    expect(answer(eventOf("gemini"), rewrite)).toEqual({ hookSpecificOutput: { tool_input: { command: "ls -a" } } });
    expect(answer(eventOf("opencode"), rewrite)).toEqual({ decision: "rewrite", args: { command: "ls -a" } });
    expect(answer(eventOf("antigravity"), rewrite)).toMatchObject({ decision: "deny" });
  });
});

describe("at other events", () => {
  it("withholds a result of Docker's MCP gateway", () => {
    const event = eventOf("docker-mcp", { content: [{ type: "text", text: "secret" }] });
    expect(answer(event, { kind: "allow" })).toBeUndefined();
    expect(answer(event, deny)).toEqual({
      content: [{ type: "text", text: "The result is withheld: rule @r" }],
      isError: true,
    });
  });

  it("withholds a result", () => {
    const after = {
      ...claudeBase,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: {},
      tool_response: { stdout: "secret", stderr: "", interrupted: false },
    };
    expect(answer(eventOf("claude-code", after), deny)).toEqual({
      decision: "block",
      reason: "rule @r",
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        updatedToolOutput: {
          ...{ stdout: "The result is withheld: rule @r", stderr: "", interrupted: false, isImage: false },
        },
      },
    });
    expect(answer(eventOf("codex", { ...codexCall, ...after }), deny)).toEqual({
      decision: "block",
      reason: "rule @r",
    });
    expect(answer(eventOf("copilot", { ...copilotCall, toolResult: {} }), deny)).toMatchObject({
      modifiedResult: { resultType: "denied" },
    });
    expect(answer(eventOf("claude-code", after), { kind: "allow" })).toBeUndefined();
  });

  it("ends the turn of Claude Code where it may not accept what takes the place of a result", () => {
    const after = { ...claudeBase, tool_name: "New", tool_input: {}, tool_response: { text: "secret" } };
    const replaced = eventOf("claude-code", { ...after, hook_event_name: "PostToolUse" });
    expect(answer(replaced, deny)).toMatchObject({ continue: false, stopReason: "The result is withheld: rule @r" });
    expect(replacesResult(replaced)).toBe(false);
    expect(
      replacesResult(eventOf("claude-code", { ...after, hook_event_name: "PostToolUse", tool_name: "Bash" })),
    ).toBe(true);
    expect(
      replacesResult(eventOf("claude-code", { ...after, hook_event_name: "PostToolUseFailure", error: "secret" })),
    ).toBe(false);
    const batch = eventOf("claude-code", { ...claudeBase, hook_event_name: "PostToolBatch", tool_calls: [] });
    expect(answer(batch, deny)).toEqual({ continue: false, stopReason: "The result is withheld: rule @r" });
    expect(answer(batch, { kind: "allow" })).toBeUndefined();
  });

  it("leaves a question to the client's own at a permission request, and denies there", () => {
    const event = eventOf("codex", { ...codexCall, hook_event_name: "PermissionRequest" });
    expect(answer(event, ask)).toBeUndefined();
    expect(answer(event, { kind: "allow" })).toBeUndefined();
    expect(answer(event, deny)).toEqual({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "rule @r" } },
    });
  });

  it("blocks a prompt", () => {
    const prompt = { ...claudeBase, hook_event_name: "UserPromptSubmit", prompt: "x" };
    expect(answer(eventOf("claude-code", prompt), deny)).toEqual({ decision: "block", reason: "rule @r" });
    const cursor = eventOf("cursor", { ...cursorBase, hook_event_name: "beforeSubmitPrompt", prompt: "x" });
    expect(answer(cursor, deny)).toEqual({ continue: false, user_message: "rule @r" });
    expect(answer(cursor, { kind: "allow" })).toEqual({ continue: true });
  });
});

describe("hookFailure", () => {
  it.each(Object.keys(hookClients) as HookClient[])("denies in %s, with a cause that is never empty", (client) => {
    for (const cause of ["the rules have a mistake", ""]) {
      const { stdout, stderr, exitCode } = hookFailure(client, cause);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/^helve denies the call: \S/);
      if (stdout !== "") expect(JSON.parse(stdout)).toMatchObject({ decision: "deny" });
    }
  });
});

describe("hookFailure after a tool", () => {
  it("withholds the result", () => {
    const after = {
      ...claudeBase,
      hook_event_name: "PostToolUse",
      tool_name: "Read",
      tool_input: {},
      tool_response: "secret",
    };
    const { stdout, stderr, exitCode } = hookFailure("claude-code", "no state folder", eventOf("claude-code", after));
    expect([stderr, exitCode]).toEqual(["helve withholds the result: no state folder\n", 0]);
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { updatedToolOutput: "The result is withheld: helve failed: no state folder" },
    });
  });
});

describe("decisionOf", () => {
  const action: Action = { id: "1", name: "Bash", args: claudeCall.tool_input };
  const key = `sk-ant-${"a1B2".repeat(10)}`;
  const decision = {
    passes: [
      {
        action,
        enforcements: [],
        rules: [
          {
            rule: "no_exfiltration",
            line: 1,
            check: true,
            violated: true,
            predicates: [
              { predicate: "p", value: true, reason: `curl sends ${key}\nto x.io ${"x".repeat(500)}`, evidence: [] },
            ],
          },
        ],
      },
    ],
  } as const;

  it("says the messages of the rules, and what is safer", () => {
    const [pass] = decision.passes;
    const [rule] = pass.rules;
    const predicates = [
      { predicate: "p", value: true, reason: "git loses it", evidence: [], safer: ["git stash keeps it"] },
    ];
    const rules = [{ ...rule, predicates }] as const;
    const request = { action, rules, fixes: [], messages: ["This can't be undone."] };
    const verdict: Verdict = { kind: "pending", request, decision: { ...decision, passes: [{ ...pass, rules }] } };
    expect(decisionOf(eventOf("claude-code"), verdict)).toMatchObject({
      reason: "rule @no_exfiltration: git loses it (This can't be undone. Safer: git stash keeps it.)",
    });
  });

  it("names the rules and the reason, and hides secrets", () => {
    const decided = decisionOf(eventOf("claude-code"), { kind: "stop", reason: "", decision });
    expect(decided.kind).toBe("deny");
    const reason = "reason" in decided ? (decided.reason ?? "") : "";
    expect(reason).toMatch(/^rule @no_exfiltration: curl sends \[redacted\] to x\.io x+…$/);
    expect(reason.length).toBeLessThan(300);
  });

  it("asks, allows, rewrites, and denies another tool", () => {
    const event = eventOf("claude-code");
    const verdict = (allowed: Action): Verdict => ({ kind: "allow", action: allowed, decision: { passes: [] } });
    expect(decisionOf(event, verdict(action))).toEqual({ kind: "allow" });
    expect(decisionOf(event, verdict({ ...action, args: { command: "ls" } }))).toMatchObject({
      kind: "rewrite",
      args: { command: "ls" },
    });
    expect(decisionOf(event, verdict({ ...action, name: "Read" }))).toMatchObject({ kind: "deny" });
    const request = { action, rules: [], fixes: [] };
    expect(decisionOf(event, { kind: "pending", request, decision }, "how")).toMatchObject({
      kind: "ask",
      allowOnce: "how",
    });
  });
});

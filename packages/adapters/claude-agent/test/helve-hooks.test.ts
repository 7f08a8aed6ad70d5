import type { CanUseTool, HookCallback } from "@anthropic-ai/claude-agent-sdk";
import { helveHooks, helveOptions } from "@helve/claude-agent";
import type { Guard } from "@helve/core";
import { describe, expect, it } from "vitest";
import { call, engine, use } from "./events.ts";

const once = 'rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end';
const askAbove50 = "rule @ask trigger pay check args.amount > 50 enforce user_inspection end";

describe("helveHooks", () => {
  it("says nothing about an allowed call, so that Claude Code asks as it would without it", async () => {
    const hooks = helveHooks({ guards: [engine(once)] });
    expect(await call(hooks, "PreToolUse", use("a", { amount: 1 }))).toEqual({});
  });

  it("denies by default: without an answer, if onAsk throws, and if a guard throws", async () => {
    const denied = { hookSpecificOutput: { permissionDecision: "deny" } };
    const guards = [engine(askAbove50)];
    const throwing = (): never => {
      throw new Error("no terminal");
    };
    for (const hooks of [
      helveHooks({ guards }),
      helveHooks({ guards, onAsk: () => null }),
      helveHooks({ guards, onAsk: throwing }),
      helveHooks({ guards: [{ before: throwing }] }),
    ]) {
      expect(await call(hooks, "PreToolUse", use("a", { amount: 80 }))).toMatchObject(denied);
    }
  });

  it("does not give the error of onAsk to the model", async () => {
    const onAsk = () => Promise.reject(new Error("connect smtp://admin:hunter2@mail"));
    const output = await call(
      helveHooks({ guards: [engine(askAbove50)], onAsk }),
      "PreToolUse",
      use("a", { amount: 80 }),
    );
    expect(JSON.stringify(output)).toContain("asking a person failed");
    expect(JSON.stringify(output)).not.toContain("hunter2");
  });

  it("denies a permission with which a hook of the user changes the arguments", async () => {
    const permission = (updatedInput: Record<string, unknown> | undefined): HookCallback => {
      return async () => ({
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "allow", ...(updatedInput && { updatedInput }) },
        },
      });
    };
    const behaviors = [];
    for (const updatedInput of [{ amount: 8000 }, { amount: 8 }, undefined]) {
      const hooks = { PermissionRequest: [{ hooks: [permission(updatedInput)] }] };
      const merged = helveOptions({ hooks }, { guards: [engine(askAbove50)] }).hooks ?? {};
      const output = await call(merged, "PermissionRequest", use("a", { amount: 8 }));
      behaviors.push(output.hookSpecificOutput);
    }
    expect(behaviors).toMatchObject(["deny", "allow", "allow"].map((behavior) => ({ decision: { behavior } })));
  });

  it("denies a call whose answer comes too late", async () => {
    const hooks = helveHooks({
      ...{ guards: [engine(askAbove50)], timeout: 0.01 },
      onAsk: () => new Promise(() => undefined),
    });
    const output = await call(hooks, "PreToolUse", use("a", { amount: 80 }));
    expect(output).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });

  it("allows exactly what a person has approved or edited", async () => {
    const hooks = helveHooks({
      guards: [engine(askAbove50)],
      onAsk: ({ call: { id } }) => (id === "a" ? { decision: "approve" } : { decision: "edit", args: { amount: 20 } }),
    });
    const first = await call(hooks, "PreToolUse", use("a", { amount: 80 }));
    const second = await call(hooks, "PreToolUse", use("b", { amount: 90 }));
    expect(first.hookSpecificOutput).toMatchObject({ permissionDecision: "allow" });
    expect(first.hookSpecificOutput).not.toHaveProperty("updatedInput");
    expect(second.hookSpecificOutput).toMatchObject({ permissionDecision: "allow", updatedInput: { amount: 20 } });
  });

  it("ignores an answer to a call that nobody was asked about", async () => {
    const answers = { a: { decision: "approve" } } as const;
    const hooks = helveOptions({}, { guards: [engine(askAbove50)], answers }).hooks ?? {};
    const output = await call(hooks, "PreToolUse", use("a", { amount: 80 }));
    expect(output).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });

  it.each([
    ["PostToolBatch", { tool_calls: [{ tool_name: "pay", tool_input: {}, tool_use_id: "a" }] }],
    ["Stop", {}],
    ["UserPromptSubmit", { prompt: "Hi" }],
    ["SessionEnd", { reason: "other" }],
  ] as const)("ends a call that was allowed and never reported, at %s", async (event, fields) => {
    const seen: string[] = [];
    const guard: Guard = {
      before: async (action, { trajectory }) => {
        seen.push(JSON.stringify(trajectory));
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const hooks = helveHooks({ guards: [guard] });
    await call(hooks, "PreToolUse", use("a", {}));
    await call(hooks, "PreToolUse", { ...use("b", {}), agent_id: "sub" });
    await call(hooks, event, fields);
    await call(hooks, "PreToolUse", use("c", {}));
    expect([seen[0], seen[2], seen.at(-1)].map((text) => text?.includes("did not run"))).toEqual([false, false, true]);
  });

  it("keeps the calls of a sub-agent when the main agent stops", async () => {
    const rules = `rule @secret trigger after_action pay check True enforce stop("secret") end`;
    const hooks = helveHooks({ guards: [engine(rules)] });
    await call(hooks, "PreToolUse", { ...use("a", {}), agent_id: "sub" });
    await call(hooks, "Stop", { stop_hook_active: false });
    const output = await call(hooks, "PostToolUse", { ...use("a", {}), tool_response: "the balance" });
    expect(JSON.stringify(output)).toContain("secret");
  });

  it("ends the run before the model reads an error that a rule withholds", async () => {
    const rules = `rule @secret trigger after_action pay check True enforce stop("secret") end`;
    const hooks = helveHooks({ guards: [engine(rules)] });
    const batch = { tool_calls: [{ tool_name: "pay", tool_input: {}, tool_use_id: "a" }] };
    await call(hooks, "PreToolUse", use("a", {}));
    await call(hooks, "PostToolUseFailure", { ...use("a", {}), error: "the balance" });
    const ended = await call(hooks, "PostToolBatch", batch);
    expect(ended).toEqual({ continue: false, stopReason: expect.stringContaining("secret") });
    expect(await call(hooks, "PostToolBatch", batch)).toEqual({});
  });

  it("goes on after an error that no rule withholds", async () => {
    const hooks = helveHooks({ guards: [engine(once)] });
    await call(hooks, "PreToolUse", use("a", {}));
    await call(hooks, "PostToolUseFailure", { ...use("a", {}), error: "no funds" });
    const batch = { tool_calls: [{ tool_name: "pay", tool_input: {}, tool_use_id: "a" }] };
    expect(await call(hooks, "PostToolBatch", batch)).toEqual({});
  });

  it("denies a call whose arguments another hook changes", async () => {
    const change: HookCallback = async () => ({
      hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { amount: 9 } },
    });
    const hooks = helveHooks({ guards: [engine(once)], hooks: { PreToolUse: [{ hooks: [change] }] } });
    const [, added] = hooks.PreToolUse ?? [];
    const options = { signal: new AbortController().signal };
    const output = await added?.hooks[0]?.({ hook_event_name: "PreToolUse" } as never, "a", options);
    expect(output).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });

  it("defers one call, and refuses another question meanwhile", async () => {
    const hooks = helveOptions({}, { guards: [engine(askAbove50)], defer: true }).hooks ?? {};
    const first = await call(hooks, "PreToolUse", use("a", { amount: 80 }));
    const second = await call(hooks, "PreToolUse", use("b", { amount: 90 }));
    const asked = await call(hooks, "PermissionRequest", { tool_name: "pay", tool_input: { amount: 80 } });
    expect([first, second]).toMatchObject([
      { hookSpecificOutput: { permissionDecision: "defer" } },
      { hookSpecificOutput: { permissionDecision: "deny" } },
    ]);
    expect(asked).toMatchObject({ hookSpecificOutput: { decision: { behavior: "deny" } } });
  });

  it("denies arguments that canUseTool changes", async () => {
    const canUseTool: CanUseTool = async (_, input) => ({ behavior: "allow", updatedInput: { ...input, amount: 9 } });
    const options = helveOptions({ canUseTool }, { guards: [] });
    const context = { signal: new AbortController().signal, toolUseID: "a", requestId: "r" };
    const result = await options.canUseTool?.("pay", { amount: 1 }, context);
    expect(result).toMatchObject({ behavior: "deny" });
  });

  it("blocks when a hook fails or takes too long", () => {
    const hooks = helveHooks({ guards: [], timeout: 5 });
    for (const matchers of Object.values(hooks)) {
      expect(matchers).toMatchObject([{ onFailure: "block", timeout: 5 }]);
    }
  });

  it("says what is wrong with options", () => {
    expect(() => helveHooks({ guards: [], onask: null } as never)).toThrow('did you mean "onAsk"');
    expect(() => helveHooks({ guards: [], timeout: 0 })).toThrow("positive number of seconds");
    const promptTool = { permissionPromptToolName: "mcp__a__ask" };
    expect(() => helveOptions(promptTool, { guards: [], defer: true })).toThrow("could approve a call that waits");
    const same = { mcp__a__pay: { name: "pay" }, mcp__b__pay: { name: "pay" } };
    expect(() => helveHooks({ guards: [], describedTools: same })).toThrow("the same name in rules");
  });
});

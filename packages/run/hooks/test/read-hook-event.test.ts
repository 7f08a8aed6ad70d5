import { type HookClient, hookClients, readHookEvent } from "@helve/hooks";
import fc from "fast-check";
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
} from "./events.ts";

describe("readHookEvent", () => {
  it.each<readonly [client: HookClient, input: unknown, event: object]>([
    [
      "claude-code",
      claudeCall,
      {
        event: "before_tool",
        nativeEvent: "PreToolUse",
        session: "s1",
        cwd: "/home/ada/project",
        callId: "toolu_1",
        permissionMode: "default",
        tool: { kind: "shell", name: "Bash", args: claudeCall.tool_input },
      },
    ],
    [
      "claude-code",
      {
        ...claudeCall,
        tool_name: "mcp__files__write_file",
        tool_input: { path: "a" },
        agent_id: "sub1",
        agent_type: "helper",
      },
      { agent: "sub1", tool: { kind: "mcp", name: "mcp__files__write_file", args: { path: "a" }, server: "files" } },
    ],
    [
      "claude-code",
      { ...claudeCall, tool_name: "BrandNewTool", tool_input: {} },
      { tool: { kind: "other", name: "BrandNewTool", args: {} } },
    ],
    [
      "claude-code",
      {
        ...claudeBase,
        hook_event_name: "PostToolUse",
        tool_name: "Read",
        tool_input: {},
        tool_response: { file: "x" },
        tool_use_id: "t",
      },
      { event: "after_tool", result: { file: "x" }, failed: false },
    ],
    [
      "claude-code",
      {
        ...claudeBase,
        hook_event_name: "PostToolUseFailure",
        tool_name: "Bash",
        tool_input: {},
        error: "exit 1",
        tool_use_id: "t",
      },
      { event: "after_tool", result: "exit 1", failed: true },
    ],
    [
      "claude-code",
      { ...claudeBase, hook_event_name: "UserPromptSubmit", prompt: "pay the bill" },
      { event: "prompt", prompt: "pay the bill" },
    ],
    [
      "claude-code",
      { ...claudeBase, hook_event_name: "PermissionRequest", tool_name: "Edit", tool_input: {} },
      { event: "permission_request", tool: { kind: "edit" } },
    ],
    [
      "claude-code",
      { ...claudeBase, hook_event_name: "SubagentStart", agent_id: "a", agent_type: "x" },
      { event: "subagent_start", agent: "a" },
    ],
    ["claude-code", { ...claudeBase, hook_event_name: "PreCompact", trigger: "auto" }, { event: "other" }],
    ["claude-code", { ...claudeBase, hook_event_name: "NewEvent", trigger: "auto" }, { event: "other" }],
    [
      "claude-code",
      { ...claudeCall, hook_event_name: "BeforeToolRun" },
      { event: "before_tool", nativeEvent: "BeforeToolRun", tool: { name: "Bash", args: claudeCall.tool_input } },
    ],
    ["claude-code", { ...claudeCall, hook_event_name: "PermissionDenied" }, { event: "other" }],
    ["codex", codexCall, { event: "before_tool", session: "c1", tool: { kind: "patch", name: "apply_patch" } }],
    [
      "copilot",
      copilotCall,
      { event: "before_tool", session: "p1", tool: { kind: "shell", name: "bash", args: { command: "ls" } } },
    ],
    [
      "copilot",
      { ...copilotCall, toolResult: { resultType: "failure", textResultForLlm: "no" } },
      { event: "after_tool", failed: true },
    ],
    ["copilot", { sessionId: "p1", prompt: "hi", cwd: "/" }, { event: "prompt", prompt: "hi" }],
    [
      "copilot",
      { hook_event_name: "PreToolUse", session_id: "p1", cwd: "/", tool_name: "Bash", tool_input: { command: "ls" } },
      { event: "before_tool", nativeEvent: "PreToolUse", tool: { kind: "shell" } },
    ],
    [
      "cursor",
      { ...cursorBase, hook_event_name: "beforeShellExecution", command: "ls", cwd: "/tmp", sandbox: false },
      {
        event: "before_tool",
        session: "q1",
        cwd: "/tmp",
        tool: { kind: "shell", name: "Shell", args: { command: "ls", cwd: "/tmp" } },
      },
    ],
    [
      "cursor",
      {
        ...cursorBase,
        hook_event_name: "beforeMCPExecution",
        tool_name: "write_file",
        tool_input: '{"path":"a"}',
        url: "http://x",
      },
      { cwd: "/home/ada/project", tool: { kind: "mcp", name: "write_file", args: { path: "a" } } },
    ],
    [
      "cursor",
      { ...cursorBase, hook_event_name: "preToolUse", tool_name: "MCP:files", tool_input: {} },
      { tool: { kind: "mcp", server: "files" } },
    ],
    [
      "cursor",
      { ...cursorBase, hook_event_name: "beforeSubmitPrompt", prompt: "hi" },
      { event: "prompt", prompt: "hi" },
    ],
    ["gemini", geminiCall, { event: "before_tool", session: "m1", tool: { kind: "shell", name: "run_shell_command" } }],
    [
      "antigravity",
      antigravityCall,
      {
        event: "before_tool",
        cwd: "/home/ada/project",
        tool: { kind: "shell", name: "run_command", args: { CommandLine: "ls" } },
      },
    ],
    ["docker-mcp", gatewayCall, { event: "before_tool", tool: { kind: "mcp", name: "bash", args: { command: "ls" } } }],
    [
      "docker-mcp",
      { Session: {}, Params: { name: "fetch", arguments: { url: "https://x.io" } }, Extra: null },
      { event: "before_tool", tool: { name: "fetch", args: { url: "https://x.io" } } },
    ],
    [
      "docker-mcp",
      { content: [{ type: "text", text: "no" }], isError: true },
      { event: "after_tool", result: [{ type: "text", text: "no" }], failed: true },
    ],
  ])("reads an event of %s: %j", (client, input, event) => {
    const { value, issues } = readHookEvent(client, JSON.stringify(input));
    expect(issues).toEqual([]);
    expect(value).toMatchObject({ client, ...event });
  });

  it("takes the name of the event from the configuration where the client sends none", () => {
    expect(
      readHookEvent("copilot", { ...copilotCall, error: "x" }, { event: "postToolUseFailure" }).value,
    ).toMatchObject({
      event: "after_tool",
      failed: true,
    });
    expect(readHookEvent("gemini", { tool_name: "x" }).issues[0]?.code).toBe("unknown_event");
  });

  it("takes the session from the configuration where the client sends none", () => {
    expect(readHookEvent("docker-mcp", gatewayCall, { session: "17" }).value).toMatchObject({ session: "17" });
    expect(readHookEvent("gemini", geminiCall, { session: "17" }).value).toMatchObject({ session: "m1" });
  });

  it("has the arguments of a call as the client wrote them", () => {
    const sourceOf = (client: HookClient, text: string) => readHookEvent(client, text).value?.tool?.source;
    const args = '{ "b": 9007199254740993, "a": -0, "a": "\\u0061" }';
    const source = '{"b":9007199254740993,"a":-0,"a":"a"}';
    const call = (tool_input: string) =>
      `{"hook_event_name": "PreToolUse", "tool_name": "x", "tool_input": ${tool_input}}`;
    expect(sourceOf("claude-code", call(args))).toBe(source);
    expect(sourceOf("claude-code", call(JSON.stringify(args)))).toBe(source);
    expect(sourceOf("claude-code", call('"*** Begin Patch"'))).toBe('{"input":"*** Begin Patch"}');
    expect(sourceOf("docker-mcp", `{"params": {"name": "x", "arguments": ${args}}}`)).toBe(source);
    expect(sourceOf("copilot", `{"toolName": "x", "toolArgs": ${args}}`)).toBe(source);
    expect(sourceOf("antigravity", `{"toolCall": {"name": "x", "args": ${args}}}`)).toBe(source);
    const shell = '{"hook_event_name": "beforeShellExecution", "cwd": "/p", "command": "ls\\u0020-l"}';
    expect(sourceOf("cursor", shell)).toBe('{"command":"ls -l","cwd":"/p"}');
    expect(readHookEvent("claude-code", JSON.parse(call(args))).value?.tool?.source).toBeUndefined();
  });

  it("has no value for a message of Docker's MCP gateway that is neither a request nor a result", () => {
    for (const message of [{}, { params: {} }, { params: [] }, { method: "tools/call" }])
      expect(readHookEvent("docker-mcp", message).value).toBeUndefined();
  });

  it.each([
    ["", "the event is not JSON"],
    ["{", "the event is not JSON"],
    ["[]", "the event must be a JSON object"],
    ["null", "the event must be a JSON object"],
    [JSON.stringify({ ...claudeCall, tool_name: undefined }), "tool_name is required"],
    [JSON.stringify({ ...claudeCall, tool_name: 5 }), "tool_name must be a string"],
    [JSON.stringify({ ...claudeCall, tool_input: 5 }), 'tool_input of "Bash" must be an object'],
    [JSON.stringify({ ...claudeCall, tool_input: [1] }), 'tool_input of "Bash" must be an object'],
    [JSON.stringify({ ...claudeCall, session_id: {} }), "session_id must be a string"],
    [JSON.stringify({ ...claudeCall, cwd: 5 }), "cwd must be a string"],
    [JSON.stringify({ ...claudeCall, permission_mode: ["auto"] }), "permission_mode must be a string"],
  ])("has no value for what it can't read: %s", (input, message) => {
    const { value, issues } = readHookEvent("claude-code", input);
    expect(value).toBeUndefined();
    expect(issues.map((issue) => issue.message).join()).toContain(message);
  });

  it("reads a byte order mark, unknown fields, names of prototypes and huge arguments", () => {
    const odd = {
      ...claudeCall,
      tool_name: "constructor",
      tool_input: { __proto__x: 1, content: "x".repeat(1_000_000) },
      extra: [1],
    };
    expect(readHookEvent("claude-code", `\uFEFF${JSON.stringify(odd)}`).value?.tool).toMatchObject({
      kind: "other",
      name: "constructor",
    });
    const { value } = readHookEvent(
      "claude-code",
      '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"__proto__":{"a":1}}}',
    );
    expect(Object.keys(value?.tool?.args ?? {})).toEqual(["__proto__"]);
  });

  it("never throws", () => {
    const clients = Object.keys(hookClients) as HookClient[];
    fc.assert(
      fc.property(fc.constantFrom(...clients), fc.oneof(fc.string(), fc.jsonValue()), (client, input) => {
        const { value, issues } = readHookEvent(client, input);
        expect(value === undefined).toBe(issues.length > 0);
      }),
    );
  });
});

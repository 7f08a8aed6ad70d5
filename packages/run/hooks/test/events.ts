// Events as the clients send them, by their published types and documentation.

import type { Args } from "@helve/core";

/** An event as JSON. */
type Sample = Readonly<Record<string, unknown>>;

/** An event about a call of a tool. */
type SampleCall = Sample & { readonly tool_input: Args };

export const claudeBase: Sample = {
  session_id: "s1",
  transcript_path: "/home/ada/.claude/projects/p/s1.jsonl",
  cwd: "/home/ada/project",
  prompt_id: "4f1d",
  permission_mode: "default",
  effort: { level: "high" },
};

export const claudeCall: SampleCall = {
  ...claudeBase,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "rm -rf src", description: "clean up", timeout: 1000 },
  tool_use_id: "toolu_1",
};

export const codexCall: SampleCall = {
  session_id: "c1",
  turn_id: "t1",
  transcript_path: null,
  cwd: "/home/ada/project",
  hook_event_name: "PreToolUse",
  model: "gpt",
  permission_mode: "bypassPermissions",
  tool_name: "apply_patch",
  tool_input: { command: "*** Begin Patch\n*** Delete File: a\n*** End Patch" },
  tool_use_id: "call_1",
};

export const copilotCall: Sample = {
  sessionId: "p1",
  timestamp: 1_764_000_000_000,
  cwd: "/home/ada/project",
  toolName: "bash",
  toolArgs: '{"command":"ls"}',
};

export const cursorBase: Sample = {
  conversation_id: "q1",
  generation_id: "g1",
  model: "auto",
  cursor_version: "3.9.16",
  workspace_roots: ["/home/ada/project"],
  user_email: null,
  transcript_path: null,
};

export const geminiCall: SampleCall = {
  session_id: "m1",
  transcript_path: "",
  cwd: "/home/ada/project",
  hook_event_name: "BeforeTool",
  timestamp: "2026-11-23T10:00:00Z",
  tool_name: "run_shell_command",
  tool_input: { command: "ls", description: "lists" },
};

/** As the plugin of Helve sends it. */
export const opencodeCall: SampleCall = {
  session_id: "ses_1",
  cwd: "/home/ada/project",
  hook_event_name: "tool.execute.before",
  tool_name: "bash",
  tool_input: { command: "ls", description: "lists" },
  tool_use_id: "call_1",
};

export const antigravityCall: Sample = {
  toolCall: { name: "run_command", args: { CommandLine: "ls" } },
  workspacePaths: ["/home/ada/project"],
};

/** As the gateway writes it to an interceptor before a call. */
export const gatewayCall: Sample = {
  method: "tools/call",
  params: { name: "bash", arguments: { command: "ls" }, _meta: { progressToken: "1" } },
};

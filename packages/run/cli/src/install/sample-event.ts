import type { SettingsClient } from "@helve/hooks/node";

/** An event of a client before it runs a shell command, as small as the client's contract allows. */
export function sampleEvent(client: SettingsClient, command: string, cwd: string): string {
  return JSON.stringify(samples[client](command, cwd));
}

const session = "helve hook doctor";

const claude = (command: string, cwd: string): object => ({
  session_id: session,
  cwd,
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: command,
});

const samples: Readonly<Record<SettingsClient, (command: string, cwd: string) => object>> = {
  "claude-code": claude,
  codex: claude,
  copilot: (command, cwd) => {
    return { sessionId: session, timestamp: 0, cwd, toolName: "bash", toolArgs: JSON.stringify({ command }) };
  },
  cursor: (command, cwd) => ({
    conversation_id: session,
    hook_event_name: "preToolUse",
    workspace_roots: [cwd],
    cwd,
    tool_name: "Shell",
    tool_input: { command },
    tool_use_id: command,
  }),
  gemini: (command, cwd) => ({
    session_id: session,
    cwd,
    hook_event_name: "BeforeTool",
    timestamp: "",
    tool_name: "run_shell_command",
    tool_input: { command },
  }),
  antigravity: (command, cwd) => {
    return { toolCall: { name: "run_command", args: { CommandLine: command } }, workspacePaths: [cwd] };
  },
  opencode: (command, cwd) => ({
    session_id: session,
    cwd,
    hook_event_name: "tool.execute.before",
    tool_name: "bash",
    tool_input: { command },
    tool_use_id: command,
  }),
};

/** Whether an answer denies the call. */
export function isDenial(exitCode: number | null, stdout: string): boolean {
  if (exitCode === 2) return true;
  return exitCode === 0 && /"(?:permissionDecision|permission|decision)":\s*"(?:deny|block)"/.test(stdout);
}

/** The environment variables that coding agents set for the commands they run. */
export const agentVariables: readonly string[] = [
  ...["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CODEX_SANDBOX", "CODEX_THREAD_ID", "GEMINI_CLI"],
  ...["CURSOR_AGENT", "COPILOT_CLI", "OPENCODE", "OPENCODE_BIN_PATH"],
];

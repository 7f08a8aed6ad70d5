import { messages } from "../wire/messages.ts";
import type { Agent } from "./agent.ts";

const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;

/** Anthropic's Claude Code, as it ships with the Claude Agent SDK. */
export const claudeCode: Agent = {
  client: "claude-code",
  format: messages,
  install: { name, version: "0.3.332", bin: `../${name}/claude` },
  environment: (modelUrl) => ({
    ...{ ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    IS_SANDBOX: "1", // all permissions also for the user root
  }),
  home: () => ({}),
  bareHook: (command, timeout) => ({
    ".claude/settings.json": JSON.stringify({
      hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command, timeout }] }] },
    }),
  }),
  args: (request) => ["-p", request, "--model", "claude-sonnet-4-5", "--permission-mode", "bypassPermissions"],
  shellTool: "Bash",
  shell: (command) => ({ name: "Bash", args: { command, description: "runs it" } }),
  write: (path, content) => ({ name: "Write", args: { file_path: path, content } }),
};

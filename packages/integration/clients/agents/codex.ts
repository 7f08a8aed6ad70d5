import { responses } from "../wire/responses.ts";
import type { Agent } from "./agent.ts";

/** OpenAI's Codex CLI. */
export const codex: Agent = {
  client: "codex",
  format: responses,
  install: { name: "@openai/codex", version: "0.169.0", bin: "codex" },
  home: (modelUrl) => ({
    // A name that Codex knows: it decides about the tools.
    ".codex/config.toml": `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
`,
  }),
  hook: (command, timeout) => ({
    ".codex/hooks.json": JSON.stringify({
      hooks: Object.fromEntries(
        ["PreToolUse", "PostToolUse"].map((event) => [event, [{ hooks: [{ type: "command", command, timeout }] }]]),
      ),
    }),
  }),
  // A hook that nobody has trusted is skipped silently.
  args: (request) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--json", request],
  shellTool: "Bash",
  shell: (cmd) => ({ name: "exec_command", args: { cmd } }),
  write: (path, content) => ({
    name: "apply_patch",
    args: {
      input: `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/^/gm, "+")}\n*** End Patch`,
    },
  }),
};

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
  bareHook: (command, timeout) => ({
    ".codex/hooks.json": JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command, timeout }] }] },
    }),
  }),
  untrustedHook: ["--dangerously-bypass-hook-trust"],
  args: (request) => ["exec", "--skip-git-repo-check", "--json", request],
  shellTool: "Bash",
  shell: (cmd) => ({ name: "exec_command", args: { cmd } }),
  write: (path, content) => ({
    name: "apply_patch",
    args: {
      input: `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/\n$/, "").replace(/^/gm, "+")}\n*** End Patch`,
    },
  }),
};

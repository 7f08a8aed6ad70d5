import { readFileSync } from "node:fs";
import { chatCompletions } from "../wire/chat-completions.ts";
import type { Agent } from "./agent.ts";

/** OpenCode, with Helve's plugin. */
export const opencode: Agent = {
  client: "opencode",
  format: chatCompletions,
  install: { name: "opencode-ai", version: "1.18.33", bin: "opencode" },
  // Nothing from the network: without the last one, each start loads the package of its plugins from npm.
  environment: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    npm_config_offline: "true",
  }),
  home: (modelUrl) => ({
    ".config/opencode/opencode.json": JSON.stringify({
      ...{ autoupdate: false, share: "disabled", model: "scripted/scripted", small_model: "scripted/scripted" },
      permission: { bash: "allow", edit: "allow" },
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${modelUrl}/v1`, apiKey: "none" },
          models: { scripted: {} },
        },
      },
    }),
  }),
  bareHook: (command, timeout) => ({
    ".config/opencode/plugin/helve.js": plugin
      .replace(/^const command = .*$/m, `const command = ${JSON.stringify(command)};`)
      .replace(/^const timeLimit = .*$/m, `const timeLimit = ${timeout * 1000};`),
  }),
  args: (request) => ["run", "--print-logs", "--log-level", "DEBUG", request],
  shellTool: "bash",
  shell: (command) => ({ name: "bash", args: { command, description: "runs it" } }),
  write: (path, content) => ({ name: "write", args: { filePath: path, content } }),
};

const plugin = readFileSync(new URL("../../../../run/cli/plugins/opencode.js", import.meta.url), "utf8");

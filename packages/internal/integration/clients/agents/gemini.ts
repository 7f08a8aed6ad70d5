import { generateContent } from "../wire/generate-content.ts";
import type { Agent } from "./agent.ts";

/** Google's Gemini CLI. */
export const gemini: Agent = {
  client: "gemini",
  format: generateContent,
  install: { name: "@google/gemini-cli", version: "0.61.0", bin: "gemini" },
  environment: (modelUrl) => ({ GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: modelUrl }),
  home: () => ({ ".gemini/settings.json": JSON.stringify(settings) }),
  bareHook: (command, timeout) => ({
    ".gemini/settings.json": JSON.stringify({
      ...settings,
      hooks: { BeforeTool: [{ hooks: [{ type: "command", command, timeout: timeout * 1000 }] }] },
    }),
  }),
  args: (request) => ["--skip-trust", "-y", "-m", "gemini-2.5-flash", "-p", request],
  shellTool: "run_shell_command",
  shell: (command) => ({ name: "run_shell_command", args: { command, description: "runs it" } }),
  write: (path, content) => ({ name: "write_file", args: { file_path: path, content } }),
};

const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { disableAutoUpdate: true },
  privacy: { usageStatisticsEnabled: false },
};

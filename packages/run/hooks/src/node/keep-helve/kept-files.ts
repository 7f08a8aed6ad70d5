/** The names of the files that guard an agent, such as `helve/rules.agentspec` and `.claude/settings.json`. */
import { join } from "node:path";
import { clientSettings, type SettingsClient } from "../clients/client-settings.ts";
import { movedFolder } from "../clients/settings-file.ts";

/** The rules, policies and settings of a project. Globs without a beginning would make every deletion suspicious. */
export const projectFiles: readonly string[] = [
  ...["helve/rules.agentspec", "helve/policy.json", ".claude/settings.json", ".claude/settings.local.json"],
  ...[".codex/hooks.json", ".codex/config.toml", ".github/hooks/", ".github/copilot/settings.json"],
  ...[".github/copilot/settings.local.json", ".cursor/hooks.json", ".gemini/settings.json", ".agents/hooks.json"],
  ...["opencode.json", "opencode.jsonc", ".opencode/plugin/", ".opencode/plugins/"],
];

/** The rules, policies and settings of the user. */
export const userFiles: readonly string[] = [
  ...["~/.config/helve/", "~/.local/state/helve/", "~/.claude/settings.json", "~/.claude/settings.local.json"],
  ...["~/.claude/remote-settings.json", "~/.claude.json", "~/.codex/hooks.json", "~/.codex/config.toml"],
  ...["~/.copilot/hooks/", "~/.copilot/config.json", "~/.copilot/settings.json", "~/.cursor/hooks.json"],
  ...["~/.cursor/cli-config.json", "~/.gemini/settings.json", "~/.gemini/config/hooks.json", "~/.config/opencode/"],
];

/** The settings of the machine, by which an organization manages clients. */
export const managedFiles: readonly string[] = [
  ...["/etc/claude-code/", "/etc/codex/", "/etc/gemini-cli/", "/etc/opencode/", "/etc/copilot/", "/etc/cursor/"],
  ...["/Library/Application Support/ClaudeCode/", "/Library/Application Support/GeminiCli/"],
  ...["/c:/Program Files/ClaudeCode/", "/c:/ProgramData/ClaudeCode/", "/c:/ProgramData/gemini-cli/"],
];

/** Folders of clients in a project. They have settings, and skills, commands and agents, whose code runs later. */
export const projectFolders: readonly string[] = [
  ...[".claude/", ".codex/", ".gemini/", ".cursor/", ".opencode/"],
  ...[".agents/", ".github/copilot/", ".github/agents/", ".github/prompts/"],
];

/** Folders of clients in the home directory. */
export const userFolders: readonly string[] = [
  ...["~/.claude/", "~/.codex/", "~/.copilot/", "~/.cursor/", "~/.gemini/", "~/.agents/"],
];

/** The paths of the user where environment variables move them: `/x/settings.json` with `CLAUDE_CONFIG_DIR=/x`. */
export function movedFiles(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (Object.keys(clientSettings) as SettingsClient[]).flatMap((client) => {
    const moved = movedFolder(clientSettings[client], environment);
    if (moved === undefined) return [];
    const folder = join("~", moved.from);
    return userFiles.flatMap((path) =>
      path.startsWith(`${folder}/`) ? [join(moved.to, path.slice(folder.length))] : [],
    );
  });
}

/** The files of the state folder whose names are known. */
export const stateFiles: readonly string[] = [
  ...["record.key", "trusted.jsonl", "unattended.json", "sessions/0.jsonl", "mcp/sign-ins.json"],
];

/** A file that decides what Helve allows, or whether it is asked. */
export interface ProtectedPath {
  readonly folder: string;
  readonly name: string;
}

const path = (text: string): ProtectedPath => {
  const end = text.lastIndexOf("/");
  return { folder: text.slice(0, end), name: text.slice(end + 1) };
};

/** The files that Helve keeps from an agent, of each kind. */
export const protectedPaths: readonly ProtectedPath[] = [
  // Rules and policies.
  "~/.config/helve/rules.agentspec",
  "~/.config/helve/policy.json",
  "~/.config/helve/mcp.json",
  "helve/rules.agentspec",
  "{project}/helve/policy.json",
  // Settings of the user.
  "~/.claude/settings.json",
  "$HOME/.claude/settings.json",
  "{home}/.codex/hooks.json",
  "~/.codex/config.toml",
  "~/.copilot/hooks/helve.json",
  "~/.cursor/hooks.json",
  "~/.gemini/settings.json",
  "~/.gemini/config/hooks.json",
  "~/.config/opencode/plugin/helve.js",
  // Settings of the project.
  ".claude/settings.json",
  ".claude/settings.local.json",
  "{project}/.codex/hooks.json",
  ".codex/config.toml",
  ".github/hooks/helve.json",
  ".cursor/hooks.json",
  ".gemini/settings.json",
  ".agents/hooks.json",
  ".opencode/plugin/helve.js",
  // Settings of an organization.
  "/etc/claude-code/managed-settings.json",
  "/etc/codex/config.toml",
  "/etc/gemini-cli/settings.json",
  "~/.claude/remote-settings.json",
  // Instructions with code.
  "~/.claude/skills/report/SKILL.md",
  ".claude/skills/x/SKILL.md",
  "~/.claude/agents/reviewer.md",
  ".claude/agents/w.md",
  ".claude/commands/y.md",
  ".claude/hooks/pre.sh",
  // Files of Helve's state.
  "~/.local/state/helve/trusted.jsonl",
  "~/.local/state/helve/key",
  "~/.local/state/helve/sessions/a.jsonl",
  "~/.local/state/helve/cache/a.json",
  // The program.
  "{dist}/main.js",
  "{packages}/helve/package.json",
  "~/.local/bin/helve",
  "{bin}/node",
].map(path);

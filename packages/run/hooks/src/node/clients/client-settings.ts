/** The settings files of the clients, and how hooks are written in each. */
import type { HookClient } from "../../hook-event.ts";
import type { SettingsLocation } from "./settings-file.ts";

/** A client with a settings file. Docker's MCP gateway gets its interceptors as options. */
export type SettingsClient = Exclude<HookClient, "docker-mcp">;

/** Where a client reads its hooks, and how they are written. */
export interface ClientSettings extends SettingsLocation {
  /** The file is a plugin of Helve instead of settings in JSON. */
  readonly isPlugin?: true;
  /** Whether the file has nothing but Helve's hooks. */
  readonly isOwnFile?: true;
  /** The members of the file that are not hooks. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** The member of the file that has the events: `hooks`. */
  readonly member: string;
  /** The events, by the client's names. */
  readonly events: readonly SettingsEvent[];
  /** The entry of an event. */
  entry(command: HookCommand, event: SettingsEvent): object;
}

/** An event of a client for which Helve is called. */
export interface SettingsEvent {
  readonly name: string;
  /** Whether the client waits for a decision, before a tool runs or before the model reads results: then a failure must deny. */
  readonly decides?: true;
  /** Whether the entry selects tools by a matcher. */
  readonly matches?: true;
}

/** The command with which a client calls Helve. */
export interface HookCommand {
  /** For `sh`, or on Windows for `cmd`. */
  readonly shell: string;
  readonly powershell: string;
}

/** In seconds: more than Helve's own limit, and less than what a person waits for. */
const timeLimit = 60;

const claudeEvents: readonly SettingsEvent[] = [
  { name: "PreToolUse", decides: true, matches: true },
  { name: "PostToolUse", matches: true },
  { name: "PostToolUseFailure", matches: true },
  { name: "PostToolBatch", decides: true },
  { name: "UserPromptSubmit" },
  { name: "SubagentStart" },
  { name: "SessionStart" },
];

const codexEvents: readonly SettingsEvent[] = [
  { name: "PreToolUse", decides: true, matches: true },
  { name: "PostToolUse", matches: true },
  { name: "UserPromptSubmit" },
  { name: "SubagentStart" },
  { name: "SessionStart" },
];

/** The settings of each client. Sources: their documentation; see `hookClients` of `@helve/hooks` for what they can do. */
export const clientSettings: Readonly<Record<SettingsClient, ClientSettings>> = {
  "claude-code": {
    user: ".claude/settings.json",
    movedBy: { variable: "CLAUDE_CONFIG_DIR", folder: ".claude" },
    project: ".claude/settings.json",
    member: "hooks",
    events: claudeEvents,
    entry: ({ shell: command }, { matches, decides }) => ({
      matcher: matches ? "*" : undefined,
      hooks: [{ type: "command", command, timeout: timeLimit, onFailure: decides ? "block" : undefined }],
    }),
  },
  codex: {
    user: ".codex/hooks.json",
    movedBy: { variable: "CODEX_HOME", folder: ".codex" },
    project: ".codex/hooks.json",
    member: "hooks",
    events: codexEvents,
    entry: ({ shell: command }) => ({ hooks: [{ type: "command", command, timeout: timeLimit }] }),
  },
  copilot: {
    user: ".copilot/hooks/helve.json",
    movedBy: { variable: "COPILOT_HOME", folder: ".copilot" },
    project: ".github/hooks/helve.json",
    isOwnFile: true,
    base: { version: 1 },
    member: "hooks",
    events: [
      { name: "preToolUse", decides: true },
      { name: "postToolUse" },
      { name: "userPromptSubmitted" },
      { name: "sessionStart" },
    ],
    entry: ({ shell, powershell }) => ({ type: "command", bash: shell, powershell, timeoutSec: timeLimit }),
  },
  cursor: {
    user: ".cursor/hooks.json",
    project: ".cursor/hooks.json",
    base: { version: 1 },
    member: "hooks",
    // The special events of a tool (`beforeShellExecution`) are the same calls as the general one.
    events: [
      { name: "preToolUse", decides: true },
      { name: "postToolUse" },
      { name: "postToolUseFailure" },
      { name: "beforeSubmitPrompt" },
      { name: "subagentStart" },
      { name: "sessionStart" },
    ],
    entry: ({ shell: command }, { decides }) => ({
      command,
      timeout: timeLimit,
      failClosed: decides ? true : undefined,
    }),
  },
  gemini: {
    user: ".gemini/settings.json",
    movedBy: { variable: "GEMINI_CLI_HOME", folder: "" },
    project: ".gemini/settings.json",
    member: "hooks",
    events: [
      { name: "BeforeTool", decides: true, matches: true },
      { name: "AfterTool", matches: true },
      { name: "BeforeAgent" },
      { name: "SessionStart" },
    ],
    entry: ({ shell: command }, { matches }) => ({
      matcher: matches ? "*" : undefined,
      hooks: [{ name: "helve", type: "command", command, timeout: timeLimit * 1000 }],
    }),
  },
  antigravity: {
    user: ".gemini/config/hooks.json",
    project: ".agents/hooks.json",
    member: "helve",
    events: [{ name: "PreToolUse", decides: true, matches: true }],
    entry: ({ shell: command }) => ({ matcher: ".*", hooks: [{ type: "command", command, timeout: timeLimit }] }),
  },
  opencode: {
    user: ".config/opencode/plugin/helve.js",
    movedBy: { variable: "XDG_CONFIG_HOME", folder: ".config" },
    project: ".opencode/plugin/helve.js",
    isPlugin: true,
    isOwnFile: true,
    member: "",
    events: [{ name: "tool.execute.before", decides: true }],
    entry: ({ shell: command }) => ({ command }),
  },
};

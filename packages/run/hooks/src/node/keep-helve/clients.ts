/** The coding agents that a command may start, and how a plain start of each looks. */
import type { HookClient } from "../../hook-event.ts";

/** A coding agent. */
export interface Client {
  readonly title: string;
  readonly names: readonly string[];
  /** Its packages, whose files are its programs. */
  readonly packages?: readonly string[];
  /** Its name as a client of hooks; absent for an agent that Helve can't guard. */
  readonly hook?: HookClient;
  /** Options that don't change which hooks are called. */
  readonly plain: ReadonlySet<string>;
  /** Those of them that take a value. */
  readonly valued: ReadonlySet<string>;
  /** Which values of an option are harmless; by default all. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** The first operand of a plain start: a command, or a prompt. By default any. */
  readonly commands?: RegExp;
  /** The first operand with the option `-p`, which makes it a prompt. */
  readonly printed?: RegExp;
  /** Words with which it starts no agent. */
  readonly harmless: RegExp;
  /** Words that switch its hooks off. */
  readonly loosens?: RegExp;
}

const options = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const helpOrVersion = "(?:-h|--help|-v|-V|--version|help|version)";

/** The agents that do not call Helve's hooks. */
export const otherAgents: Client = {
  title: "an agent",
  names:
    "aider aider-chat amp crush qwen qwen-code droid kilo kilocode auggie plandex openhands kiro-cli cline gptme mentat iflow kimi junie grok cagent codebuff codebuddy cody rovodev nanocoder pochi swe-agent mini-swe-agent open-interpreter letta letta-code mods ampcode forgecode zencoder devin jules trae trae-cli qodo qodercli ra-aid gpt-engineer gpte metagpt autogpt dexto ruflo claude-flow ruv-swarm flow-nexus vibe-kanban happy-coder claude-squad superclaude acpx nanocode command-code oh-my-codex oh-my-claudecode oh-my-opencode pi-coding-agent claude-code-acp codex-acp sandbox-agent agency-swarm task-master-ai".split(
      " ",
    ),
  plain: options(""),
  valued: options(""),
  harmless: new RegExp(`^${helpOrVersion}$`),
};

/** The coding agents that are known. */
export const clients: readonly Client[] = [
  {
    title: "Claude Code",
    names: ["claude"],
    packages: ["@anthropic-ai/claude-code"],
    hook: "claude-code",
    plain: options(
      "-p --print -c --continue --verbose --include-partial-messages --ide -d --debug --replay-user-messages",
    ),
    valued: options(
      "--output-format --input-format --model -r --resume --max-turns --json-schema --session-id --fallback-model --allowedTools --allowed-tools --disallowedTools --disallowed-tools --permission-mode --system-prompt --append-system-prompt --max-budget-usd",
    ),
    values: { "--permission-mode": /^(?:plan|default|acceptEdits)$/ },
    commands: /\s/,
    printed:
      /^(?!(?:mcp|plugins?|install|update|upgrade|setup-token|config|agents|auth|server|open|ssh|remote-control|migrate-installer|auto-mode|daemon)$)/,
    harmless: new RegExp(`^(?:${helpOrVersion}|doctor|mcp (?:list|get \\S+)|config (?:get|list)( \\S+)?)$`),
    loosens: /disableAllHooks|(?:^|\s)--bare(?:\s|$)|^config\s+(?:set|add|rm|remove)\b/,
  },
  {
    title: "Codex",
    names: ["codex"],
    packages: ["@openai/codex"],
    hook: "codex",
    plain: options("--json --skip-git-repo-check --oss --search"),
    valued: options("-m --model -s --sandbox -i --image --color -o --output-last-message --output-schema -c --config"),
    values: {
      ...Object.fromEntries(["-s", "--sandbox"].map((name) => [name, /^(?:read-only|workspace-write)$/])),
      ...Object.fromEntries(
        ["-c", "--config"].map((name) => [name, /^model(?:_reasoning_\w+|_verbosity|_provider)?=/]),
      ),
    },
    commands: /^(?:exec|e|resume|review)$|\s/,
    harmless: new RegExp(`^(?:(?:exec )?${helpOrVersion}|login status|mcp list|features list)$`),
    loosens: /(?:^|\s)--disable(?:[=\s]|$)|hooks\W{0,3}[.=]|^features\s+disable\b/,
  },
  {
    title: "Copilot CLI",
    names: ["copilot"],
    packages: ["@github/copilot"],
    hook: "copilot",
    plain: options("--continue --no-color --stream"),
    valued: options("-p --prompt --model --resume --log-level"),
    commands: /^(?!(?:plugin|mcp|update)$)/,
    harmless: new RegExp(`^${helpOrVersion}$`),
  },
  {
    title: "Cursor",
    names: ["cursor-agent"],
    hook: "cursor",
    plain: options("-p --print --stream-partial-output"),
    valued: options("--model -m --output-format --resume"),
    commands: /^(?!(?:mcp|worker|update|install)$)/,
    harmless: new RegExp(`^(?:${helpOrVersion}|status|ls|models)$`),
  },
  {
    title: "Gemini CLI",
    names: ["gemini"],
    packages: ["@google/gemini-cli"],
    hook: "gemini",
    plain: options("-d --debug"),
    valued: options("-p --prompt -i --prompt-interactive -m --model -o --output-format"),
    commands: /^(?!(?:mcp|extensions?|hooks|skills?)$)/,
    harmless: new RegExp(`^(?:${helpOrVersion}|mcp list|extensions list|hooks list)$`),
    loosens: /^hooks\s+(?:disable|uninstall|remove)/,
  },
  {
    title: "OpenCode",
    names: ["opencode"],
    packages: ["opencode-ai"],
    hook: "opencode",
    plain: options("-c --continue --print-logs"),
    valued: options("-m --model --format -s --session --log-level --title"),
    commands: /^(?:run|models|stats|export|session)$/,
    harmless: new RegExp(`^(?:${helpOrVersion}|models|stats|auth list)$`),
    loosens: /(?:^|\s)--pure(?:\s|$)/,
  },
  otherAgents,
];

/** Helve, its runtime and the clients that have a hook of it: another program by such a name is started in their place. */
export const guardedNames: readonly string[] = [
  "helve",
  "node",
  ...clients.flatMap((client) => (client.hook === undefined ? [] : client.names)),
];

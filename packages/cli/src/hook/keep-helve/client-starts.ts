// Coding agents that are started by a coding agent: without its hooks, or told to do what it must not do itself.

import type { CommandEffect, CommandWord } from "@helve/effects";
import type { HookClient } from "@helve/hooks";
import { type Answer, unsure } from "./answer.ts";

/** A client that a command starts, and what is known of the start. */
export interface ClientStart {
  readonly answer: Answer | undefined;
  /** What the client is told to do, as far as it is known. */
  readonly prompts: readonly string[];
}

/** What is known where a client is started. */
export interface StartContext {
  readonly home: string;
  /** Whether a folder is in the project of the session. */
  isInProject(directory: string): boolean;
  /** Whether the settings of a client call Helve. */
  isGuarded(client: HookClient): boolean;
  /** Whether the call changes the environment as a whole, or the user. */
  readonly changesUser: boolean;
}

/** Finds the client that a command starts; `undefined` if it starts none. */
export function clientStart(command: CommandEffect, context: StartContext): ClientStart | undefined {
  const [program, ...words] = command.words;
  if (program?.text === undefined || program.text === null || command.elsewhere) return undefined;
  const { name, version } = programOf(program.text);
  const client = clients.find(({ names }) => names.includes(name));
  if (client === undefined) return undefined;
  const { options, operands } = separate(words, client);
  const prompts = [...operands, ...options.map(({ value }) => value)].flatMap((word) => word?.text ?? []);
  const line = words.map(({ text, pattern }) => text ?? pattern).join(" ");
  if (client.loosens?.test(line) === true) {
    return { answer: { truth: true, reason: `it switches the hooks of ${client.title} off` }, prompts };
  }
  const reason = reasonOf({ command, client, version, options, operands, words }, context);
  return { answer: reason === undefined ? undefined : unsure(`it starts ${client.title} ${reason}`), prompts };
}

interface Start {
  readonly command: CommandEffect;
  readonly client: Client;
  readonly version: string;
  readonly options: readonly Option[];
  readonly operands: readonly CommandWord[];
  readonly words: readonly CommandWord[];
}

/** Why a start is no plain one; `undefined` if it is. */
function reasonOf(
  { command, client, version, options, operands, words }: Start,
  context: StartContext,
): string | undefined {
  const { plain, valued, harmless } = client;
  const [first] = operands;
  if (words.every(({ text }) => text !== null) && harmless.test(words.map(({ text }) => text).join(" "))) return;
  if (version !== "" && version !== "latest") return "in another version, which may call no hooks";
  if (client.hook === undefined || !context.isGuarded(client.hook)) return "whose hooks do not call Helve";
  if (context.changesUser) return "with another environment, whose settings may call no hooks";
  const variable = Object.entries(command.environment).find(([name, value]) => isMoved(name, value, context));
  if (variable !== undefined) return `with the variable ${variable[0]}, which may change its hooks`;
  if (command.directory === null || !context.isInProject(command.directory)) return "in another folder";
  const other = options.find(
    ({ name, value }) =>
      !plain.has(name) && !(valued.has(name) && (client.values?.[name]?.test(value?.text ?? "") ?? true)),
  );
  if (other !== undefined) return `with the option ${other.name}, which may change its hooks`;
  if (client.commands !== undefined && first !== undefined && !client.commands.test(first.text ?? "")) {
    return `with the command ${first.text ?? "that is not known"}`;
  }
  const unknown = [...operands, ...options.map(({ value }) => value)].some((word) => word?.text === null);
  return unknown ? "and it is not known what it is told to do" : undefined;
}

/** Whether a variable moves the settings of clients, or changes how they start. */
function isMoved(name: string, value: string | null, { home }: StartContext): boolean {
  if (/_(?:API_KEY|AUTH_TOKEN|MODEL)$/.test(name)) return false;
  if (name === "HOME" || name === "USERPROFILE") return value !== home;
  return /^(?:XDG_|CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|OPENCODE|ANTHROPIC_|NODE_|BUN_|LD_|DISABLE_)/.test(name);
}

/** The name of a program without its folder, its package scope, and its version. */
function programOf(text: string): { readonly name: string; readonly version: string } {
  const [, name = "", version = ""] =
    /^(?:.*[\\/])?([^\\/@]+)(?:@([\w.^~-]+))?$/.exec(text.replace(/\.(?:exe|cmd)$/i, "")) ?? [];
  return { name, version };
}

interface Option {
  readonly name: string;
  readonly value?: CommandWord | undefined;
}

/** Separates the words of a client into options and operands. */
function separate(
  words: readonly CommandWord[],
  { valued, values = {} }: Client,
): { readonly options: readonly Option[]; readonly operands: readonly CommandWord[] } {
  const options: Option[] = [];
  const operands: CommandWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    const text = word.text ?? word.pattern;
    if (!/^-./.test(text)) {
      operands.push(word);
      continue;
    }
    const [, name = text, inline] = /^(--[^=]+)=(.*)$/s.exec(text) ?? [];
    if (inline !== undefined) {
      options.push({ name, value: { ...word, text: word.text === null ? null : inline, pattern: inline } });
    } else if (valued.has(name) || Object.hasOwn(values, name)) options.push({ name, value: words[++index] });
    else options.push({ name });
  }
  return { options, operands };
}

/** A coding agent. */
interface Client {
  readonly title: string;
  readonly names: readonly string[];
  /** Its name as a client of hooks; absent for an agent that Helve can't guard. */
  readonly hook?: HookClient;
  /** Options that don't change which hooks are called. */
  readonly plain: ReadonlySet<string>;
  /** Those of them that take a value. */
  readonly valued: ReadonlySet<string>;
  /** Which values of an option are harmless; by default all. */
  readonly values?: Readonly<Record<string, RegExp>>;
  /** The first operand, if it is a command. */
  readonly commands?: RegExp;
  /** Words with which it starts no agent. */
  readonly harmless: RegExp;
  /** Words that switch its hooks off. */
  readonly loosens?: RegExp;
}

const options = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const helpOrVersion = "(?:-h|--help|-v|-V|--version|help|version)";

const clients: readonly Client[] = [
  {
    title: "Claude Code",
    names: ["claude", "claude-code"],
    hook: "claude-code",
    plain: options(
      "-p --print -c --continue --verbose --include-partial-messages --ide -d --debug --replay-user-messages",
    ),
    valued: options(
      "--output-format --input-format --model -r --resume --max-turns --json-schema --session-id --fallback-model --allowedTools --allowed-tools --disallowedTools --disallowed-tools --permission-mode --system-prompt --append-system-prompt --max-budget-usd",
    ),
    values: { "--permission-mode": /^(?:plan|default|acceptEdits)$/ },
    harmless: new RegExp(`^(?:${helpOrVersion}|doctor|mcp (?:list|get \\S+)|config (?:get|list)( \\S+)?)$`),
    loosens: /disableAllHooks|(?:^|\s)--bare(?:\s|$)|^config\s+(?:set|add|rm|remove)\b/,
  },
  {
    title: "Codex",
    names: ["codex"],
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
    hook: "copilot",
    plain: options("--continue --no-color --stream"),
    valued: options("-p --prompt --model --resume --log-level"),
    harmless: new RegExp(`^${helpOrVersion}$`),
  },
  {
    title: "Cursor",
    names: ["cursor-agent"],
    hook: "cursor",
    plain: options("-p --print --stream-partial-output"),
    valued: options("--model -m --output-format --resume"),
    harmless: new RegExp(`^(?:${helpOrVersion}|status|ls|models)$`),
  },
  {
    title: "Gemini CLI",
    names: ["gemini", "gemini-cli"],
    hook: "gemini",
    plain: options("-d --debug"),
    valued: options("-p --prompt -i --prompt-interactive -m --model -o --output-format"),
    harmless: new RegExp(`^(?:${helpOrVersion}|mcp list|extensions list|hooks list)$`),
    loosens: /^hooks\s+(?:disable|uninstall|remove)/,
  },
  {
    title: "OpenCode",
    names: ["opencode", "opencode-ai"],
    hook: "opencode",
    plain: options("-c --continue --print-logs"),
    valued: options("-m --model --format -s --session --log-level --title"),
    commands: /^(?:run|models|stats|export|session)$/,
    harmless: new RegExp(`^(?:${helpOrVersion}|models|stats|auth list)$`),
    loosens: /(?:^|\s)--pure(?:\s|$)/,
  },
  {
    title: "an agent",
    names: "aider amp crush qwen qwen-code droid kilocode auggie plandex openhands kiro-cli cline gptme mentat".split(
      " ",
    ),
    plain: options(""),
    valued: options(""),
    harmless: new RegExp(`^${helpOrVersion}$`),
  },
];

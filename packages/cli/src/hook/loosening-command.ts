import type { Args, PredicateContext } from "@helve/core";
import { describeEffects, type Policy } from "@helve/predicates";

/**
 * Whether a call runs a command that may change what Helve allows, and which. Commands that only read may run.
 *
 * @returns `"unknown"` for what only may be such a command: its words in a text, as in `git commit -m 'docs: helve trust'`
 */
export function looseningCommand(policy: Policy, context: PredicateContext): LooseningCommand {
  const { action } = context;
  const effects = describeEffects(action, policy, context).map((effect) => ({
    ...effect,
    sentence: withoutPath(effect.sentence),
    text: withoutPath(effect.text),
  }));
  const programs = effects.filter(({ kind }) => kind === "execute");
  const isCode = programs.length > 0 || effects.some(({ kind }) => kind === "anything");
  const code = isCode ? Object.values(action.args).filter((value) => typeof value === "string") : [];
  const texts = [...code.map(withoutPath), ...argumentLists(action.args)];
  const runs = programs
    .filter(({ sentence }) => /\bhelve(?:@[\w.^~-]+|\.[cm]?js|\.exe|\.cmd)?$/.test(sentence))
    .map(({ text }) => text);
  const named = texts.flatMap(commandsOfHelve).filter((command) => !readingCommand.test(command));
  // A piece without arguments says no more than the words.
  const isLoosening = (text: string): boolean =>
    /\bhelve["']?$/.test(text)
      ? named.length > 0 || !texts.some((each) => commandsOfHelve(each).length > 0)
      : commandsOfHelve(text).some((command) => !readingCommand.test(command)) || commandsOfHelve(text).length === 0;
  const own = "it runs a command of Helve that may change what is allowed";
  if (runs.some(isLoosening) || argumentLists(action.args).some(isLoosening)) return { truth: true, reason: own };
  const commands = [...texts, ...programs.map(({ text }) => text)].flatMap(wordsOfCommands);
  const other = [...commands.map(otherCommand), withOtherSettings(commands)].filter((found) => found !== undefined);
  const certain = other.find(({ truth }) => truth === true);
  if (certain !== undefined) return certain;
  if (named.length > 0)
    return { truth: "unknown", reason: "it may run a command of Helve that changes what is allowed" };
  return other[0] ?? { truth: false, reason: "it runs no command that changes what Helve allows" };
}

/** What `looseningCommand` says. */
interface LooseningCommand {
  readonly truth: boolean | "unknown";
  readonly reason: string;
}

/** The command of another program that loosens Helve; `undefined` for other words. */
function otherCommand(words: readonly string[]): LooseningCommand | undefined {
  return otherCommands.find(({ program, options }) => {
    const at = words.findIndex((word) => program.test(word));
    return at >= 0 && hasInOrder(words.slice(at + 1), options);
  });
}

/** Whether a client is started with the settings of another folder, by an environment variable. */
function withOtherSettings(commands: readonly (readonly string[])[]): LooseningCommand | undefined {
  // `export` may come in a command of its own.
  if (!commands.some((words) => words.some((word) => settingsVariable.test(word)))) return undefined;
  const isClient = (word: string): boolean => Object.values(clientPrograms).some((program) => program.test(word));
  return commands.some((words) => words.some(isClient))
    ? { truth: "unknown", reason: "it may run a client with other settings, which call no hooks" }
    : undefined;
}

/** The texts that begin with the name of Helve and may be its commands. Each place counts: one that only reads excuses no other. */
function commandsOfHelve(text: string): readonly string[] {
  return Array.from(text.matchAll(/\bhelve(?:@[\w.^~-]+)?["']?\s+(?![;|)]|&(?!>))/g), ({ index }) =>
    text.slice(index, index + 200),
  );
}

/** A command of Helve that changes nothing. */
const readingCommand =
  /^helve(?:@[\w.^~-]+)?["']?\s+["']?(?:try|check(?!.*--fix)|explain|test|replay|log(?!.*--purge)|help|--help|--version|completion|opentool)\b/;

/** A program by its name or path, or by its package: `npx @openai/codex@latest`. */
const programNamed = (name: string): RegExp =>
  new RegExp(`(?:^|[\\\\/])(?:${name})(?:@[\\w.^~-]+)?(?:\\.exe|\\.cmd)?$`);

/** The programs of clients. */
const clientPrograms = {
  claude: programNamed("claude(?:-code)?"),
  codex: programNamed("codex"),
  copilot: programNamed("copilot"),
  cursor: programNamed("cursor-agent"),
  gemini: programNamed("gemini(?:-cli)?"),
  opencode: programNamed("opencode(?:-ai)?"),
};

/** Variables that say where clients find their settings, or that they load no hooks. */
const settingsVariable =
  /^(?:\$env:|--unset=)?(?:(?:HOME|USERPROFILE|XDG_CONFIG_HOME|XDG_STATE_HOME)=|(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|CODEX_HOME|COPILOT_HOME|CURSOR_CONFIG_DIR|GEMINI_CLI_HOME|OPENCODE_PURE)(?:=|$))/i;

/** Commands of others: a program, and words that follow in this order. */
const otherCommands: readonly {
  readonly program: RegExp;
  readonly options: readonly RegExp[];
  readonly truth: true | "unknown";
  readonly reason: string;
}[] = [
  {
    program: clientPrograms.claude,
    options: [/^config$/, /^(?:set|add|rm|remove)$/],
    truth: true,
    reason: "it changes the settings of Claude Code",
  },
  {
    program: clientPrograms.claude,
    options: [/disableAllHooks|^--bare$/],
    truth: true,
    reason: "it runs Claude Code without hooks",
  },
  {
    program: clientPrograms.claude,
    options: [/^--(?:settings|setting-sources)(?:=|$)/],
    truth: "unknown",
    reason: "it runs Claude Code with other settings",
  },
  {
    program: clientPrograms.gemini,
    options: [/^hooks$/, /^(?:disable|uninstall|remove)/],
    truth: true,
    reason: "it changes the hooks of Gemini CLI",
  },
  {
    program: clientPrograms.codex,
    options: [/^--disable(?:=hooks)?$|^(?:-c|--config=)?(?:features\.)?hooks[.=]/],
    truth: true,
    reason: "it runs Codex without hooks",
  },
  {
    program: clientPrograms.codex,
    options: [/^features$/, /^disable$/],
    truth: true,
    reason: "it runs Codex without hooks",
  },
  {
    program: clientPrograms.codex,
    options: [/^--ignore-user-config$/],
    truth: "unknown",
    reason: "it runs Codex with other settings",
  },
  {
    program: clientPrograms.copilot,
    options: [/^--config-dir(?:=|$)/],
    truth: "unknown",
    reason: "it runs Copilot CLI with other settings",
  },
  {
    program: clientPrograms.opencode,
    options: [/^--pure$/],
    truth: true,
    reason: "it runs OpenCode without plugins",
  },
  {
    program: /^(?:npm|pnpm|yarn|bun|volta)$/,
    options: [
      /^(?:i|in|install|add|link|ln|rm|r|un|remove|uninstall|unlink|up|update|upgrade)$/,
      /(?:^|\/)helve(?:@.*)?$/,
    ],
    truth: "unknown",
    reason: "it installs another version of Helve, or removes it",
  },
];

/** The words of each command in a text, roughly: without the marks of shells. */
function wordsOfCommands(text: string): readonly (readonly string[])[] {
  return text.split(/[|;&\n()`]/).map((command) => command.split(/[\s"']+/).filter((word) => word !== ""));
}

/** Whether words have matches of all patterns, in their order. */
function hasInOrder(words: readonly string[], patterns: readonly RegExp[]): boolean {
  let matched = 0;
  for (const word of words) if (patterns[matched]?.test(word)) matched++;
  return matched === patterns.length;
}

/** The script of Helve as its name. */
function withoutPath(text: string): string {
  return text.replace(/\bhelve\/(?:dist|src)\/main\.[cm]?[jt]s\b/g, "helve");
}

/** A program and its arguments, as tools of MCP servers take them apart from each other: `{ program: "helve", args: ["trust"] }`. */
function argumentLists(args: Args): readonly string[] {
  const strings = Object.values(args)
    .flat()
    .filter((value) => typeof value === "string");
  return strings.some((text) => /(?:^|[\\/])helve(?:\.cmd|\.exe)?$/.test(text)) ? [strings.join(" ")] : [];
}

import type { Args, PredicateContext } from "@helve/core";
import { describeEffects, type Policy } from "@helve/predicates";

/** Why a call may change what Helve allows: a command in it; `undefined` if there is none. Commands that only read may run. */
export function looseningCommand(policy: Policy, context: PredicateContext): string | undefined {
  const { action } = context;
  const effects = describeEffects(action, policy, context);
  const isCode = effects.some(({ kind }) => kind === "execute" || kind === "anything");
  const code = isCode ? Object.values(action.args).filter((value) => typeof value === "string") : [];
  const texts = [...code, ...argumentLists(action.args)].map(withoutPath);
  const commands = texts.flatMap(commandsOfHelve);
  // By the effects, for forms that the words don't show.
  const runs = effects
    .map((effect) => ({ ...effect, sentence: withoutPath(effect.sentence), text: withoutPath(effect.text) }))
    .filter(({ kind, sentence }) => kind === "execute" && /\bhelve(?:\.[cm]?js|\.exe|\.cmd)?$/.test(sentence))
    // A piece without arguments says no more than the words.
    .filter(({ text }) => commands.length === 0 || !/\bhelve["']?$/.test(text))
    .flatMap(({ text }) => (commandsOfHelve(text).length > 0 ? commandsOfHelve(text) : [text]));
  if ([...runs, ...commands].some((command) => !readingCommand.test(command)))
    return "it runs a command of Helve that may change what is allowed";
  const pieces = [...texts, ...effects.filter(({ kind }) => kind === "execute").map(({ text }) => text)];
  for (const words of pieces.flatMap(wordsOfCommands)) {
    const found = otherCommands.find(({ program, options }) => {
      const at = words.findIndex((word) => program.test(word));
      return at >= 0 && hasInOrder(words.slice(at + 1), options);
    });
    if (found !== undefined) return found.reason;
  }
  return undefined;
}

/** The texts that begin with the name of Helve and may be its commands. Each place counts: one that only reads excuses no other. */
function commandsOfHelve(text: string): readonly string[] {
  return Array.from(text.matchAll(/\bhelve(?:@[\w.^~-]+)?["']?\s+/g), ({ index }) => text.slice(index, index + 200));
}

/** A command of Helve that changes nothing. */
const readingCommand =
  /^helve(?:@[\w.^~-]+)?["']?\s+["']?(?:try|check(?!.*--fix)|explain|test|replay|log(?!.*--purge)|help|--help|--version|completion|opentool)\b/;

/** Commands of others: a program, and words that follow in this order. */
const otherCommands: readonly {
  readonly program: RegExp;
  readonly options: readonly RegExp[];
  readonly reason: string;
}[] = [
  {
    program: /^claude$/,
    options: [/^config$/, /^(?:set|add|rm|remove)$/],
    reason: "it changes the settings of Claude Code",
  },
  { program: /^claude$/, options: [/disableAllHooks/], reason: "it runs Claude Code without hooks" },
  {
    program: /^gemini$/,
    options: [/^hooks$/, /^(?:disable|uninstall|remove)/],
    reason: "it changes the hooks of Gemini CLI",
  },
  { program: /^codex$/, options: [/^--disable(?:=hooks)?$/], reason: "it runs Codex without hooks" },
  { program: /^codex$/, options: [/^features$/, /^disable$/], reason: "it runs Codex without hooks" },
  { program: /^opencode$/, options: [/^--pure$/], reason: "it runs OpenCode without plugins" },
  {
    program: /^(?:npm|pnpm|yarn|bun|volta)$/,
    options: [
      /^(?:i|in|install|add|link|ln|rm|r|un|remove|uninstall|unlink|up|update|upgrade)$/,
      /(?:^|\/)helve(?:@.*)?$/,
    ],
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

// Recognizes verbs such as `delete` in the arguments of programs that are not in the catalogue.
import { type Argument, literalText } from "./argument.ts";
import type { EffectDetails } from "./evaluation.ts";

/** The verbs that announce an effect in the arguments of a program that is not in the catalogue: `x volumes delete y`. */
const verbs: readonly { readonly verb: RegExp; readonly details: EffectDetails }[] = [
  {
    verb: /^(delete|remove|rm|destroy|purge|uninstall|drop|wipe|erase|revoke)(-[a-z-]+)?$/,
    details: { kind: "discard", what: "what its arguments name" },
  },
  { verb: /^(stop|kill|terminate)(-[a-z-]+)?$/, details: { kind: "signal", process: null, harmless: false } },
];

/** Programs that explain, show or speak their arguments, so that a verb there means nothing. */
const documentationPrograms =
  /^(man|info|tldr|apropos|whatis|cheat|help|howdoi|figlet|toilet|banner|cowsay|say|espeak|dict|trans|notify-send|zenity|dialog)$/;

/** Options with which a program changes nothing. */
const dryRunOptions = /^(-h|--help|--version|-n|--dry-run|--noop|--check|--list)$/;

/** Matches a word that can be a command of a program. */
const isCommandWord = /^[a-z][a-z-]*$/;

/** The most words that name a command of a program: `az network vnet delete`. */
const maxCommandWords = 4;

/**
 * The effect that a verb in the arguments announces: `x volumes delete y`. A verb without an argument after it has none.
 */
export function effectOfVerb(name: string, args: readonly Argument[]): EffectDetails | undefined {
  const texts = args.map((word) => literalText(word) ?? "");
  if (documentationPrograms.test(name) || texts.some((text) => dryRunOptions.test(text)) || texts[0] === "help") return;
  const end = texts.findIndex((text) => !isCommandWord.test(text));
  const commands = texts.slice(0, Math.min(end === -1 ? texts.length : end, maxCommandWords));
  const at = commands.findIndex((text) => verbs.some(({ verb }) => verb.test(text)));
  if (at === -1 || at === texts.length - 1) return;
  return verbs.find(({ verb }) => verb.test(commands[at] ?? ""))?.details;
}

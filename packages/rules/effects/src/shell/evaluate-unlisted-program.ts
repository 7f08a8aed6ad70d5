import { type Flow, joinFlows } from "../flow.ts";
import { lookAlike } from "../look-alikes.ts";
import { addressOf } from "./address.ts";
import { type Argument, literalText } from "./argument.ts";
import { type EffectDetails, emit, emitUnknown, type Shell, spanBetween } from "./evaluation.ts";
import { emitRead } from "./file-effects.ts";
import { findInterpreter } from "./interpreters.ts";

/**
 * Emits the possible effects of a program that is not in the catalogue: it may read the paths and contact the URLs among
 * its arguments, and do what a verb such as `delete` says.
 *
 * @returns its output
 */
export function evaluateUnlistedProgram(
  name: string,
  [head, ...args]: readonly Argument[],
  { state, io: { input }, evaluation }: Shell,
): Flow {
  const alike = lookAlike(name);
  if (alike !== undefined && head !== undefined) {
    const reason = `the program ${name} is not ${alike.name}: its letter ${alike.letter} only looks like "${alike.like}"`;
    emitUnknown(reason, name, spanBetween(head, head), evaluation);
  }
  const code =
    findInterpreter(name) !== undefined
      ? undefined
      : args.find(
          (at, index) =>
            looksLikeCode(at.value?.text ?? "", literalText(args[index - 1]) ?? "") ||
            looksLikeCode(...valueInOption(at.value?.text ?? "")),
        );
  if (code !== undefined)
    emitUnknown(`${name} runs code that is not analyzed`, name, spanBetween(head ?? code, code), evaluation);
  const flows: (Flow | undefined)[] = [input];
  const details = effectOfVerb(name, args);
  if (details !== undefined && head !== undefined)
    emit({ ...details, certainty: "unknown" }, name, spanBetween(head, args.at(-1) ?? head), evaluation);
  for (const at of args) {
    const text = at.value?.text ?? "";
    if (at.flow?.from.some(({ kind }) => kind !== "environment" && kind !== "input") === true) flows.push(at.flow);
    const span = spanBetween(head ?? at, at);
    if (/^(https?|ftp|ssh|git|wss?):\/\//.test(text)) {
      const { host, port, protocol, url } = addressOf(at);
      const address = { host, port, protocol: protocol || undefined, url: url || undefined };
      emit({ kind: "network", direction: "in", ...address, from: [], certainty: "possible" }, name, span, evaluation);
      flows.push({ from: [{ kind: "network", host }] });
    } else if (/^(~|\.{0,2}\/)/.test(text) && !text.startsWith("//")) {
      const value = at.value;
      flows.push(emitRead({ value, by: name, span, certainty: "possible" }, state, evaluation));
    }
  }
  const { from, many } = joinFlows(flows);
  return { from: from.length === 0 ? [{ kind: "output", by: name }] : from, many };
}

/** Options and subcommands with which interpreters run a text as code. */
const codeOption = /^(-e|-E|-eval|--eval|--evaluate|--exec|--execute|eval)$/;

/** Whether the value of an option is code and not a name or a pattern: it has brackets and a quote, a space or a dot before them. */
function looksLikeCode(text: string, option: string): boolean {
  if (!codeOption.test(option)) return false;
  return /^\s*\(\s*[\w/.-]+\s/.test(text) || (/[\w"' ][({][^)}]*["' )}]/.test(text) && /[\s"'.!]/.test(text));
}

/** The value and the option in one word: `--eval=x`, `--eval:x`. */
function valueInOption(word: string): readonly [string, string] {
  const [, option = "", value = ""] = /^(--?[A-Za-z]+)[=:](.*)$/s.exec(word) ?? [];
  return [value, option];
}

/** The verbs that announce an effect in the arguments of a program that is not in the catalogue: `x volumes delete y`. */
const verbs: readonly { readonly verb: RegExp; readonly details: EffectDetails }[] = [
  {
    verb: /^(delete|remove|rm|destroy|purge|uninstall|drop|wipe|erase|revoke)(-[a-z-]+)?$/,
    details: { kind: "discard", what: "what its arguments name" },
  },
  { verb: /^(stop|kill|terminate)(-[a-z-]+)?$/, details: { kind: "signal", process: null, harmless: false } },
];

/** Programs that explain, show or speak their arguments, so that a verb there means nothing. */
export const documentationPrograms: RegExp =
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
function effectOfVerb(name: string, args: readonly Argument[]): EffectDetails | undefined {
  const texts = args.map((word) => literalText(word) ?? "");
  if (documentationPrograms.test(name) || texts.some((text) => dryRunOptions.test(text)) || texts[0] === "help") return;
  const end = texts.findIndex((text) => !isCommandWord.test(text));
  const commands = texts.slice(0, Math.min(end === -1 ? texts.length : end, maxCommandWords));
  const at = commands.findIndex((text) => verbs.some(({ verb }) => verb.test(text)));
  if (at === -1 || at === texts.length - 1) return;
  return verbs.find(({ verb }) => verb.test(commands[at] ?? ""))?.details;
}

// Commands of a shell with unknown parts: a shell variable stands for them, so that the shell's reader can read the rest.
import { shellPathWord } from "@helve/core/internal";
import type { Effect } from "./effects.ts";
import { hasUnknownText, suppliedText, unknownText } from "./unknown-text.ts";

/** The shell variable that stands for unknown text in a command: no command can assign a value to it. */
const unknownVariable = "BASH_COMMAND";

/** An unknown word of a command, without quotes. */
export const unknownWord: string = `$${unknownVariable}`;

const unknownProgram = /it is unknown what "?\$\{?BASH_COMMAND\}?"? runs/;
const placeholder = /"?\$\{?BASH_COMMAND\}?"?/g;

/** Replaces unknown text in a command with a shell variable, outside of single quotes so that it is read as one. */
export function unknownTextToVariable(text: string): string {
  if (!hasUnknownText(text)) return text;
  const command = text.replaceAll(suppliedText, unknownText);
  let written = "";
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at);
    if (hasUnknownText(char)) {
      written += quote === "'" ? `'"${unknownWord}"'` : `\${${unknownVariable}}`;
      continue;
    }
    written += char;
    if (char === "\\" && quote !== "'") written += command.charAt(++at);
    else if (quote === "" && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = "";
  }
  return written;
}

/** Writes a text as one word of a shell command. */
export function quotedWord(text: string): string {
  if (text === unknownText || text === suppliedText) return `"${unknownWord}"`;
  return /^~[\w./:=@%+,-]+$/.test(text) ? text : shellPathWord(text);
}

/** An effect whose reason, program and origins don't mention the variable that stands for unknown text. */
export function withoutPlaceholder(effect: Effect, by: string): Effect {
  const isPlaceholder = effect.by.includes(unknownVariable);
  const name = isPlaceholder ? by : effect.by;
  if (effect.kind === "execute" && isPlaceholder) {
    const from = effect.from.map((origin) => (origin.kind === "environment" ? ({ kind: "unknown" } as const) : origin));
    return { ...effect, by: name, from };
  }
  if (effect.kind !== "anything") return { ...effect, by: name };
  const reason = effect.reason.replace(unknownProgram, `it is unknown what ${by} runs`);
  return { ...effect, by: name, reason: reason.replaceAll(placeholder, "an unknown value") };
}

/** Finds text that a call types into a terminal, where it may answer a question meant for a person. */
import type { Action, PredicateContext } from "@helve/core";
import type { CommandEffect } from "@helve/effects";
import { type Answer, unread, unsure } from "./answer.ts";
import { argumentsIn } from "./argument-texts.ts";
import { programName } from "./words.ts";

/** The keys that a call types. */
export interface TypedKeys {
  /** Lines that are typed as a whole: a shell may run them. */
  readonly lines: readonly string[];
  /** The answer if the keys are unknown, or only part of a line. */
  readonly answer?: Answer;
}

/** The terminals that a command may type at. */
export interface Terminals {
  /** Whether the client runs in tmux or screen, so that a terminal there may be its own. */
  readonly mayBeOwn: boolean;
  /** Whether the session has started a terminal with a name. */
  isStarted(name: string): boolean;
}

/** Lists the terminals that a session uses. The calls of a long session are many, so they are read only for a command that types. */
export function terminalsOf(
  environment: Readonly<Record<string, string | undefined>>,
  { action, trajectory }: Pick<PredicateContext, "action" | "trajectory">,
): Terminals {
  return {
    mayBeOwn: environment["TMUX"] !== undefined || environment["STY"] !== undefined,
    isStarted: (name) => {
      const texts = [action, ...trajectory.map((step) => step.action)]
        .flatMap(({ args }) => argumentsIn(args).map(({ text }) => text))
        .filter((text) => starting.test(text));
      return (
        !texts.some((text) => renaming.test(text)) &&
        texts.some((text) =>
          text
            .split(/[\s"'=:;&|]+/)
            .some((each, index, all) => each === name && /^-\w*[sSn]$/.test(all[index - 1] ?? "")),
        )
      );
    },
  };
}

const starting = /\b(?:tmux|screen)\b/;
const renaming =
  /\b(?:rename|swap|join|move|link|respawn)-?(?:session|window|pane)|\b(?:rename|swap|join|move|link|respawn)[wp]\b|new\S*\s[^;&|]*-\w*A|-X\s+(?:sessionname|title)/;

/** The keys that a command types: `tmux send-keys`, `screen -X stuff`, a program that answers at a terminal. */
export function keysOfCommand(
  { words: [program, ...words], elsewhere }: CommandEffect,
  terminals: Terminals,
): TypedKeys {
  const name = programName(program);
  const texts = words.map(({ text }) => text);
  const patterns = [name, ...words.map(({ pattern }) => pattern)];
  if (elsewhere) return nothing;
  if (answering.test(name)) return { lines: [], answer: unsure(`${name} answers questions at a terminal`) };
  const code = words.find(
    ({ isCode, text }) =>
      isCode === true && /\b(?:pexpect|ptyprocess|node-pty|openpty|forkpty|pty\.|TIOCSTI\b|0x5412\b)/i.test(text ?? ""),
  );
  if (code !== undefined)
    return { lines: [], answer: unsure(`${name} opens a terminal or types at one, and may answer questions`) };
  if (typing.some(([programs, words]) => programs.test(name) && patterns.some((text) => words.test(text)))) {
    return { lines: [], answer: unsure(`${name} types at a terminal, or runs a command in another program`) };
  }
  if (name === "tmux") return keysOfTmux(texts, terminals);
  if (name !== "screen") return nothing;
  const at = texts.indexOf("-X");
  if (at === -1) return nothing;
  const [command, ...args] = texts.slice(at + 1);
  const place = texts[texts.indexOf("-S") + 1];
  return command === "stuff"
    ? typedAtTerminal([args.join(" ")], place, terminals)
    : pasting.test(command ?? "")
      ? pasted(name)
      : nothing;
}

/** The keys that a tool types as the input of a running command. */
export function keysOfTool({ name, args }: Action): TypedKeys {
  if (!/^(?:write_stdin|write_bash|write_powershell|send_keys|sendKeys|BashInput|KillShellInput)$/.test(name))
    return nothing;
  const { chars, input = chars, text = input, keys = text } = args;
  return typeof keys === "string" ? typed([keys.replaceAll(/\{enter\}/gi, "\n")]) : nothing;
}

const nothing: TypedKeys = { lines: [] };

/** Programs that read what another one prints, and answer it. */
const answering = /^(?:expect|autoexpect|empty|unbuffer-expect|sexpect)$/;

/** Programs that type at a terminal or a window, or have another program that runs do something. */
const typing: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^(?:xdotool|ydotool|wtype|dotool|kdotool|cliclick|ttyecho|reptyr|evemu-event|uinput|tmate)$/, /./],
  [/^(?:kitty|kitten|@)$/, /^(?:send-text|send-key|launch|run)$/],
  [/^wezterm$/, /^(?:send-text|spawn|split-pane)$/],
  [/^zellij$/, /^(?:write|write-chars|run|new-pane|edit)$/],
  [/^(?:dtach|abduco)$/, /^-p$/],
  [/^(?:n?vim|gvim|nvr|mvim)$/, /^--?remote\w*(?:-\w+)*$|^-c?c$/],
  [/^(?:emacsclient|gnuclient)$/, /^(?:-\w*e|--eval)/],
  [/^(?:code|cursor|codium|zed|subl)$/, /^--?(?:command|open-url)\b|^(?:vscode|cursor|zed):/],
  [
    /^(?:dbus-send|qdbus\w*|gdbus|busctl)$/,
    /(?:konsole|terminal|yakuake|guake|ptyxis|runCommand|sendText|systemd1|portal)/i,
  ],
];
const pasting = /^(?:paste|readbuf|readreg|register|process|source|exec|at|eval)$/;

/**
 * Returns the keys that tmux types into a terminal: `send-keys -t a 'npm test' Enter`; several commands of tmux are
 * separated by `;`.
 */
function keysOfTmux(words: readonly (string | null)[], terminals: Terminals): TypedKeys {
  const commands = split(words);
  const found = commands.map((command): TypedKeys => {
    if (
      command.some((word) => word === "pipe-pane" || word === "pipep") &&
      command.some((word) => /^-\w*I/.test(word ?? ""))
    )
      return pasted("tmux");
    const at = command.findIndex(
      (word) => word !== null && /^(?:send(?:-keys)?|pasteb(?:uffer)?|paste-buffer|load-?b\w*|set-?b\w*)$/.test(word),
    );
    if (at === -1) return nothing;
    if (!command[at]?.startsWith("send")) return pasted("tmux");
    const keys = withoutOptions(command.slice(at + 1));
    if (keys === undefined) return { lines: [], answer: unread("tmux types keys that are not known") };
    const place = command.find((word, index) => /^-\w*t./.test(word ?? "") || command[index - 1] === "-t");
    return typedAtTerminal(
      keys.map((key) => (key !== null && enter.test(key) ? "\n" : key !== null && special.test(key) ? "" : key)),
      place?.replace(/^-\w*t/, "").replace(/[:.].*$/s, ""),
      terminals,
    );
  });
  return { lines: found.flatMap(({ lines }) => lines), ...firstAnswer(found) };
}

const enter = /^(?:Enter|KPEnter|C-m|C-j)$/i;
const special =
  /^(?:[CMS]-.|Escape|Tab|BTab|Space|BSpace|Up|Down|Left|Right|Home|End|NPage|PPage|PageUp|PageDown|F\d+|DC|IC)$/;

/** Keys without the options of `send-keys`; `undefined` for keys as numbers, or repeated. */
function withoutOptions(words: readonly (string | null)[]): readonly (string | null)[] | undefined {
  const keys: (string | null)[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? null;
    if (word !== null && /^-(?:H|K|X|N|c)/.test(word)) return undefined;
    if (word === "-t") index++;
    else if (word === null || !/^-[lRMF]+$|^-t./.test(word)) keys.push(word);
  }
  return keys;
}

/** Splits the words of tmux at `;`. */
function split(words: readonly (string | null)[]): readonly (readonly (string | null)[])[] {
  const commands: (string | null)[][] = [[]];
  for (const word of words) {
    if (word === ";" || word === "\\;") commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands;
}

/** Evaluates typed text. It must end with a line end, so that it is a whole command. */
function typed(keys: readonly (string | null)[]): TypedKeys {
  if (keys.includes(null)) return { lines: [], answer: unread("it types text that is not known") };
  const text = keys.join("").replaceAll(/\r|\^M|\\015|\\n/g, "\n");
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  return /[^\p{Cc}\s]/u.test(rest)
    ? { lines, answer: unread("it types a part of a line, and what the whole line does is not known") }
    : { lines };
}

/** Judges text that is typed at a terminal, where it may answer a question. */
function typedAtTerminal(
  keys: readonly (string | null)[],
  place: string | null | undefined,
  { mayBeOwn, isStarted }: Terminals,
): TypedKeys {
  const found = typed(keys);
  const isOther = !mayBeOwn || (typeof place === "string" && isStarted(place));
  return found.lines.some((line) => !isOther || answers.test(line.trim()))
    ? { ...found, answer: unsure("it types what may answer a question at a terminal, such as the one about a call") }
    : found;
}

/** Answers to a question: an empty line, which takes what is marked, a number, yes or no, the code of a challenge. */
const answers = /^(?:|\d+|[a-z]|yes|no|ok|allow|approve|accept|always|[\da-f]{4,})$/i;

/** Returns the answer for a buffer whose content is unknown. */
function pasted(name: string): TypedKeys {
  return { lines: [], answer: unsure(`${name} types the content of a buffer or a file`) };
}

/** Returns the first answer. */
function firstAnswer(found: readonly TypedKeys[]): Pick<TypedKeys, "answer"> {
  const answer = found.find((each) => each.answer !== undefined)?.answer;
  return answer === undefined ? {} : { answer };
}

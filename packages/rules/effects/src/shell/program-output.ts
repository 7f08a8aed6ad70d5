import { decodeBase64, decodeHex } from "../encodings.ts";
import { afterUnknownChange, type Flow, joinFlows } from "../flow.ts";
import type { Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { asFileNameGlob } from "./expand-piece.ts";
import { filesOfRepository, locatedFiles } from "./listed-files.ts";
import { manyTimes } from "./loop-count.ts";
import { startedContainer } from "./own-work.ts";
import { substitutedText } from "./sed-substitution.ts";
import type { ShellState } from "./state.ts";

/**
 * Computes the output of a program such as `echo`, `dirname` or `base64 -d` from its words and its input; `undefined` if the
 * program is not among those.
 *
 * @param args - the words that follow the program's name
 * @param read - the data that it reads from files or standard input
 */
export function computeOutput(
  name: string,
  args: readonly Argument[],
  read: Flow | undefined,
  state: ShellState,
): Flow | undefined {
  const compute = Object.hasOwn(outputs, name) ? outputs[name] : undefined;
  return compute?.(args, read, state);
}

/** Computes the output of one program. */
type OutputFunction = (args: readonly Argument[], read: Flow | undefined, state: ShellState) => Flow | undefined;

/** The programs whose output sets variables and functions of the shell, with the arguments for which it does. */
const settingsPrinters: readonly (readonly [string, RegExp])[] = [
  ["fnm", /^env\b/],
  ["pyenv", /^(?:virtualenv-)?init\b/],
  ["rbenv", /^init\b/],
  ["nodenv", /^init\b/],
  ["goenv", /^init\b/],
  ["jenv", /^init\b/],
  ["starship", /^init\b/],
  ["zoxide", /^init\b/],
  ["atuin", /^init\b/],
  ["brew", /^shellenv\b/],
  ["direnv", /^(?:hook|export)\b/],
  ["mise", /^(?:activate|env|hook-env)\b/],
  ["rtx", /^(?:activate|env)\b/],
  ["conda", /^shell\.\w+ (?:hook|activate)\b/],
  ["mamba", /^shell hook\b|^shell\.\w+ hook/],
  ["micromamba", /^shell hook\b/],
  ["opam", /^(?:config )?env\b/],
  ["ssh-agent", /^(?:-[sc])?$/],
  ["gpg-agent", /^--daemon$/],
  ["minikube", /^(?:-p \w+ )?docker-env\b/],
  ["docker-machine", /^env\b/],
  ["dircolors", /^(?:-[bc])?(?: ~?[\w./-]+)?$/],
  ["luarocks", /^path\b/],
  ["rustup", /^completions\b/],
  ["kubectl", /^completion\b/],
  ["helm", /^completion\b/],
  ["gh", /^completion\b/],
  ["npm", /^completion$/],
  ["pixi", /^shell-hook\b/],
  ["register-python-argcomplete", /^[\w-]+$/],
];

/** Whether a call only prints settings of the shell for `eval`: `ssh-agent -s`. */
export function printsSettings(name: string, args: readonly Argument[]): boolean {
  const text = args.map((word) => literalText(word) ?? "\0").join(" ");
  return settingsPrinters.some(([program, pattern]) => program === name && pattern.test(text));
}

const outputs: Readonly<Record<string, OutputFunction>> = {
  echo: (args) => echoOutput(args),
  printf: (args) => printfOutput(args),
  cat: (_, read) => read,
  tac: (_, read) => read && afterUnknownChange(read),
  tr: translatedOutput,
  sed: (args, read) => {
    const text = read?.text === undefined ? undefined : substitutedText(read.text, args);
    return text === undefined || read === undefined ? undefined : { ...read, text };
  },
  tee: (_, read) => read,
  yes: (args) => ({ ...joinFlows(args.map(({ flow }) => flow)), many: "endless" }),
  seq: seqOutput,
  pwd: (_, __, { directory }) =>
    fileNameOutput(directory === null ? undefined : { text: directory || ".", glob: false }, "pwd"),
  dirname: (args) => fileNameOutput(parentDirectory(args), "dirname"),
  realpath: readlinkOutput,
  readlink: readlinkOutput,
  which: (args) => installedPath(args),
  git: (args, read, state) => filesOfRepository(args) ?? gitOutput(args, read, state),
  ...Object.fromEntries(["locate", "mlocate", "plocate", "slocate", "mdfind"].map((name) => [name, locatedFiles])),
  docker: containerOutput,
  podman: containerOutput,
  ...Object.fromEntries(settingsPrinters.map(([name, pattern]) => [name, settingsOutput(name, pattern)])),
  type: () => undefined,
  mktemp: (args) => fileNameOutput(temporaryPath(args), "mktemp"),
  ls: (args, _, state) => lsOutput(args, state),
  base64: (args, read) =>
    isDecoding(args, /^(-d|-D|--decode|-di|-id)$/) ? decodedOutput(read, decodeBase64) : undefined,
  xxd: (args, read) =>
    isDecoding(args, /^-r|^-p.*r|^-rp/) ? decodedOutput(read, (text) => decodeHex(text) || undefined) : undefined,
  rev: (_, read) => (read?.text === undefined ? undefined : { ...read, text: reverseLines(read.text) }),
};

/** The output of `echo`. */
function echoOutput(args: readonly Argument[]): Flow {
  const options = args.findIndex((word) => !/^-[neE]+$/.test(literalText(word) ?? ""));
  const words = options === -1 ? [] : args.slice(options);
  const given = (options === -1 ? args : args.slice(0, options)).map((word) => literalText(word) ?? "").join("");
  const flow = joinFlows(words.map((word) => word.flow));
  const texts = words.map(literalText);
  if (texts.includes(undefined)) return withFileNames(words, flow);
  // Without an option, the meaning of backslashes depends on the shell.
  if (!/e/i.test(given) && texts.some((text) => text?.includes("\\"))) return flow;
  const text = texts.join(" ") + (given.includes("n") ? "" : "\n");
  return { ...flow, text: given.includes("e") && !given.includes("E") ? unescapeText(text) : text };
}

/** The output of `echo` with wildcards: file names. */
function withFileNames(words: readonly Argument[], flow: Flow): Flow {
  const values = words.flatMap(({ value }) => value ?? []);
  return values.length === words.length && values.length <= 32 ? { ...flow, names: values.map(asFileNameGlob) } : flow;
}

/** The output of `printf`, if its format has only `%s` and `%b`. */
function printfOutput(args: readonly Argument[]): Flow {
  const [format, ...rest] = literalText(args[0]) === "--" ? args.slice(1) : args;
  const flow = joinFlows(args.map((word) => word.flow));
  const text = literalText(format);
  if (text === undefined || text === "-v") return flow;
  const texts = rest.map(literalText);
  if (!/%/.test(text) && rest.length === 0) return { ...flow, text: unescapeText(text) };
  const plain = /^(?:[^%]|%[sb%])*$/.test(text) && !texts.includes(undefined);
  const takes = [...text.matchAll(/%[sb]/g)].length;
  if (!plain || takes === 0 || text.length * (1 + rest.length / takes) > 16_384) return flow;
  let result = "";
  for (let index = 0; index === 0 || index < texts.length; index += takes) {
    let next = index;
    result += unescapeText(text).replaceAll(/%([sb%])/g, (_, kind: string) => {
      if (kind === "%") return "%";
      const word = texts[next++] ?? "";
      return kind === "b" ? unescapeText(word) : word;
    });
  }
  return { ...flow, text: result };
}

/** The output of `seq`: numbers; `many` for a thousand or more. */
function seqOutput(args: readonly Argument[]): Flow {
  const numbers = args.flatMap((word) => (/^-?\d+$/.test(literalText(word) ?? "") ? [Number(literalText(word))] : []));
  const [from = 1, to = from] = numbers.length === 1 ? [1, numbers[0]] : [numbers[0], numbers.at(-1)];
  const step = numbers.length === 3 ? Math.abs(numbers[1] ?? 1) || 1 : 1;
  const many = Math.abs(to - from) / step + 1 >= manyTimes;
  return { from: [], many: many ? "many" : undefined, names: [{ text: "*", glob: true, partial: true }] };
}

/** Returns output that consists of one file name. */
function fileNameOutput(value: Value | undefined, by: string): Flow {
  const from = [{ kind: "output", by }] as const;
  return value === undefined ? { from } : { from, names: [asFileNameGlob(value)] };
}

/** The last argument that is not an option. */
function lastOperand(args: readonly Argument[]): Argument | undefined {
  return args.findLast((word) => !/^-./.test(literalText(word) ?? ""));
}

/** Whether `tr` changes only the separators between lines: `tr '\n' '\0'`. */
function changesOnlySeparators(args: readonly Argument[]): boolean {
  return args.length === 2 && args.every((word) => /^(\\n|\\0+|\\t| |\n)$/.test(literalText(word) ?? ""));
}

/** Computes the output of `tr`: file names stay known if only separators change. */
function translatedOutput(args: readonly Argument[], read: Flow | undefined): Flow | undefined {
  if (read === undefined) return undefined;
  const [from, to, other] = args.map(literalText);
  const isKnown = read.text !== undefined && from !== undefined && to !== undefined && other === undefined;
  const changed = isKnown && args.length <= 2 ? translate(read.text ?? "", from, to) : undefined;
  // Other letters hide what a text says, as rot13 does.
  const isHidden = /[A-Za-z]-[A-Za-z]/.test(from ?? "") && changed?.toLowerCase() !== read.text?.toLowerCase();
  const origins: Flow["from"] = isHidden && from !== "-d" ? [{ kind: "encoded" }, ...read.from] : read.from;
  if (changed !== undefined) return { ...read, from: origins, names: undefined, text: changed };
  return changesOnlySeparators(args) && read.names !== undefined ? { ...read, text: undefined } : undefined;
}

/** Replaces the characters of one set by the characters of another, as `tr` does: `a-z`, `\\n`; `-d` deletes them. `undefined` for other sets. */
function translate(text: string, from: string, to: string): string | undefined {
  if (from === "-d") {
    const deleted = charactersOf(to);
    return deleted && [...text].filter((each) => !deleted.includes(each)).join("");
  }
  const [before, after] = [charactersOf(from), charactersOf(to)];
  const last = after?.at(-1);
  if (before === undefined || after === undefined || last === undefined) return undefined;
  const replace = (each: string): string => {
    const at = before.lastIndexOf(each);
    return at === -1 ? each : (after[at] ?? last);
  };
  return [...text].map(replace).join("");
}

/** The characters of a set of `tr`; `undefined` if it is more than characters, escapes, ranges of letters and digits. */
function charactersOf(set: string): readonly string[] | undefined {
  if (set === "" || set.length > 64 || /^-|\[[:=]|\[.\*/.test(set)) return undefined;
  const plain = set.replaceAll(/\\(.)/g, (_, each: string) => trEscapes[each] ?? "\uFFFF");
  if (plain.includes("\uFFFF") || plain.includes("\\")) return undefined;
  const characters: string[] = [];
  for (let at = 0; at < plain.length; at++) {
    const range = /^([A-Za-z0-9])-([A-Za-z0-9])/.exec(plain.slice(at));
    const [first, last] = [range?.[1]?.charCodeAt(0) ?? 0, range?.[2]?.charCodeAt(0) ?? 0];
    if (range === null) characters.push(plain[at] ?? "");
    else if (first > last) return undefined;
    else {
      for (let code = first; code <= last; code++) characters.push(String.fromCharCode(code));
      at += 2;
    }
  }
  return characters;
}

const trEscapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "0": "\0", "-": "-" };

/** The output of `readlink` and `realpath`: the path itself, because links are unknown. */
function readlinkOutput(args: readonly Argument[]): Flow {
  return fileNameOutput(lastOperand(args)?.value ?? undefined, "readlink");
}

/** The output of `dirname`. */
function parentDirectory(args: readonly Argument[]): Value | undefined {
  const value = lastOperand(args)?.value;
  if (!value || value.home === true) return;
  const text = value.text.replace(/\/+$/, "");
  const slash = text.lastIndexOf("/");
  if (value.glob && text.slice(slash + 1).includes("**")) return;
  return { ...value, text: slash === -1 ? "." : text.slice(0, slash) || "/" };
}

/** The output of `which`: a program of the system is as good as its name. */
function installedPath(args: readonly Argument[]): Flow | undefined {
  const name = literalText(lastOperand(args));
  const from = [{ kind: "output", by: "which" }] as const;
  return name !== undefined && /^[\w.+-]+$/.test(name) ? { from, text: `/usr/bin/${name}\n` } : { from };
}

/** The output of `git rev-parse --show-toplevel`: the directory where the script started, as a path from the present one. */
function gitOutput(args: readonly Argument[], _: Flow | undefined, { directory }: ShellState): Flow | undefined {
  const isTop = args.length === 2 && args.map(literalText).join(" ") === "rev-parse --show-toplevel";
  if (!isTop || directory === null || /^[/~]|^\.\.(?:\/|$)/.test(directory)) return undefined;
  const depth = directory.split("/").filter((part) => part !== "" && part !== ".").length;
  return { from: [{ kind: "output", by: "git" }], text: `${depth === 0 ? "." : "../".repeat(depth).slice(0, -1)}\n` };
}

/** The output of `docker create`: the name of a container of the script. */
function containerOutput(args: readonly Argument[]): Flow | undefined {
  const words = args.slice(0, 2).map(literalText);
  const creates = words[0] === "create" || (words[0] === "container" && words[1] === "create");
  return creates ? { from: [{ kind: "output", by: startedContainer }] } : undefined;
}

/** The output of a program that prints settings for `eval`: a script without other effects. */
function settingsOutput(name: string, pattern: RegExp): OutputFunction {
  return (args) => {
    const texts = args.map(literalText);
    if (texts.includes(undefined) || !pattern.test(texts.join(" "))) return undefined;
    return { from: [{ kind: "output", by: name }], text: ":\n" };
  };
}

/** The path that `mktemp` creates, as a glob. */
function temporaryPath(args: readonly Argument[]): Value {
  const template = literalText(lastOperand(args));
  const here =
    template !== undefined &&
    /XXX/.test(template) &&
    !args.some((word) => /^-\w*[pt]|^--tmpdir/.test(literalText(word) ?? ""));
  return { text: here ? template.replace(/X{3,}/, "*") : "/tmp/tmp.*", glob: true };
}

/** The output of `ls`: the names in a directory, or those that wildcards match. */
function lsOutput(args: readonly Argument[], { directory }: ShellState): Flow {
  const from = [{ kind: "output", by: "ls" }] as const;
  const operands = args.filter((word) => !/^-./.test(literalText(word) ?? ""));
  const isLong = args.some((word) => /^-\w*[lsig]/.test(literalText(word) ?? ""));
  if (isLong || directory === null || operands.some(({ value }) => value === null)) {
    return { from, near: operands.flatMap(({ value }) => value ?? []) };
  }
  const hidden = args.some((word) => /^-\w*[aAf]|^--(?:almost-)?all$/.test(literalText(word) ?? ""));
  const any: Value = { ...anyName, hidden };
  const names =
    operands.length === 0
      ? [any]
      : operands.flatMap(({ value }) => value ?? []).map((value) => (value.glob ? value : any));
  return { from, names: names.map((value) => ({ ...value, partial: true })) };
}

const anyName: Value = { text: "*", glob: true, partial: true };

/** Whether an option makes a program decode. */
function isDecoding(args: readonly Argument[], option: RegExp): boolean {
  return args.some((word) => option.test(literalText(word) ?? ""));
}

/** The input after decoding, with the origin `encoded`. */
function decodedOutput(read: Flow | undefined, decode: (text: string) => string | undefined): Flow {
  const text = read?.text === undefined ? undefined : decode(read.text);
  return { ...afterUnknownChange(read ?? { from: [] }), from: [{ kind: "encoded" }, ...(read?.from ?? [])], text };
}

/** The output of `rev`: each line reversed. */
function reverseLines(text: string): string {
  return text
    .split("\n")
    .map((line) => [...line].reverse().join(""))
    .join("\n");
}

/** Replaces the escapes of `echo -e` and `printf` in a text: `\n`, `\x41`, `\101`. */
function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(/\\(x[\da-f]{1,2}|0?[0-7]{1,3}|u[\da-f]{1,4}|[abefnrtv\\'"])/gi, (whole, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return escapes.get(code) ?? whole;
  });
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

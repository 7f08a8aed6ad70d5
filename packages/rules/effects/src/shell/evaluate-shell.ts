/** Evaluates scripts inside a command: `eval`, `bash -c code`, `bash script.sh`, `./script.sh`, and code on standard input. */
import type { Target } from "../effects.ts";
import { textsOfFile } from "../execution-state.ts";
import { appendOutput, type FileContent, type Flow, originsOf } from "../flow.ts";
import { joinOrigins, unknownCode } from "../origins.ts";
import { unescapeGlob } from "../path.ts";
import { openDirectory } from "../persistent-variables.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { emitCodeInData } from "./code-variables.ts";
import { dataOfDescriptor, isDescriptorPath, withGivenInput } from "./descriptors.ts";
import { evaluateNode } from "./evaluate-node.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import {
  asProcess,
  type Evaluation,
  emit,
  emitUnknown,
  runForOneOf,
  type Shell,
  type Streams,
  spanBetween,
  spend,
} from "./evaluation.ts";
import { asFileNameGlob } from "./expand-piece.ts";
import { maxDepth } from "./functions.ts";
import { findInterpreter, shellNames } from "./interpreters.ts";
import { parseShell } from "./parse.ts";
import { withPositionalParameters } from "./positional-parameters.ts";
import { programArguments } from "./program-arguments.ts";
import { hasOption, optionSet, separateOptions } from "./separate-options.ts";
import { alter, copyState, type ShellState, setVariable, variablesOfChildProcess } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { contentOfProgram } from "./written-files.ts";

/** Evaluates words as a script: the words of `eval`, or the code of `sh -c`. */
export function evaluateCode(words: readonly Argument[], by: string, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = spanBetween(first, last);
  const texts = words.map((word) => codeIn(word, state));
  if (!texts.includes(undefined)) {
    for (const { flow } of words) emitDecodedCode(flow, by, span, evaluation);
    evaluateScript(texts.join(" "), span, by, shell);
    return;
  }
  const from = joinOrigins(...words.map((word) => (word.value === null ? originsOf(word.flow) : [])));
  emit({ kind: "execute", program: null, from }, by, span, evaluation);
  emitUnknown(`it is unknown what ${by} runs`, by, span, evaluation);
  appendOutput(io.output, { from: [{ kind: "unknown" }] });
}

/** Emits that encoded code runs, if the origins of the code include a decoder: `base64 -d`. */
export function emitDecodedCode(flow: Flow | undefined, by: string, span: Span, evaluation: Evaluation): void {
  if (flow?.from.some(({ kind }) => kind === "encoded") !== true) return;
  emit({ kind: "execute", program: null, from: flow.from }, by, span, evaluation);
}

/** The variable that replaces the file names which are inserted into code: `find . -exec sh -c 'rm {}' \;`. */
const insertedNameVariable = "HELVE_FOUND";

/** The code in a word, with file names that `find` or `xargs` inserts replaced by a variable; `undefined` if it is unknown. */
function codeIn(word: Argument, state: ShellState): string | undefined {
  const { value, known, flow } = word;
  if (value !== null) return value.glob ? unescapeGlob(value.text) : value.text;
  const [name, second] = flow?.names ?? [];
  if (known === undefined || known === unknownPart || name === undefined || second !== undefined) return;
  state.variables.set(insertedNameVariable, { value: asFileNameGlob(name), flow: { from: flow?.from ?? [] } });
  return known.replaceAll(unknownPart, `\${${insertedNameVariable}}`);
}

/** Emits the effects of a script that is known as text. The state changes as the script changes it. */
export function evaluateScript(text: string, span: Span, by: string, shell: Shell): void {
  const { state, evaluation } = shell;
  if (evaluation.callStack.length >= maxDepth) {
    emitUnknown(`${by} is nested too deeply to be analyzed`, by, span, evaluation);
    return;
  }
  if (!spend(1 + (text.length >> 4), evaluation)) return;
  const parsed = parseShell(text, span, evaluation.whole);
  if (!parsed.ok) {
    emitUnknown(`what ${by} runs ${parsed.reason}`, by, span, evaluation);
    return;
  }
  for (const name of parsed.volatile) {
    evaluation.volatile.add(name);
    setVariable(state, name, { value: null, flow: { from: [{ kind: "unknown" }] } }, evaluation);
  }
  const inner: Evaluation = { ...evaluation, callStack: [...evaluation.callStack, `${by} …`] };
  // `return`, `break` and `exit` of such code leave what is around it.
  if (by === "source" || by === "eval") evaluateNode(parsed.node, { ...shell, evaluation: inner });
  else asProcess(inner, (own) => evaluateNode(parsed.node, { ...shell, evaluation: own }));
}

/** The options after which a shell gets code. */
function codeOptions(name: string): ReadonlySet<string> {
  if (name === "nu") return optionSet("-c --commands -e --execute");
  return optionSet(name === "fish" ? "-c --command" : "-c");
}

/** Emits the effects of a shell program: `bash -c code`, `bash script.sh`, or `bash` with code on standard input. */
export function evaluateShell(words: readonly Argument[], name: string, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [head, ...rest] = words;
  if (head === undefined) return;
  const given = separateOptions(
    withoutPlus(rest),
    optionSet(name === "fish" ? "-C --init-command" : "-o -O --rcfile --init-file"),
    true,
  );
  const [script, ...args] = given.operands;
  if (!spend(state.variables.size >> 2, evaluation)) return;
  if (hasOption(given, optionSet("-n")) && rest.every((word) => /^[^+]/.test(literalText(word) ?? "+"))) return;
  const isCode = hasOption(given, codeOptions(name));
  const isInput = !isCode && hasOption(given, optionSet("-s"));
  // After `-c`, the first operand is the code, and the second is `$0`. After `-s`, the code is standard input.
  const outer = { ...copyState(state), variables: variablesOfChildProcess(state, ["HOME"]) };
  const parameters = isInput ? given.operands : isCode ? args.slice(1) : args;
  const inner = withPositionalParameters(parameters, outer, evaluation);
  if (hasOption(given, optionSet("-O"))) alter(inner, "globs", evaluation.machine);
  if (given.hasUnknownWord) emitUnknown(`it is unknown which options ${name} gets`, name, head, evaluation);
  const runsFile = script !== undefined && !isCode && !hasOption(given, optionSet("-s --version --help"));
  if (!runsFile) emit({ kind: "execute", program: literalText(head) ?? name, from: [] }, name, head, evaluation);
  if (isCode) {
    const [zero] = args;
    if (zero !== undefined) emitCodeInData("$0", zero, zero, evaluation);
    if (zero !== undefined) inner.variables.set("0", { value: zero.value, flow: zero.flow ?? { from: [] } });
    evaluateCode(script === undefined ? [] : [script], name, { ...shell, state: inner });
    return;
  }
  if (hasOption(given, optionSet("--version --help"))) return;
  if (runsFile) {
    evaluateScriptFile([head, script], name, inner, shell);
    return;
  }
  evaluateInput(io.input, head, name, { ...shell, state: inner });
}

/** The words of a shell without options such as `+x` before its script, which only switch an option off. */
function withoutPlus(words: readonly Argument[]): readonly Argument[] {
  const first = words.findIndex((word) => !/^[-+]/.test(literalText(word) ?? ""));
  const end = first === -1 ? words.length : first;
  return words.filter((word, index) => index >= end || !/^\+[A-Za-z]+$/.test(literalText(word) ?? ""));
}

/** Emits the effects of a shell that reads its commands from standard input; none if a person types them. */
export function evaluateInput(
  input: Flow | undefined,
  head: Argument,
  name: string,
  { state, io, evaluation }: Shell,
): void {
  if (input === undefined) return;
  const inner: Streams = { input: undefined, output: io.output };
  const reading = withGivenInput(state);
  const from = originsOf(input);
  if (input.text === undefined || from.some(({ kind }) => kind === "encoded")) {
    emit({ kind: "execute", program: null, from }, name, head, evaluation);
  }
  if (input.text !== undefined) {
    evaluateScript(input.text, spanInCommand(input.text, head, evaluation), name, {
      state: reading,
      io: inner,
      evaluation,
    });
    return;
  }
  if (!isProgramFile(input)) emitUnknown(unknownCode(name, from), name, head, evaluation);
  appendOutput(io.output, { from: [{ kind: "unknown" }] });
}

/** Whether the input of an interpreter is an unchanged file, which runs as if it were named: `bash < x.sh`, `cat x.js | node`. */
export function isProgramFile({ isProgram, from }: Flow): boolean {
  return isProgram === true && from.length > 0 && from.every(({ kind }) => kind === "file" || kind === "network");
}

/** Returns the position of a text in the whole command, or the position of the command that runs it. */
export function spanInCommand(text: string, otherwise: Span, { whole }: Evaluation): Span {
  const trimmed = text.replace(/\n+$/, "");
  const start = trimmed === "" ? -1 : whole.indexOf(trimmed);
  return start === -1 ? otherwise : { start, end: Math.min(start + text.length, whole.length) };
}

/** Emits the effects of `bash script.sh`; `-` and `/dev/stdin` are standard input. */
function evaluateScriptFile(
  [head, script]: readonly [Argument, Argument],
  name: string,
  inner: ShellState,
  shell: Shell,
): void {
  const { state, io, evaluation } = shell;
  const span = spanBetween(head, script);
  const path = script.value?.text ?? unknownPart;
  if (isDescriptorPath(path)) {
    const given = script.flow ?? dataOfDescriptor(path, state, io.input);
    if (script.flow !== undefined && given?.text === undefined) {
      const from = originsOf(given);
      emit({ kind: "execute", program: null, from }, name, span, evaluation);
      emitUnknown(unknownCode(name, from), name, span, evaluation);
    } else evaluateInput(given, head, name, { ...shell, state: inner });
    return;
  }
  const target = targetOf(script.value, state);
  const flow = contentOfProgram(script.value, state, evaluation);
  emit(
    { kind: "execute", program: target?.path ?? literalText(script) ?? null, from: flow.from },
    name,
    span,
    evaluation,
  );
  const texts = textsOfFile(flow);
  runForOneOf(texts, evaluation, (text) =>
    evaluateScript(text, spanInCommand(text, span, evaluation), name, { state: copyState(inner), io, evaluation }),
  );
  if (texts.length === 0) {
    if (script.value === null) emitUnknown(`it is unknown which script ${name} runs`, name, span, evaluation);
    else if (isComposed(flow.from))
      emitUnknown(`it is unknown what the script that ${name} runs holds`, name, span, evaluation);
    appendOutput(io.output, { from: [{ kind: "output", by: name }] });
  }
}

/** Whether the content of a file comes, at least in part, from the script itself. */
export function isComposed(from: Flow["from"]): boolean {
  return from.some(({ kind }) => kind === "literal" || kind === "unknown" || kind === "input" || kind === "encoded");
}

/** A program file, and what the script itself wrote to it. */
export interface OwnProgram {
  readonly target: Target | null;
  readonly written: FileContent | undefined;
}

/** Emits the effects of a program that is called by its path, such as `./x.sh`; its code is known only if the script wrote it. */
export function evaluateProgramFile(
  { target, written }: OwnProgram,
  name: string,
  words: readonly Argument[],
  { state, io, evaluation }: Shell,
): void {
  const [head, ...args] = words;
  if (head === undefined) return;
  const from = joinOrigins([{ kind: "file", target }], written?.from ?? []);
  emit({ kind: "execute", program: literalText(head) ?? null, from }, name, head, evaluation);
  const texts = textsOfFile(written);
  const isCopy = written?.from.length === 1 && evaluation.written.has(target?.path ?? "") && !isCompiled(written.from);
  if (texts.length === 0 && (isComposed(from) || ((written === undefined || isCopy) && isInOpenDirectory(target))))
    emitUnknown(`it is unknown what ${name} holds`, name, head, evaluation);
  runForOneOf(texts, evaluation, (text) => {
    const span = spanInCommand(text, head, evaluation);
    const language = languageOfShebang(text);
    if (language === "shell")
      evaluateScript(text, span, name, { state: withPositionalParameters(args, state, evaluation), io, evaluation });
    else if (language === undefined) emitUnknown(`${name} holds code that is not analyzed`, name, head, evaluation);
    else {
      const code = { text, span, by: name, input: io.input, programArguments: programArguments(args) };
      evaluateOtherLanguage(language, code, state, evaluation);
    }
  });
  appendOutput(io.output, { from: [{ kind: "output", by: name }] });
}

/** Whether data is made of source code or of a whole directory. */
function isCompiled(from: Flow["from"]): boolean {
  return from.some((origin) => origin.kind !== "file" || !/(?:^|\/)[^./]+$/.test(origin.target?.path ?? ""));
}

/** Whether every user may write to a program's folder, and the folder is not part of an environment: `/tmp/x`, but not `/tmp/venv/bin/x`. */
function isInOpenDirectory(target: Target | null): boolean {
  return target !== null && openDirectory.test(target.path) && !/\/\.?bin\/[^/]*$/.test(target.path);
}

/** The language of a program file by its first line: \`#!/usr/bin/env python3\`. Without such a line, a shell runs it. */
function languageOfShebang(text: string): string | undefined {
  const [, path = "sh"] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(text) ?? [];
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (shellNames.has(name)) return "shell";
  const { language } = findInterpreter(name) ?? {};
  return language === "crontab" ? undefined : language;
}

import type { Machine } from "../engine/machine.ts";
import { asPossible } from "../engine/paths.ts";
import { afterUnknownChange, appendOutput, emptyFlow, type Flow, joinFlows, type Sink } from "../flow.ts";
import { isLoopbackHost } from "../loopback.ts";
import { addressOf } from "./address.ts";
import { evaluateCodePrefix } from "./aliases.ts";
import { type Argument, literalText } from "./argument.ts";
import { emitVariable } from "./assign.ts";
import { catalogueProgram } from "./catalogue.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateProgram } from "./evaluate-program.ts";
import { evaluateCode, evaluateInput, evaluateShell } from "./evaluate-shell.ts";
import { type Evaluation, emit, emitUnknown, type Shell, type Streams, spanBetween, spend } from "./evaluation.ts";
import { emitRead, emitWrite } from "./file-effects.ts";
import { commandName, isKnownCommand } from "./known-commands.ts";
import { emitNetwork } from "./network-effect.ts";
import { startedContainer } from "./own-work.ts";
import { emitPackages, isForeignPackage, usesOtherIndex } from "./program-installs.ts";
import { reportCommand } from "./report-command.ts";
import { optionSet } from "./separate-options.ts";
import {
  alter,
  changeState,
  copyState,
  exportVariables,
  inDirectory,
  type ShellState,
  type Variable,
  variablesOfChildProcess,
} from "./state.ts";
import { type Unwrapped, unwrap } from "./unwrap-command.ts";
import type { Wrapper } from "./wrapper.ts";
import type { WrapperMatch } from "./wrappers.ts";
import { contentOfFile } from "./written-files.ts";

/** Emits the effects of a wrapper such as `sudo`, `xargs` or `env`, and of the command behind it. */
export function evaluateWrapper(
  { wrapper, from }: WrapperMatch,
  all: readonly Argument[],
  name: string,
  shell: Shell,
): void {
  const { state, io, evaluation } = shell;
  const words = all.slice(from);
  const [head] = words;
  const [program] = all;
  if (head === undefined || program === undefined) return;
  if (from > 0 || catalogueProgram(name) !== undefined)
    evaluateProgram(name, all, { ...shell, io: { input: io.input, output: undefined } });
  if (wrapper.assignments === true && !spend(state.variables.size >> 2, evaluation)) return;
  const unwrapped = unwrap(words, wrapper, io.input);
  const { inner, alternatives, unknownReason: reason, directory } = unwrapped;
  // The keys that a terminal gets are no command of their own.
  const reported = /^(?:tmux|screen)$/.test(name) ? all : ownWords(all, unwrapped);
  reportCommand({ name, words: reported }, shell);
  if (!unwrapped.inert) emitWrapperEffects(unwrapped, wrapper, [program, name], shell);
  const isOwnHost = wrapper.host === true && isThisMachine(unwrapped.ownOperands[0]);
  const elsewhere = (wrapper.elsewhere === true && !isOwnHost) || state.elsewhere;
  const moved =
    directory === undefined && !isOwnHost
      ? copyState(state)
      : inDirectory(state, literalText(directory ?? undefined) ?? null);
  const within = wrapper.sameShell === true ? state : { ...moved, elsewhere };
  if (setsUnknownVariables(wrapper, unwrapped)) alter(within, "environment", evaluation.machine);
  if (wrapper.assignments === true) {
    setProcessVariables(words, wrapper, within, evaluation.machine);
    emitVariables(words, evaluation);
  }
  // For each of many words that it reads, it runs the command again.
  const many = wrapper.adds === true ? io.input?.many : undefined;
  const deeper: Evaluation = {
    ...evaluation,
    wrappers: evaluation.wrappers + 1,
    loopCount: many ?? evaluation.loopCount,
  };
  const isDetached = wrapper.detached !== undefined && unwrapped.options.some(({ name }) => name === wrapper.detached);
  const isApart = isDetached || (elsewhere && !state.elsewhere) || many !== undefined;
  const output: Sink | undefined = isApart ? io.output && { flow: undefined } : io.output;
  const streams: Streams = { input: wrapper.adds === true ? emptyFlow : io.input, output };
  if (reason !== undefined) emitUnknown(reason, name, head, evaluation);
  const mayReadInput = wrapper.readsInput ?? from === 0;
  const perhaps: Streams = { input: streams.input, output: undefined };
  for (const other of alternatives) {
    if (other.kind !== "command" || isKnownCommand(commandName(other.words[0])))
      asPossible(evaluation.machine, () =>
        evaluateInner(other, [head, name], { state: copyState(within), io: perhaps, evaluation: deeper }),
      );
  }
  evaluateInner(inner, [head, name], { state: within, io: streams, evaluation: deeper });
  if (inner.kind === "nothing" && reason === undefined && !unwrapped.inert && mayReadInput) {
    const [file] = unwrapped.options.filter((option) => optionSet(wrapper.wordsFrom).has(option.name));
    const given = file === undefined ? io.input : contentOfFile(file.value?.value ?? null, state, evaluation);
    // A list of commands, and what runs elsewhere, is no program of the project.
    evaluateInput(given && { ...given, isProgram: undefined }, head, name, { state: within, io: streams, evaluation });
  }
  if (inner.kind === "nothing" && wrapper.givesEnvironment === true)
    appendOutput(io.output, { from: [{ kind: "environment", all: true }] });
  if (output !== io.output && output !== undefined) {
    const given: Flow = isDetached
      ? { from: [{ kind: "output", by: startedContainer }] }
      : afterUnknownChange(output.flow ?? { from: [] });
    appendOutput(io.output, many === undefined ? given : { ...given, many });
  }
}

/** Whether a host is this machine, so that `ssh` changes only the directory. */
function isThisMachine(host: Argument | undefined): boolean {
  return host !== undefined && isLoopbackHost(addressOf(host).host ?? literalText(host) ?? "");
}

/** Whether a wrapper gives its command variables that are not known. */
function setsUnknownVariables({ loadsEnvironment, environmentOptions }: Wrapper, { options }: Unwrapped): boolean {
  return loadsEnvironment === true || options.some(({ name }) => optionSet(environmentOptions).has(name));
}

/** The words of a wrapper without the command or the code behind it. */
function ownWords(all: readonly Argument[], { inner }: Unwrapped): readonly Argument[] {
  if (inner.kind === "nothing") return all;
  const inside = new Set(inner.kind === "prefix" ? [inner.code, ...inner.words] : inner.words);
  const isRest = inner.kind === "command" || inner.kind === "shell";
  const [first] = isRest ? all.flatMap((word, index) => (inside.has(word) ? [index] : [])) : [];
  return all.filter((word, index) => index < (first ?? all.length) && !inside.has(word));
}

/** Sets the variables of a process that gets words such as `NAME=value`. With other rights or options, all others are unknown. */
function setProcessVariables(words: readonly Argument[], wrapper: Wrapper, within: ShellState, machine: Machine): void {
  const set = new Map<string, Variable>();
  let isLeading = true;
  for (const { value, known, flow } of words.slice(1)) {
    const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value?.text ?? known ?? "") ?? [];
    isLeading &&= name !== undefined;
    if (name === undefined || text === undefined) continue;
    const isKnown = isLeading && value !== null && !value.glob;
    set.set(name, {
      value: isKnown ? { text, glob: false } : null,
      flow: flow ?? (isKnown ? undefined : { from: [] }),
    });
  }
  const clears = wrapper.rightsOf !== undefined || words.slice(1).some((word) => /^-/.test(literalText(word) ?? "-"));
  if (clears) changeState(within, { exported: new Set() }, machine);
  changeState(within, { variables: variablesOfChildProcess(within, ["@"], set) }, machine);
  exportVariables(within, [...set.keys()], machine);
}

/** Emits the effects of `NAME=value` words of a wrapper such as `env`. */
function emitVariables(words: readonly Argument[], evaluation: Evaluation): void {
  for (const word of words.slice(1)) {
    const [, name, text] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word.value?.text ?? word.known ?? "") ?? [];
    if (name !== undefined && text !== undefined)
      emitVariable(name, { ...word, value: null, known: text }, word, evaluation);
  }
}

/** Evaluates the command or the code that a wrapper runs. */
function evaluateInner(
  inner: Unwrapped["inner"],
  [head, name]: readonly [head: Argument, name: string],
  shell: Shell,
): void {
  if (inner.kind === "command") evaluateCommand(inner.words, shell);
  if (inner.kind === "codes") for (const code of inner.words) evaluateCode([code], name, shell);
  if (inner.kind === "code") evaluateCode(inner.words, name, shell);
  if (inner.kind === "prefix") evaluateCodePrefix(inner.code, inner.words, name, shell);
  if (inner.kind === "shell") evaluateShell([head, ...inner.words], name, shell);
}

/** Emits the effects of a wrapper itself: `sudo` takes rights, `ssh` contacts a host. */
function emitWrapperEffects(
  { options, ownOperands, inner }: Unwrapped,
  wrapper: Wrapper,
  [head, name]: readonly [head: Argument, name: string],
  { state, io, evaluation }: Shell,
): void {
  const last = "words" in inner ? inner.words.at(-1) : ownOperands.at(-1);
  const span = spanBetween(head, last ?? head);
  if (wrapper.sameShell !== true)
    emit({ kind: "execute", program: literalText(head) ?? name, from: [] }, name, head, evaluation);
  const valuesOf = (list: string | undefined): readonly Argument[] =>
    options.flatMap((option) => (optionSet(list).has(option.name) && option.value !== undefined ? [option.value] : []));
  if (wrapper.rightsOf !== undefined) {
    const named = wrapper.userOperand === true ? ownOperands.find((word) => literalText(word) !== "-") : undefined;
    const user = valuesOf(wrapper.user).at(-1) ?? named;
    emit(
      { kind: "privilege", user: user === undefined ? wrapper.rightsOf : (literalText(user) ?? null) },
      name,
      span,
      evaluation,
    );
  }
  if (wrapper.host === true && ownOperands[0] !== undefined) {
    const { host, port } = addressOf(ownOperands[0]);
    const given = literalText(valuesOf("-p")[0]);
    const at =
      given !== undefined && /^\d+$/.test(given) ? { port: Number(given) } : port === undefined ? {} : { port };
    const flow = joinFlows(["words" in inner ? joinFlows(inner.words.map((word) => word.flow)) : undefined, io.input]);
    emitNetwork({ direction: "out", protocol: "ssh", host, ...at, flow }, name, span, evaluation);
  }
  if (wrapper.runsPackages !== undefined) {
    const named = valuesOf(wrapper.runsPackages);
    const [program] = inner.kind === "command" ? inner.words : [];
    const packages = named.length > 0 || program === undefined ? named : [program];
    const indexes = valuesOf("--registry");
    if (packages.some((at) => isForeignPackage(name, at)) || indexes.length > 0 || usesOtherIndex(name, state))
      emitPackages({ manager: name, packages, indexes, fromFiles: false }, span, state, evaluation);
  }
  for (const at of valuesOf(wrapper.wordsFrom))
    emitRead({ value: at.value, by: name, span: spanBetween(head, at) }, state, evaluation);
  for (const at of valuesOf(wrapper.writes)) {
    emitWrite(
      {
        mode: "replace",
        flow: { from: [{ kind: "output", by: name }] },
        value: at.value,
        by: name,
        span: spanBetween(head, at),
      },
      state,
      evaluation,
    );
  }
  if (wrapper.persists !== undefined)
    emit({ kind: "persist", where: wrapper.persists, target: null }, name, span, evaluation);
}

/** Evaluates the redirects of a command: `> file`, `< file`, `<<EOF`, `> /dev/tcp/host/80`. */
import { afterUnknownChange, emptyFlow, type Flow, type Sink } from "../flow.ts";
import { devTcpConnection } from "./address.ts";
import type { Argument } from "./argument.ts";
import { type Descriptors, dataOfDescriptor, isDescriptorPath, standardInput, unknownData } from "./descriptors.ts";
import { type Connection, type Evaluation, type Shell, type Streams, spend } from "./evaluation.ts";
import { expandValue, expandWord, expansionCost } from "./expand.ts";
import { emitEmptying, emitRead, emitWrite } from "./file-effects.ts";
import { emitNetwork } from "./network-effect.ts";
import type { ShellState } from "./state.ts";
import type { Redirect } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { userNamedFile, userNamedFileToWrite } from "./user-named-file.ts";
import { contentOfFile } from "./written-files.ts";

/** The streams of a command after its redirects, and a function to call when the command was evaluated. */
export interface OpenRedirects {
  readonly io: Streams;
  /** The descriptors of the command. */
  readonly descriptors: Descriptors;
  /** The descriptors of the shell after the command: those that its redirects opened are closed. */
  after(descriptors: Descriptors): Descriptors;
  /**
   * Emits what was written.
   *
   * @param bare - whether the command prints nothing, so that the file is only emptied
   * @param stays - whether later commands write to the files, too: `exec > file`
   */
  close(bare: boolean, stays?: boolean): void;
}

/** Evaluates the redirects of a command: files, here-documents, `/dev/tcp` connections. */
export function openRedirects(redirects: readonly Redirect[], shell: Shell): OpenRedirects {
  const { state, io, evaluation } = shell;
  const own: Sink = { flow: undefined };
  const closings: ((bare: boolean, stays: boolean) => void)[] = [];
  const before = state.descriptors;
  const opened = new Map<number, Flow | undefined>();
  const inputOf = (number: number): Flow | undefined => {
    if (opened.has(number)) return opened.get(number);
    return number === 0 ? standardInput(state, io.input) : state.descriptors.get(number);
  };
  let { output } = io;
  let peer: Connection | undefined;
  for (const redirect of redirects) {
    const { kind, descriptor, word } = redirect;
    const words = kind === "text" ? [] : expandTarget(redirect, state, evaluation);
    const [only] = words;
    const connection =
      kind === "copy" ? evaluation.descriptors.get(descriptorNumber(only)) : networkConnection(only, state);
    if (connection !== undefined && kind === "both") evaluation.descriptors.set(descriptor, connection);
    const takes = kind === "read" || kind === "text" || descriptor === 0;
    if (connection !== undefined) {
      peer = connection;
      if (takes || kind === "both") {
        if (takes) opened.set(descriptor, flowFromHost(connection));
        if (kind !== "copy")
          emitNetwork({ ...connection, direction: "in", flow: emptyFlow }, "<", redirect, evaluation);
      }
      if (descriptor > 0 && kind !== "both" && kind !== "read") {
        if (descriptor === 1) output = own;
        const direction = "out";
        closings.push(() =>
          emitNetwork({ ...connection, direction, flow: writtenFlow(own, descriptor) }, ">", redirect, evaluation),
        );
      }
      continue;
    }
    if (kind === "copy") {
      const number = descriptorNumber(only);
      // `0>&1`: the connection of the output is also the input.
      if (descriptor === 0 && peer !== undefined) opened.set(0, flowFromHost(peer));
      else if (only?.value?.text === "-") opened.set(descriptor, undefined);
      else if (number === 0 || state.descriptors.has(number) || opened.has(number))
        opened.set(descriptor, inputOf(number));
      else if (number > 2) opened.set(descriptor, unknownData);
      continue;
    }
    if (kind === "text") {
      const { value, flow } = expandValue(word, state);
      const text = value !== null && !value.glob ? value.text : undefined;
      opened.set(descriptor, { from: flow?.from ?? [], many: flow?.many, text });
      continue;
    }
    if (kind === "read" || (kind === "both" && descriptor === 0)) {
      const read = words.map((each) => emitInputRedirect(each, redirect, state, evaluation));
      const path = only?.value?.text ?? "";
      if (isDescriptorPath(path) && only?.flow === undefined)
        opened.set(descriptor, dataOfDescriptor(path, state, inputOf(0)));
      else opened.set(descriptor, path === "/dev/tty" ? undefined : read[0]);
      // `<>file` opens the file for writing too, and any other descriptor may become a copy of this one.
      for (const each of kind === "both" ? words : [])
        closings.push(() => emitOutputRedirect(each, redirect, laterOutput, shell));
      continue;
    }
    if (kind === "both") for (const { value } of words) opened.set(descriptor, contentOfFile(value, state, evaluation));
    if (descriptor === 1) output = own;
    for (const each of words) {
      closings.push((bare, stays) => {
        const flow = stays ? laterOutput : writtenFlow(own, descriptor);
        if (bare && kind === "write")
          emitEmptying({ value: each.value, mode: "replace", flow, by: ">", span: redirect }, state, evaluation);
        else emitOutputRedirect(each, redirect, flow, shell);
      });
    }
  }
  const close = (bare: boolean, stays = false): void => {
    for (const closing of closings) closing(bare, stays);
  };
  const descriptors = opened.size === 0 ? state.descriptors : new Map([...state.descriptors, ...opened]);
  const after = (later: Descriptors): Descriptors => {
    if (opened.size === 0) return later;
    const restored = new Map([...later].filter(([number]) => !opened.has(number)));
    for (const number of opened.keys()) if (before.has(number)) restored.set(number, before.get(number));
    return restored;
  };
  return { io: { input: inputOf(0), output }, descriptors, after, close };
}

/** The output of the commands after `exec > file`. */
const laterOutput: Flow = { from: [{ kind: "literal" }, { kind: "output", by: "later commands" }] };

/** The data that a command wrote to a descriptor. */
function writtenFlow(own: Sink, descriptor: number): Flow | undefined {
  if (descriptor !== 1) return { from: [{ kind: "output", by: "a command's messages" }] };
  return own.flow === undefined ? emptyFlow : own.flow;
}

/** The data that a host sends. */
function flowFromHost({ host }: Connection): Flow {
  return { from: [{ kind: "network", host }] };
}

/** Expands the word of a redirect, and spends the work for it. */
function expandTarget({ word }: Redirect, state: ShellState, evaluation: Evaluation): readonly Argument[] {
  const words = expandWord(word, state);
  spend(expansionCost(words, word), evaluation);
  return words;
}

/** The number of a file descriptor in `>&3`; -1 if it is not a number. */
function descriptorNumber(word: Argument | undefined): number {
  const text = word?.value?.text ?? "";
  return /^\d+-?$/.test(text) ? Number.parseInt(text, 10) : -1;
}

/** The network connection of a redirect to `/dev/tcp/…`. */
function networkConnection(word: Argument | undefined, state: ShellState): Connection | undefined {
  const path = word?.value?.text.startsWith("/dev/") ? targetOf(word.value, state)?.path : undefined;
  if (path !== undefined) return devTcpConnection(path);
  const [, protocol] = /^\/dev\/(tcp|udp)\//.exec(word?.known ?? "") ?? [];
  return protocol === undefined ? undefined : { protocol, host: null };
}

/** Emits the read of `< file`, and returns the content. */
function emitInputRedirect(at: Argument, redirect: Redirect, state: ShellState, evaluation: Evaluation): Flow {
  const { value, flow } = at;
  const isPipe = value?.text.startsWith("/dev/fd/") === true;
  if (isPipe && flow !== undefined) return flow;
  return emitRead({ ...userNamedFile(at, state), by: "<", span: redirect }, state, evaluation);
}

/** Emits the write of `> file`, `>> file` or `<> file`. */
function emitOutputRedirect(
  at: Argument,
  redirect: Redirect,
  flow: Flow | undefined,
  { state, evaluation }: Shell,
): void {
  const mode = redirect.kind === "append" ? "append" : redirect.kind === "both" ? "change" : "replace";
  const whole = flow && (mode === "append" || redirect.descriptor === 1 ? flow : afterUnknownChange(flow));
  const named = userNamedFileToWrite(mode, at, state);
  emitWrite({ mode, flow: whole, ...named, by: ">", span: redirect }, state, evaluation);
}

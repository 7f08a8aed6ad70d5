import { emptyFlow, type Flow, joinFlows, originsOf } from "../flow.ts";
import { type Address, addressOf, portOf } from "./address.ts";
import { type Argument, knownPrefix, literalText } from "./argument.ts";
import { emit, spanBetween } from "./evaluation.ts";
import { emitRead } from "./file-effects.ts";
import { addressOfRemote } from "./git-aliases.ts";
import { emitNetwork } from "./network-effect.ts";
import { conditionHolds, type ProgramCall } from "./program-call.ts";
import { selectWords } from "./word-selector.ts";

/** Emits the network effects of a catalogue entry: contacted hosts and sent data. @returns the received data */
export function emitNetworkEffects(call: ProgramCall): Flow | undefined {
  const { entry, parsed, last, name, head, evaluation, certainty } = call;
  const listens = conditionHolds(entry.listens, parsed);
  if (entry.contacts === undefined && !listens) return;
  const words =
    entry.contacts === undefined
      ? []
      : selectWords(entry.contacts, parsed, last).filter((word) => isAddress(word, name));
  const ports = entry.port === undefined ? [] : selectWords(entry.port, parsed, last);
  const port = portOf(ports.map(literalText).find((text) => text !== undefined && /^\d+$/.test(text)));
  const span = spanBetween(head, last);
  if (listens) {
    emitNetwork(
      { direction: "listen", host: null, ...port, ...protocolOf(call, undefined), flow: sentData(call), certainty },
      name,
      span,
      evaluation,
    );
    emitExecutedPrograms(call, { host: null });
    return { from: [{ kind: "network", host: null }] };
  }
  if (words.length === 0 && !/(^|or )(nothing|configured)$|^first operand$/.test(entry.contacts ?? "")) return;
  if (words.length > 0 && words.every((word) => knownPrefix(word).startsWith("file://"))) {
    return joinFlows(words.map((word) => readSentFile(literalText(word)?.slice("file://".length), word, call)));
  }
  const flow = sentData(call);
  const asked = entry.asks === undefined ? [] : selectWords(entry.asks, parsed, last).map((at) => dataOfWord(at, call));
  const inAddress = joinFlows([...words.map((word) => flowInAddress(word.flow)), ...asked.map(flowInAddress)]);
  const isOut = sendsData(call) || inAddress.from.length > 0;
  const addresses = words.length > 0 ? words.map((word) => addressFor(word, call)) : [unnamedHost(call)];
  for (const [index, address] of addresses.entries()) {
    const at = words[index] ?? last;
    const all = isOut ? joinFlows([flow, inAddress]) : emptyFlow;
    const sent: Flow = { ...all, text: all.from.length === 0 && flow.text === "" ? "" : undefined };
    const contact = { ...port, ...address, ...protocolOf(call, address) };
    emitNetwork(
      { ...contact, direction: isOut ? "out" : "in", flow: sent, certainty },
      name,
      words.length > 1 ? spanBetween(head, at) : span,
      evaluation,
    );
    emitExecutedPrograms(call, address);
    // The script or earlier code has set this remote: to push there is no everyday work.
    const isNamed = words[index] === undefined || isRemoteName(words[index]);
    if (isOut && entry.protocol === "git" && isNamed && address.configured !== true)
      emit(
        { kind: "remote", change: "push", service: "a remote repository", what: "commits", certainty },
        name,
        span,
        evaluation,
      );
  }
  return { from: addresses.map(({ host }) => ({ kind: "network", host })) };
}

/** Operands such as `GET` of HTTP programs, `key=value` of HTTPie, and options of `dig`, are not addresses. */
function isAddress(word: Argument, name: string): boolean {
  const begun = knownPrefix(word);
  if (takesFields.test(name) && /^[\w-]+:?=/.test(begun)) return false;
  return !/^([A-Z]+|[a-z]+:|[+@].*|-)$/.test(begun) || begun === "";
}

/** HTTPie and programs like it: words such as `key=value` are fields of the request. */
const takesFields = /^(?:https?|xhs?|httpie)$/;

/** The address that a word of a call names. For `git`, a plain name such as `origin` is a remote in its settings. */
function addressFor(word: Argument, { entry, evaluation }: ProgramCall): ContactedAddress {
  if (entry.protocol !== "git" || !isRemoteName(word)) return addressOf(word);
  return addressOfRemote(literalText(word), word, evaluation) ?? { host: null, configured: true };
}

/** Whether a word is a plain name such as `origin`. */
function isRemoteName(word: Argument): boolean {
  return /^[\w.-]+$/.test(literalText(word) ?? "");
}

/** Returns the host of a call that names none: unknown or configured. */
function unnamedHost({ entry: { contacts, protocol }, head, evaluation }: ProgramCall): ContactedAddress {
  const remote =
    protocol === "git" && evaluation.settings.size > 0 ? addressOfRemote(undefined, head, evaluation) : undefined;
  if (remote !== undefined) return remote;
  return contacts?.endsWith("configured") === true ? { host: null, configured: true } : { host: null };
}

/** An address, which may come from a setting of the project or the machine. */
interface ContactedAddress extends Address {
  readonly configured?: true;
}

/** The file contents, secrets and encoded data in an address: `https://x.org/?q=$(cat secret)`. */
function flowInAddress(flow: Flow | undefined): Flow {
  const from = flow?.from.filter(({ kind }) => kind === "file" || kind === "encoded" || kind === "secret") ?? [];
  return { from, many: flow?.many };
}

/** The protocol of a call: by its URL, otherwise by the catalogue entry. */
function protocolOf({ entry, parsed }: ProgramCall, address: Address | undefined): { readonly protocol?: string } {
  const isUdp = parsed.options.some(({ name }) => name === "-u" || name === "--udp") && entry.protocol === "tcp";
  const protocol = address?.protocol ?? (isUdp ? "udp" : entry.protocol);
  return protocol === undefined ? {} : { protocol };
}

/** Whether a call sends data beyond the request itself: a body, a file, standard input. */
function sendsData(call: ProgramCall): boolean {
  const { entry, parsed, last } = call;
  if (entry.out === true) return true;
  const { out } = entry;
  const words = [...parsed.operands, ...parsed.options.flatMap(({ value }) => value ?? [])];
  if (out !== undefined && words.some(({ value }) => out.test(value?.text ?? ""))) return true;
  const sends = [entry.sends, entry.sendsFiles].some(
    (where) => where !== undefined && selectWords(where, parsed, last).length > 0,
  );
  return sends || (conditionHolds(entry.sendsInput, parsed) && call.input !== undefined);
}

/** All data that a program sends: words, files, and standard input. */
function sentData(call: ProgramCall): Flow {
  const { entry, parsed, last, input } = call;
  const sent =
    entry.sends === undefined ? [] : selectWords(entry.sends, parsed, last).map((at) => dataOfWord(at, call));
  const files =
    entry.sendsFiles === undefined
      ? []
      : selectWords(entry.sendsFiles, parsed, last).map((at) => readSentFile(at.value?.text, at, call));
  const read = conditionHolds(entry.sendsInput, parsed) && input !== undefined ? [input] : [];
  const all = [...sent, ...files, ...read];
  const [only, second] = all;
  if (only !== undefined && second === undefined) return only;
  return all.length === 0 ? emptyFlow : joinFlows(all);
}

/** The data that a word sends: the word itself, or a file that it names as `@file`, `name=@file`, `name=<file`. */
function dataOfWord(at: Argument, call: ProgramCall): Flow {
  const text = at.value?.text ?? at.known ?? "";
  const [, path] = /^(?:[^=@]*=)?[@<](.*)$/s.exec(text) ?? [];
  if (path === undefined) return at.flow ?? (at.value === null ? { from: [{ kind: "unknown" }] } : { from: [] });
  return readSentFile(at.value === null ? undefined : path.replace(/;.*$/s, ""), at, call);
}

/** Emits that a sent file is read, and returns its content; `-` is standard input. */
function readSentFile(path: string | undefined, at: Argument, call: ProgramCall): Flow {
  const { name, head, state, evaluation, input, certainty } = call;
  if (path === "-" || path === "/dev/stdin") return input ?? { from: [{ kind: "input" }] };
  if (path?.startsWith("/dev/fd/") && at.flow !== undefined) return at.flow;
  const glob = at.value?.glob === true;
  const isHome = at.value?.home === true || path?.startsWith("~/") === true;
  const value = path === undefined ? null : { text: path, glob, home: isHome ? true : undefined };
  return emitRead({ value, by: name, span: spanBetween(head, at), certainty }, state, evaluation);
}

/** Emits that a program is started with the data from a host: `nc -e sh`. */
function emitExecutedPrograms(
  { entry, parsed, last, name, head, evaluation, certainty }: ProgramCall,
  { host }: Address,
): void {
  if (entry.executes === undefined) return;
  for (const at of selectWords(entry.executes, parsed, last)) {
    const from = originsOf({ from: [{ kind: "network", host }] });
    emit(
      { kind: "execute", program: literalText(at) ?? null, from, certainty },
      name,
      spanBetween(head, at),
      evaluation,
    );
  }
}

import { type Address, addressOf, portOf } from "./address.ts";
import { type Argument, beginningOf, literalOf } from "./argument.ts";
import { type Call, isGiven } from "./call.ts";
import { noteContact } from "./contact.ts";
import { noteRead } from "./file-deeds.ts";
import { type Flow, joinFlows, nothing, originsOf } from "./flow.ts";
import { note, spanOf } from "./run.ts";
import { wordsAt } from "./where.ts";

/** Notes whom a program asks, and what it sends. @returns what it gets from there */
export function noteNetwork(call: Call): Flow | undefined {
  const { entry, given, last, name, head, run, sure } = call;
  const listens = isGiven(entry.listens, given);
  if (entry.contacts === undefined && !listens) return;
  const words = entry.contacts === undefined ? [] : wordsAt(entry.contacts, given, last).filter(isAddress);
  const ports = entry.port === undefined ? [] : wordsAt(entry.port, given, last);
  const port = portOf(ports.map(literalOf).find((text) => text !== undefined && /^\d+$/.test(text)));
  const span = spanOf(head, last);
  if (listens) {
    noteContact(
      { direction: "listen", host: null, ...port, ...protocolOf(call, undefined), flow: payload(call), sure },
      name,
      span,
      run,
    );
    runOther(call, { host: null });
    return { from: [{ kind: "network", host: null }] };
  }
  if (words.length === 0 && !/(^|or )(nothing|configured)$|^first operand$/.test(entry.contacts ?? "")) return;
  if (words.length > 0 && words.every((word) => beginningOf(word).startsWith("file://"))) {
    return joinFlows(words.map((word) => fileAt(literalOf(word)?.slice("file://".length), word, call)));
  }
  const flow = payload(call);
  const asked = entry.asks === undefined ? [] : wordsAt(entry.asks, given, last).map((at) => sentBy(at, call));
  const inAddress = joinFlows([...words.map((word) => carried(word.flow)), ...asked.map(carried)]);
  const isOut = isSent(call) || inAddress.from.length > 0;
  const addresses = words.length > 0 ? words.map((word) => addressFor(word, call)) : [withoutWord(entry.contacts)];
  for (const [index, address] of addresses.entries()) {
    const at = words[index] ?? last;
    const all = isOut ? joinFlows([flow, inAddress]) : nothing;
    const sent: Flow = { ...all, text: all.from.length === 0 && flow.text === "" ? "" : undefined };
    const contact = { ...port, ...address, ...protocolOf(call, address) };
    noteContact(
      { ...contact, direction: isOut ? "out" : "in", flow: sent, sure },
      name,
      words.length > 1 ? spanOf(head, at) : span,
      run,
    );
    runOther(call, address);
  }
  return { from: addresses.map(({ host }) => ({ kind: "network", host })) };
}

/** Operands such as `GET` and `key=value` of HTTP programs, and options of `dig`, are no addresses. */
function isAddress(word: Argument): boolean {
  const begun = beginningOf(word);
  return !/^([A-Z]+|[a-z]+:|[+@].*|[\w-]+:?=.*|-)$/.test(begun) || begun === "";
}

/** An address of a call; of `git`, a plain name is that of a remote in its settings. */
function addressFor(word: Argument, { entry }: Call): Contacted {
  const isRemote = entry.protocol === "git" && /^[\w-]+$/.test(literalOf(word) ?? "");
  return isRemote ? { host: null, configured: true } : addressOf(word);
}

/** Whom a program asks when no word says it. */
function withoutWord(contacts: string | undefined): Contacted {
  return contacts?.endsWith("configured") === true ? { host: null, configured: true } : { host: null };
}

interface Contacted extends Address {
  readonly configured?: true;
}

/** Files and hidden texts that stand in an address: `https://x.org/?q=$(cat secret)`. */
function carried(flow: Flow | undefined): Flow {
  const from = flow?.from.filter(({ kind }) => kind === "file" || kind === "encoded") ?? [];
  return { from, many: flow?.many };
}

function protocolOf({ entry, given }: Call, address: Address | undefined): { readonly protocol?: string } {
  const isUdp = given.options.some(({ name }) => name === "-u" || name === "--udp") && entry.protocol === "tcp";
  const protocol = address?.protocol ?? (isUdp ? "udp" : entry.protocol);
  return protocol === undefined ? {} : { protocol };
}

function isSent(call: Call): boolean {
  const { entry, given, last } = call;
  if (entry.out === true) return true;
  const { out } = entry;
  const words = [...given.operands, ...given.options.flatMap(({ value }) => value ?? [])];
  if (out !== undefined && words.some(({ value }) => out.test(value?.text ?? ""))) return true;
  const sends = [entry.sends, entry.sendsFiles].some(
    (where) => where !== undefined && wordsAt(where, given, last).length > 0,
  );
  return sends || (isGiven(entry.sendsInput, given) && call.input !== undefined);
}

/** What a program sends: words, files, and what it reads. */
function payload(call: Call): Flow {
  const { entry, given, last, input } = call;
  const sent = entry.sends === undefined ? [] : wordsAt(entry.sends, given, last).map((at) => sentBy(at, call));
  const files =
    entry.sendsFiles === undefined
      ? []
      : wordsAt(entry.sendsFiles, given, last).map((at) => fileAt(at.value?.text, at, call));
  const read = isGiven(entry.sendsInput, given) && input !== undefined ? [input] : [];
  const all = [...sent, ...files, ...read];
  const [only, second] = all;
  if (only !== undefined && second === undefined) return only;
  return all.length === 0 ? nothing : joinFlows(all);
}

/** What a word sends: itself, or a file that it names as `@file`, `name=@file`, `name=<file`. */
function sentBy(at: Argument, call: Call): Flow {
  const text = at.value?.text ?? at.known ?? "";
  const [, path] = /^(?:[^=@]*=)?[@<](.*)$/s.exec(text) ?? [];
  if (path === undefined) return at.flow ?? (at.value === null ? { from: [{ kind: "unknown" }] } : { from: [] });
  return fileAt(at.value === null ? undefined : path.replace(/;.*$/s, ""), at, call);
}

function fileAt(path: string | undefined, at: Argument, call: Call): Flow {
  const { name, head, state, run, input, sure } = call;
  if (path === "-" || path === "/dev/stdin") return input ?? { from: [{ kind: "input" }] };
  if (path?.startsWith("/dev/fd/") && at.flow !== undefined) return at.flow;
  const glob = at.value?.glob === true;
  const isHome = at.value?.home === true || path?.startsWith("~/") === true;
  const value = path === undefined ? null : { text: path, glob, ...(isHome && { home: true }) };
  return noteRead({ value, by: name, span: spanOf(head, at), sure }, state, run);
}

/** Notes programs that get what a host sends: `nc -e sh`. */
function runOther({ entry, given, last, name, head, run, sure }: Call, { host }: Address): void {
  if (entry.executes === undefined) return;
  for (const at of wordsAt(entry.executes, given, last)) {
    const from = originsOf({ from: [{ kind: "network", host }] });
    note({ kind: "execute", program: literalOf(at) ?? null, from }, name, spanOf(head, at), run, sure);
  }
}

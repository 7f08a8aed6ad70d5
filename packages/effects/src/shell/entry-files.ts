import type { PermissionEffect, WriteEffect } from "../effects.ts";
import { type Argument, isGivenWord, literalOf } from "./argument.ts";
import { type Call, isGiven, isLimited } from "./call.ts";
import type { CatalogueEntry, Where } from "./catalogue/entry.ts";
import { type Doing, noteArrival, noteList, noteLoss, noteRead, noteWrite } from "./file-deeds.ts";
import { type Flow, joinFlows, nothing } from "./flow.ts";
import { givenPlace, givenPlaceFor } from "./given-place.ts";
import { rememberLink } from "./links.ts";
import { note, spanOf } from "./run.ts";
import { targetOf } from "./target.ts";
import { noteTransfer } from "./transfer.ts";
import type { Value } from "./value.ts";
import { wordsAt } from "./where.ts";
import { flowFrom } from "./written.ts";

const modes: readonly (readonly [keyof CatalogueEntry, WriteEffect["mode"]])[] = [
  ["creates", "create"],
  ["replaces", "replace"],
  ["appends", "append"],
  ["changes", "change"],
];

/**
 * Notes what a program does to files.
 *
 * @param networks - what it gets from hosts
 * @returns what it reads
 */
export function noteFiles(calls: readonly Call[], networks: readonly Flow[]): { readonly read: readonly Flow[] } {
  const read: Flow[] = [];
  for (const call of calls) {
    const { entry, state, run } = call;
    for (const at of wordsOf(call, entry.reads)) read.push(readWord(at, call));
    for (const at of wordsOf(call, entry.lists)) noteList(doing(at, call), state, run);
    for (const at of wordsOf(call, entry.deletes)) noteLoss("delete", doing(at, call), state, run);
    for (const at of wordsOf(call, entry.destroys)) noteLoss("destroy", doing(at, call), state, run);
  }
  for (const call of calls) {
    if (call.entry.copies !== undefined || call.entry.moves !== undefined) noteCopies(call);
    for (const [key, mode] of modes) {
      const where = call.entry[key];
      if (typeof where !== "string") continue;
      // What may be written is no news where something is written anyway.
      if (!call.sure && calls.some(({ sure, entry }) => sure && modes.some(([each]) => entry[each] !== undefined)))
        continue;
      const words = wordsOf(call, where).filter((at) => literalOf(at) !== "-");
      const flow = writtenBy(call, mode, [...read, ...networks], isLimited(calls));
      for (const at of words) {
        const place = isGivenWord(at) ? givenPlaceFor(mode, at, call.state) : undefined;
        noteWrite(mode, flow, { ...doing(at, call), ...place }, call.state, call.run);
      }
      if (call.name === "mkfifo" || call.name === "mknod") rememberPipes(words, call);
    }
  }
  for (const call of calls) if (call.entry.links !== undefined) rememberLinks(call, call.entry.links);
  return { read };
}

/** What a program writes to its files: what it got from files and hosts, or else what it reads. */
function writtenBy(
  { entry, input }: Call,
  mode: WriteEffect["mode"],
  sources: readonly Flow[],
  limited: boolean,
): Flow {
  const { from, text, many } = sources.length > 0 ? joinFlows(sources) : (input ?? nothing);
  if (mode === "create" && from.length === 0) return nothing;
  return { from, text: entry.keepsLines ? text : undefined, many: limited ? undefined : many };
}

function rememberLinks(call: Call, where: Where): void {
  const sources = wordsOf(call, where);
  const to = call.given.operands.at(-1);
  for (const at of to === undefined ? [] : sources) {
    rememberLink(inside(to ?? at, at, sources.length > 1), at.value, call.state, call.run);
  }
}

function rememberPipes(words: readonly Argument[], { run, state }: Call): void {
  for (const { value } of words) run.pipes.add(targetOf(value, state)?.path ?? "");
}

/** Notes who gets rights to files. */
export function noteRights(call: Call): void {
  const { entry, given, last, name, head, run, state, sure } = call;
  const changes: readonly (readonly [Where | undefined, PermissionEffect["change"]])[] = [
    [entry.modes, "mode"],
    [entry.owners, "owner"],
    [entry.acls, "acl"],
    [entry.attributes, "attributes"],
  ];
  for (const [where, change] of changes) {
    if (where === undefined) continue;
    const values = wordsAt(entry.value ?? "first operand", given, last);
    // `chmod -x file`: what looks like an option is the mode.
    const taken = name === "chattr" ? /^-[a-zA-Z]/ : /^-[rwxXst]/;
    const minus = given.options.find(
      (option) => (change === "mode" || name === "chattr") && option.name !== "-R" && taken.test(option.name),
    )?.at;
    const value = minus ?? values[0];
    const text = value === undefined ? null : (literalOf(value) ?? null);
    const targets =
      where === "nothing" ? [undefined] : minus === undefined ? wordsAt(where, given, last) : given.operands;
    for (const at of targets) {
      if (change === "attributes" && /^[+=]/.test(at?.value?.text ?? "")) continue;
      const target = at === undefined ? null : targetOf(at.value, state);
      const deed = { target, recursive: isRecursive(call), change, value: text, grants: grantsOf(change, text, name) };
      note({ kind: "permission", ...deed }, name, spanOf(head, at ?? last), run, sure);
    }
  }
}

function wordsOf({ given, last }: Call, where: Where | undefined): readonly Argument[] {
  return where === undefined ? [] : wordsAt(where, given, last);
}

function isRecursive({ entry, given }: Call): boolean {
  if (entry.recursive === undefined) return false;
  return entry.recursive === true || given.open || isGiven(entry.recursive, given);
}

function doing(at: Argument, call: Call): Doing {
  const { entry, name, head, sure } = call;
  const own = name === "git" ? asPathspec(at.value) : at.value;
  const value = own !== null && entry.partial === true ? { ...own, partial: true } : own;
  return { value, by: name, span: spanOf(head, at), recursive: isRecursive(call), sure };
}

/** Quoted wildcards and `:/` mean something to `git` itself, so that the files are not known. */
function asPathspec(value: Value | null): Value | null {
  return value !== null && !value.glob && /^:|[*?[]/.test(value.text) ? null : value;
}

function readWord(at: Argument, call: Call): Flow {
  const isPipe = at.value?.text.startsWith("/dev/fd/") === true;
  if (isPipe && at.flow !== undefined) return at.flow;
  if (literalOf(at) === "-" || at.value?.text === "/dev/stdin") return call.input ?? { from: [{ kind: "input" }] };
  const place = isGivenWord(at) ? givenPlace(at, call.state) : undefined;
  const flow = noteRead({ ...doing(at, call), ...place }, call.state, call.run);
  return at.value === null && at.flow !== undefined ? { ...flow, many: at.flow.many ?? flow.many } : flow;
}

/** Notes what is copied or moved: each source to the destination, or into it. */
function noteCopies(call: Call): void {
  const { entry, given, name, head, last, state, run, sure } = call;
  const sources = wordsOf(call, entry.copies ?? entry.moves);
  const to = given.operands.at(-1);
  if (to === undefined) return;
  if (entry.transfers === true && noteTransfer(call, sources, to)) return;
  if (literalOf(to) === "/dev/null" && entry.moves !== undefined) return;
  for (const at of sources) {
    const into = inside(to, at, sources.length > 1);
    const span = spanOf(head, sources.length > 1 ? at : last);
    if (entry.moves !== undefined) {
      const target = targetOf(at.value, state);
      note({ kind: "move", target, to: targetOf(into, state), recursive: true }, name, span, run, sure);
      noteArrival(
        { mode: "replace", flow: flowFrom(at.value, state, run) },
        { value: into, by: name, span, sure },
        state,
        run,
      );
      continue;
    }
    const flow = readWord(at, call);
    const recursive = isRecursive(call);
    // What is copied into a directory adds to it.
    const mode = recursive ? "create" : "replace";
    const place = isGivenWord(to) ? givenPlaceFor(mode, to, state) : { value: into };
    noteWrite(mode, flow, { ...place, by: name, span, recursive, sure }, state, run);
  }
}

/** Where a file is put: the destination, or a name in it, when it is written as a directory. */
function inside(to: Argument, { value }: Argument, several: boolean): Value | null {
  const directory = to.value;
  if (directory === null || directory.glob) return directory;
  const isDirectory = several || /(^|\/)\.{0,2}$/.test(directory.text) || directory.text === "~";
  if (!isDirectory || value === null) return directory;
  const name = value.text.replace(/\/+$/, "").split("/").at(-1) ?? "";
  if (name === "" || name === "." || name === ".." || value.glob) return directory;
  return { ...directory, text: `${directory.text.replace(/\/+$/, "")}/${name}` };
}

/**
 * Whether a change gives rights to everybody, or those of a file's owner to whoever runs it: writing for others, or
 * setuid and setgid. To read or run what others made is nothing of that.
 *
 * @param value - the mode or the entries, as `chmod`, `umask` and `setfacl` take them
 */
function grantsOf(change: PermissionEffect["change"], value: string | null, by: string): boolean | "unknown" {
  if (value === null) return change === "attributes" ? false : "unknown";
  if (change === "acl") return /(^|,)\s*(d(efault)?:)?o(ther)?::?[r-]*w|(^|,)\s*o(ther)?::?[2367]/.test(value);
  if (change !== "mode") return false;
  if (by === "umask")
    return /^[0-7]{1,4}$/.test(value) ? !(Number.parseInt(value, 8) & 0o002) : /o[+=]\w*w/.test(value);
  if (/^[0-7]{1,5}$/.test(value)) return (Number.parseInt(value, 8) & 0o6002) !== 0;
  return value.split(",").some(givesAll);
}

/** One clause such as `o+w`, `a=rwx`, `u+s`, `+s`. */
function givesAll(clause: string): boolean {
  const [, who = "", changes = ""] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
  const given = [...changes.matchAll(/[+=]([rwxXstugo]*)/g)].map(([, rights]) => rights ?? "").join("");
  const toAll = /[oa]/.test(who);
  return given.includes("s") || (toAll && /[w]/.test(given)) || (toAll && /[ug]/.test(given));
}

import type { FileEffect, Target, WriteEffect } from "../effects.ts";
import { normalizePath } from "../path.ts";
import { meaningsOfWriting } from "../persistent-paths.ts";
import { connectionOf } from "./address.ts";
import type { Argument } from "./argument.ts";
import { noteContact } from "./contact.ts";
import { type Flow, originsOf } from "./flow.ts";
import { linkOf } from "./links.ts";
import { note, type Run, spend } from "./run.ts";
import type { ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import type { Value } from "./value.ts";
import { flowFrom, rememberWritten } from "./written.ts";

/** What is done to a file, and by whom. */
export interface Doing {
  /** `null` when the file is not known. */
  readonly value: Value | null;
  /** Whether whoever runs the command names the file, when it is not known. */
  readonly given?: boolean;
  readonly by: string;
  readonly span: Span;
  readonly recursive?: boolean;
  /** Whether it happens when the command runs, which words that are not known may decide. */
  readonly sure?: boolean;
}

/** Devices and the like that keep nothing of what is written to them. */
const keepsNothing = /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/.*|ptmx|pts\/.*)$/;
/** Files that hold nothing of anybody: the streams of the command itself, and sources of bits. */
const holdsNothing = /^(\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/.*)|-)$/;

/** Notes that a file is read. @returns what comes out of it */
export function noteRead(doing: Doing, state: ShellState, run: Run): Flow {
  const { value, given = false, by, span, recursive = false, sure } = doing;
  if (value !== null && holdsNothing.test(value.text)) {
    return { from: [], many: /zero|urandom|full$/.test(value.text) ? "endless" : undefined };
  }
  // What lies on another machine is nothing of here.
  if (state.elsewhere) return { from: [{ kind: "output", by }] };
  const target = targetOf(value, state);
  note({ kind: "read", target, recursive, ...(given && { given }) }, by, span, run, sure);
  const link = run.links.size === 0 || !spend(4, run) ? undefined : linkOf(value, state, run);
  if (link !== undefined) return noteRead({ ...doing, value: link }, state, run);
  return flowFrom(value, state, run);
}

/** Notes that a directory is looked at. */
export function noteList({ value, by, span, recursive = false, sure }: Doing, state: ShellState, run: Run): void {
  if (state.elsewhere) return;
  const target = targetOf(value, state);
  // What a search found is only some of what is there.
  const some = target?.glob === true && target.path.includes("**") ? { ...target, partial: true } : target;
  note({ kind: "list", target: some, recursive }, by, span, run, sure);
}

/** Notes that the shell shows the names that wildcards of the script fit: `echo /etc/*`. */
export function noteShown(words: readonly Argument[], by: string, state: ShellState, run: Run): void {
  for (const { value, flow, start, end } of words) {
    if (value?.glob !== true || flow !== undefined) continue;
    const isAll = /(^|\/)\*\/?$/.test(value.text);
    noteList({ value: isAll ? value : { ...value, partial: true }, by, span: { start, end } }, state, run);
  }
}

/** Notes that files go away, or what they hold. */
export function noteLoss(kind: "delete" | "destroy", doing: Doing, state: ShellState, run: Run): void {
  const { value, by, span, recursive = false, sure } = doing;
  const target = targetOf(value, state);
  const deed = (what: FileEffect["kind"], of: Target | null): void =>
    note({ kind: what, target: of, recursive }, by, span, run, sure);
  if (kind === "destroy" && target?.path.startsWith("/dev/") === true) {
    if (!keepsNothing.test(target.path)) deed("destroy", null);
  } else deed(kind, target);
}

/** A path that counts from where it is not known, or on another machine. */
function asWritten(value: Value | null): Target | null {
  const path = value === null ? null : normalizePath(value.text);
  return value === null || path === null ? null : { path, glob: value.glob, hidden: false, partial: false };
}

/** Notes that something is written to a file, and what that means beside. */
export function noteWrite(
  mode: WriteEffect["mode"],
  flow: Flow | undefined,
  doing: Doing,
  state: ShellState,
  run: Run,
): void {
  const { value, given = false, by, span, recursive = false, sure } = doing;
  const target = targetOf(value, state);
  if (target?.path.startsWith("/dev/") === true) {
    const connection = connectionOf(target.path);
    if (connection !== undefined) noteContact({ ...connection, direction: "out", flow }, by, span, run);
    else if (!keepsNothing.test(target.path)) note({ kind: "destroy", target: null, recursive }, by, span, run, sure);
    return;
  }
  if (!spend(2, run)) return;
  const from = originsOf(flow);
  note({ kind: "write", target, recursive, mode, from, ...(given && { given }) }, by, span, run, sure);
  if (flow?.many === "endless") note({ kind: "exhaust", what: "disk" }, by, span, run, sure);
  noteArrival({ mode, flow }, doing, state, run);
  const link = run.links.size === 0 || !spend(4, run) ? undefined : linkOf(value, state, run);
  if (link !== undefined) noteWrite(mode, flow, { ...doing, value: link }, state, run);
}

/** What a file arrives with: what it means that it is there, and, for later, where what it holds comes from. */
interface Arrival {
  readonly mode: WriteEffect["mode"];
  readonly flow: Flow | undefined;
}

/** Notes what it means, beside, that a file is written or moved to its place. */
export function noteArrival({ mode, flow }: Arrival, doing: Doing, state: ShellState, run: Run): void {
  const { value, by, span, recursive = false, sure } = doing;
  const target = targetOf(value, state);
  if (target?.glob === true && !spend(12, run)) return;
  for (const meaning of target === null
    ? meaningsOfWriting(asWritten(value), { home: run.context.home })
    : meaningsOfWriting(target, run.context)) {
    note(meaning.kind === "persist" ? { ...meaning, target } : meaning, by, span, run, sure);
  }
  rememberWritten({ value, mode, flow, recursive }, state, run);
}

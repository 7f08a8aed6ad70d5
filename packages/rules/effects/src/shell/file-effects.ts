/** Emits effects on files of shell commands: reads, listings, deletions, writes. */

import type { Certainty, Target, WriteEffect } from "../effects.ts";
import { isAbsent } from "../engine/absent-files.ts";
import { textsOfFile } from "../execution-state.ts";
import { emptyFlow, type Flow, originsOf } from "../flow.ts";
import { markerFile } from "../marker-files.ts";
import { normalizePath } from "../path.ts";
import { writeConsequences } from "../persistent-paths.ts";
import type { Value } from "../word-value.ts";
import { devTcpConnection } from "./address.ts";
import type { Argument } from "./argument.ts";
import { type Evaluation, emit, spend } from "./evaluation.ts";
import { emitNetwork } from "./network-effect.ts";
import type { ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { contentOfFile, dataWrittenTo, forFileBehindLinks, recordRemoved, recordWritten } from "./written-files.ts";

/** An access to a file: the file, the program, and the range in the command. */
export interface FileAccess {
  /** `null` if the file is unknown. */
  readonly value: Value | null;
  /** Whether the person or the project names the file, if it is unknown. */
  readonly namedByUser?: boolean;
  readonly by: string;
  readonly span: Span;
  readonly recursive?: boolean;
  /** Whether nothing of the content that is read is printed. */
  readonly namesOnly?: boolean;
  /** Whether a link is created: everything in a linked directory appears at its path, too. */
  readonly isLink?: boolean;
  /** Whether it is a write that fails if the file exists. */
  readonly isNew?: boolean;
  /** Whether it is a deletion that fails if the file has changes that are not committed. */
  readonly isCommitted?: true;
  /** `unknown` if unknown words decide whether the access happens. */
  readonly certainty?: Certainty;
}

/** A write to a file or a move, and the data that is written or moved. */
export interface FileWrite extends FileAccess {
  readonly mode: WriteEffect["mode"];
  readonly flow: Flow | undefined;
}

/** Devices that don't store what is written to them. */
const discardsWrites = /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/(?:0|1|2|63)|ptmx|pts\/.*)$/;
/** Files without stored content: the command's own streams, and sources of zeros or random bits. */
const hasNoContent = /^(\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/.*)|-)$/;

/** Emits that a file is read. @returns its content, as far as it is known */
export function emitRead(fileAccess: FileAccess, state: ShellState, evaluation: Evaluation): Flow {
  const { value, namedByUser, namesOnly, by, span, recursive = false, certainty } = fileAccess;
  if (value !== null && hasNoContent.test(value.text)) {
    if (value.text === "/dev/null") return { ...emptyFlow, isProgram: true };
    return { from: [], many: /zero|urandom|full$/.test(value.text) ? "endless" : undefined };
  }
  // A file on another machine is not a file of this one.
  if (state.elsewhere) return { from: [{ kind: "output", by }] };
  const target = targetOf(value, state);
  const marks = { namedByUser: namedByUser || undefined, namesOnly: namesOnly || undefined };
  emit({ kind: "read", target, recursive, ...marks, certainty }, by, span, evaluation);
  let behind: Flow | undefined;
  forFileBehindLinks(value, "content", { state, evaluation }, (file, ...place) => {
    behind = emitRead({ ...fileAccess, value: file }, ...place);
  });
  const content = behind ?? contentOfFile(value, state, evaluation);
  return value === null || value.glob ? content : { ...content, isProgram: true };
}

/** Emits that the names in a directory are listed. */
export function emitList(
  { value, by, span, recursive = false, certainty }: FileAccess,
  state: ShellState,
  evaluation: Evaluation,
): void {
  if (state.elsewhere) return;
  forFileBehindLinks(value, "content", { state, evaluation }, (file, ...place) =>
    emitList({ value: file, by, span, recursive, certainty }, ...place),
  );
  const target = targetOf(value, state);
  // A search finds only some of the files.
  const some = target?.glob === true && target.path.includes("**") ? { ...target, partial: true } : target;
  emit({ kind: "list", target: some, recursive, certainty }, by, span, evaluation);
}

/** Emits that wildcards in the arguments list the names that match: `echo /etc/*`. */
export function emitGlobListing(
  words: readonly Argument[],
  by: string,
  state: ShellState,
  evaluation: Evaluation,
): void {
  for (const { value, flow, start, end } of words) {
    if (value?.glob !== true || flow !== undefined) continue;
    const isAll = /(^|\/)\*\/?$/.test(value.text);
    emitList({ value: isAll ? value : { ...value, partial: true }, by, span: { start, end } }, state, evaluation);
  }
}

/** Emits that files are deleted, or that their content is destroyed. */
export function emitLoss(
  kind: "delete" | "destroy",
  fileAccess: FileAccess,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const { value, by, span, recursive = false, isCommitted, certainty } = fileAccess;
  const target = writtenTarget(value, state);
  if (kind === "destroy" && target?.path.startsWith("/dev/") === true) {
    emitDeviceLoss(target.path, fileAccess, evaluation);
  } else emit({ kind, target, recursive, isCommitted, certainty }, by, span, evaluation);
  if (kind === "delete") recordRemoved(value, recursive, state, evaluation);
  else
    recordWritten(
      { value, mode: "change", flow: { from: [{ kind: "output", by }] }, recursive: false },
      state,
      evaluation,
    );
  forFileBehindLinks(value, kind === "delete" ? "entry" : "content", { state, evaluation }, (file, ...place) =>
    emitLoss(kind, { ...fileAccess, value: file }, ...place),
  );
}

/** Emits the effect of emptying a file: its content is lost. */
export function emitEmptying(fileWrite: FileWrite, state: ShellState, evaluation: Evaluation): void {
  const target = targetOf(fileWrite.value, state);
  if (isAbsent(target, evaluation.absent, evaluation.written) || markerFile.test(target?.path ?? ""))
    emitWrite(fileWrite, state, evaluation);
  else emitLoss("destroy", fileWrite, state, evaluation);
}

/** Emits that the content of a device is destroyed; none for `/dev/null` and the like. */
function emitDeviceLoss(
  device: string,
  { by, span, recursive = false, certainty }: FileAccess,
  evaluation: Evaluation,
): void {
  if (discardsWrites.test(device)) return;
  emit({ kind: "destroy", target: null, device, recursive, certainty }, by, span, evaluation);
}

/** Returns a path as written, if its base directory is unknown. */
function targetAsWritten(value: Value | null): Target | null {
  const path = value === null ? null : normalizePath(value.text);
  return value === null || path === null ? null : { path, glob: value.glob, hidden: false, partial: false };
}

/** Emits that data is written to a file, and what follows from that: a startup file persists, `/dev/tcp` sends. */
export function emitWrite(fileWrite: FileWrite, state: ShellState, evaluation: Evaluation): void {
  const { flow, value, namedByUser = false, isLink = false, by, span, certainty } = fileWrite;
  const recursive = fileWrite.recursive === true || isLink;
  const target = writtenTarget(value, state);
  const isCreated = isAbsent(target ?? null, evaluation.absent, evaluation.written);
  const isNew = fileWrite.isNew === true || isCreated;
  const mode = isCreated ? "create" : fileWrite.mode;
  if (target?.path.startsWith("/dev/") === true) {
    const connection = devTcpConnection(target.path);
    if (connection !== undefined) emitNetwork({ ...connection, direction: "out", flow }, by, span, evaluation);
    else emitDeviceLoss(target.path, fileWrite, evaluation);
    if (flow?.many === "endless") emit({ kind: "exhaust", what: "processes", certainty }, by, span, evaluation);
    return;
  }
  if (!spend(2, evaluation)) return;
  const from = originsOf(flow);
  emit(
    {
      kind: "write",
      target,
      recursive,
      mode,
      from,
      isNew: isNew || undefined,
      namedByUser: namedByUser || undefined,
      certainty,
    },
    by,
    span,
    evaluation,
  );
  if (flow?.many === "endless") emit({ kind: "exhaust", what: "disk", certainty }, by, span, evaluation);
  emitWriteConsequences(fileWrite, state, evaluation);
  forFileBehindLinks(value, "content", { state, evaluation }, (file, ...place) =>
    emitWrite({ ...fileWrite, value: file }, ...place),
  );
}

/** The file that is written. The file behind a descriptor is unknown; 63 is the descriptor of `>(command)`. */
function writtenTarget(value: Value | null, state: ShellState): Target | null {
  const isInput = /^\/dev\/(?:stdin|fd\/0)$/.test(value?.text ?? "");
  return isInput ? null : targetOf(value, state);
}

/** Emits what follows from a file being at its path (a crontab schedules commands), and records the file's content. */
export function emitWriteConsequences(fileWrite: FileWrite, state: ShellState, evaluation: Evaluation): void {
  const { mode, flow, value, by, span, recursive = false, certainty } = fileWrite;
  const target = targetOf(value, state);
  if (target?.glob === true && !spend(12, evaluation)) return;
  recordWritten({ value, mode, flow, recursive }, state, evaluation);
  const { home, workingDirectory, languages } = evaluation.context;
  const whole = recursive ? undefined : dataWrittenTo(value, state, evaluation);
  const content = whole === undefined || textsOfFile(whole).length === 0 ? flow : whole;
  const base = { home, languages, nesting: evaluation.nesting, files: evaluation.written };
  for (const meaning of target === null
    ? writeConsequences(targetAsWritten(value), base, content)
    : writeConsequences(target, { ...base, workingDirectory }, content)) {
    emit({ ...(meaning.kind === "persist" ? { ...meaning, target } : meaning), certainty }, by, span, evaluation);
  }
}

import type { FileEffect, Target, WriteEffect } from "../effects.ts";
import { type FileData, textsOfFile } from "../execution-state.ts";
import { fileKey } from "../file-key.ts";
import { hasWildcard, joinPath } from "../path.ts";
import { writeConsequences } from "../persistent-paths.ts";
import { followLinks } from "../symbolic-links.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import { type Call, emit } from "./evaluation.ts";
import { dataOrigins, itemsOf, nothing, originsOf, type Value } from "./value.ts";

/** Names of devices that store nothing. */
const devices = /^(?:nul|con|null|aux|prn|\/dev\/null)$/i;

/** The files that a value names. A text with wildcards is a glob unless it is literal. */
export function targetsOf(value: Value | undefined, call: Call, isLiteral = false): readonly (Target | null)[] {
  return itemsOf(value).flatMap((item) => {
    if (item.files !== undefined) return item.files;
    return item.text === undefined ? [null] : targetOf(item.text, call, isLiteral);
  });
}

/** The file that a path names; an empty list for a device such as `NUL`. */
function targetOf(text: string, { evaluation }: Call, isLiteral = false): readonly (Target | null)[] {
  if (devices.test(text) || /^(?:env|function|alias|variable|wsman):/i.test(text)) return [];
  const { directory, context } = evaluation;
  const path = normalizeWindowsPath(text.trim()).replace(/^(\/c:)?\/Users\/%USERNAME%(?=\/|$)/i, "~");
  if (path === "" || /[\0\n\r]/.test(path)) return [null];
  if (directory === null && !/^[/~]/.test(path)) return [null];
  const isGlob = !isLiteral && hasWildcard(path);
  const escaped = isGlob ? path.replaceAll(/[{}()!+@|]/g, "\\$&") : path;
  const joined = joinPath(directory ?? "", escaped);
  if (joined === null) return [null];
  const target = { path: fileKey(joined, context), glob: isGlob, hidden: isGlob, partial: false };
  return [followLinks(target, "content", evaluation.links)];
}

/** Adds that files are read. @returns their content, as far as it is known */
export function emitRead(call: Call, value: Value | undefined, isLiteral = false): Value {
  if (isEnvironment(value)) return { from: [{ kind: "environment" }] };
  const contents = targetsOf(value, call, isLiteral).map((target): Value => {
    emit(call, { kind: "read", target, recursive: false });
    const data = target === null || target.glob ? undefined : call.evaluation.written.get(target.path);
    const [text, ...others] = textsOfFile(data);
    if (data === undefined || text === undefined || others.length > 0)
      return { from: [{ kind: "file", target }, ...(data?.from ?? [])] };
    return { text, from: data.from };
  });
  return contents.length === 1 ? (contents[0] ?? nothing) : { from: originsOf(...contents) };
}

/** Whether a value names the drive of the environment variables. */
export function isEnvironment(value: Value | undefined): boolean {
  return /^env:/i.test(value?.text ?? "");
}

/** Adds that files are listed, deleted or destroyed. */
export function emitFiles(
  call: Call,
  kind: FileEffect["kind"],
  targets: readonly (Target | null)[],
  recursive = false,
): void {
  for (const target of targets) {
    emit(call, { kind, target, recursive });
    if (target !== null && kind === "delete" && !target.glob && !recursive)
      call.evaluation.written.set(target.path, { from: [], missing: true });
  }
}

/** Adds that data is written to files, and what follows from that. */
export function emitWrite(
  call: Call,
  mode: WriteEffect["mode"],
  targets: readonly (Target | null)[],
  data: Value | undefined,
): void {
  const from = dataOrigins(data);
  for (const target of targets) {
    emit(call, { kind: "write", target, recursive: false, mode, from });
    emitConsequences(call, target, data && { from: originsOf(data), text: data.text });
    if (target === null || target.glob) continue;
    const { written } = call.evaluation;
    const known = mode === "replace" && call.evaluation.certainty === "certain" ? data?.text : undefined;
    written.set(target.path, { from: originsOf(data), text: known });
  }
}

/** Adds what follows from a file being at its path: a startup folder runs it. */
function emitConsequences(call: Call, target: Target | null, content?: FileData): void {
  const base = call.evaluation.context;
  for (const meaning of writeConsequences(target, base, content))
    emit(call, meaning.kind === "persist" ? { ...meaning, target } : meaning);
}

/** Files that are copied or moved. */
interface FileTransfer {
  readonly kind: "copy" | "move";
  readonly sources: readonly (Target | null)[];
  /** The destination, if it is known. */
  readonly to: readonly (Target | null)[];
  readonly recursive: boolean;
}

/** Adds that files are copied or moved. */
export function emitTransfer(call: Call, { kind, sources, to: [to = null], recursive }: FileTransfer): void {
  for (const source of sources) {
    if (kind === "move") emit(call, { kind: "move", target: source, to, recursive });
    else emit(call, { kind: "read", target: source, recursive });
    const data: Value = { from: [{ kind: "file", target: source }] };
    if (kind === "copy") emitWrite(call, "replace", [to], data);
    else emitConsequences(call, to);
  }
}

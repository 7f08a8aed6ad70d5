import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { replaceFile } from "@helve/core/internal/node";
import { readSettings } from "@helve/hooks/node";
import { createTwoFilesPatch } from "diff";
import { confirm, type Io, UsageError } from "../io.ts";
import { confirmLoosening } from "../records/confirm-loosening.ts";

/**
 * Shows how a file changes, and changes it after a person has confirmed. For a change that only adds protection, `yes` stands for a person.
 *
 * @param options - `mode`: the rights of a new file
 * @returns whether the file has the new text now
 * @throws UsageError if there is no person to ask
 */
export async function changeSettings(
  change: FileChange,
  { yes, loosens, mode = 0o644 }: { readonly yes: boolean; readonly loosens: boolean; readonly mode?: number },
  io: Io,
): Promise<boolean> {
  const { path, after } = change;
  if (readSettings(path) === after) return true;
  const question = after === undefined ? "Remove this file?" : "Write this file?";
  if (loosens) {
    if (!(await confirmLoosening(question, { details: patchOf(change), yes }, io))) return false;
  } else {
    io.out(patchOf(change));
    const answer = yes || (await confirm(question, io));
    if (answer === undefined) throw new UsageError("a person has to confirm at a terminal: or pass --yes");
    if (!answer) return false;
  }
  writeSettings(change, mode);
  return true;
}

/** A change of a file: `after` is the new text, `undefined` removes the file. */
export interface FileChange {
  readonly path: string;
  readonly after: string | undefined;
}

/** The change of a file as a text that a person reads. */
export function patchOf({ path, after }: FileChange): string {
  return createTwoFilesPatch(path, path, readSettings(path) ?? "", after ?? "", undefined, undefined, { context: 2 });
}

/** Changes a file. @param mode - the rights of a new one */
export function writeSettings({ path, after }: FileChange, mode: number): void {
  if (after === undefined) rmSync(fileBehind(path));
  else replaceSettings(path, after, mode);
}

/** Replaces a file as a whole. A link stays a link, and the file keeps its rights and its byte order mark. */
function replaceSettings(path: string, text: string, mode: number): void {
  const target = fileBehind(path);
  mkdirSync(dirname(target), { recursive: true });
  const found = statSync(target, { throwIfNoEntry: false });
  const mark = found !== undefined && readFileSync(target, "utf8").startsWith("\uFEFF") ? "\uFEFF" : "";
  replaceFile(target, `${mark}${text}`, found === undefined ? mode : found.mode & 0o777);
}

/** The file to which a path leads through symbolic links, also if it does not exist. */
function fileBehind(path: string, steps = 0): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() !== true || steps > 40) return path;
  return existsSync(path) ? realpathSync(path) : fileBehind(resolve(dirname(path), readlinkSync(path)), steps + 1);
}

import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { confirm, type Io, UsageError } from "../io.ts";
import { clientSettings, type SettingsClient } from "./client-settings.ts";

/** Whose settings: those of the user, for all projects, or those of one project. */
export type Scope = "user" | "project";

/** The file in which a client looks for hooks. */
export function settingsPath(
  client: SettingsClient,
  scope: Scope,
  { home, cwd, environment }: Pick<Io, "home" | "cwd" | "environment">,
): string {
  const { user, project, movedBy } = clientSettings[client];
  if (scope === "project") return join(cwd, project);
  const moved = movedBy === undefined ? undefined : environment[movedBy.variable];
  if (movedBy === undefined || moved === undefined || !isAbsolute(moved)) return join(home, user);
  return join(moved, user.slice(movedBy.folder.length));
}

/** The text of a file without a byte order mark; `undefined` if there is none. */
export function readSettings(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
}

/**
 * Shows how a file changes, and changes it after a person has confirmed.
 *
 * @param after - the new text; `undefined` removes the file
 * @param options - `mode`: the rights of a new file
 * @returns whether the file has the new text now
 * @throws UsageError if there is no person to ask
 */
export async function changeSettings(
  path: string,
  after: string | undefined,
  { yes, mode = 0o644 }: { readonly yes: boolean; readonly mode?: number },
  io: Io,
): Promise<boolean> {
  const before = readSettings(path);
  if (before === after) return true;
  io.out(createTwoFilesPatch(path, path, before ?? "", after ?? "", undefined, undefined, { context: 2 }));
  if (!yes) {
    const answer = await confirm(after === undefined ? "Remove this file?" : "Write this file?", io);
    if (answer === undefined) throw new UsageError("a person has to confirm at a terminal: or pass --yes");
    if (!answer) return false;
  }
  if (after === undefined) rmSync(path);
  else replaceFile(path, after, mode);
  return true;
}

/** Replaces a file as a whole. A link stays a link, and the file keeps its rights and its byte order mark. */
function replaceFile(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const found = statSync(path, { throwIfNoEntry: false });
  const target = found === undefined ? path : realpathSync(path);
  const unfinished = `${target}.${randomUUID()}`;
  const mark = found !== undefined && readFileSync(target, "utf8").startsWith("\uFEFF") ? "\uFEFF" : "";
  writeFileSync(unfinished, `${mark}${text}`, { mode: found === undefined ? mode : found.mode & 0o777, flag: "wx" });
  renameSync(unfinished, target);
}

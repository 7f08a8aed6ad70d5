import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type Io, UsageError } from "../io.ts";
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

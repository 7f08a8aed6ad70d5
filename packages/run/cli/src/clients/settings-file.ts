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
  const { user, project } = clientSettings[client];
  if (scope === "project") return join(cwd, project);
  const moved = movedFolder(client, environment);
  return moved === undefined ? join(home, user) : join(moved.to, user.slice(moved.from.length));
}

/**
 * The move of a client's user settings by an environment variable; `undefined` if they are in their usual folder.
 *
 * @returns `from`: the usual folder, within the home directory; `to`: the absolute path that replaces it
 */
export function movedFolder(
  client: SettingsClient,
  environment: Io["environment"],
): { readonly from: string; readonly to: string } | undefined {
  const { movedBy } = clientSettings[client];
  const to = movedBy && environment[movedBy.variable];
  return movedBy === undefined || to === undefined || !isAbsolute(to) ? undefined : { from: movedBy.folder, to };
}

/** Reads the text of a settings file without its byte order mark; `undefined` if the file is missing. */
export function readSettings(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`${path} can't be read: ${(error as Error).message}`);
  }
}

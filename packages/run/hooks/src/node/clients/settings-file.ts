/** Finds and reads a client's settings file. */
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** The scope of settings: of the user for all projects, or of one project. */
export type Scope = "user" | "project";

/** The folders of a user, and the environment variables, which may move the settings of clients. */
export interface UserPlaces {
  readonly home: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where a client has settings. */
export interface SettingsLocation {
  /** The file in the home directory of the user. */
  readonly user: string;
  /** The environment variable that moves the settings of the user, and the folder that its value replaces; `""` for the home directory. */
  readonly movedBy?: { readonly variable: string; readonly folder: string };
  /** The file in the folder of a project. */
  readonly project: string;
}

/** The file in which a client looks for settings. */
export function settingsPath(location: SettingsLocation, scope: Scope, { home, cwd, environment }: UserPlaces): string {
  const { user, project } = location;
  if (scope === "project") return join(cwd, project);
  const moved = movedFolder(location, environment);
  if (moved !== undefined) return join(moved.to, user.slice(moved.from.length));
  return isAbsolute(user) ? user : join(home, user);
}

/**
 * The move of a client's user settings by an environment variable; `undefined` if they are in their usual folder.
 *
 * @returns `from`: the usual folder, within the home directory; `to`: the absolute path that replaces it
 */
export function movedFolder(
  { movedBy }: SettingsLocation,
  environment: UserPlaces["environment"],
): { readonly from: string; readonly to: string } | undefined {
  const to = movedBy && environment[movedBy.variable];
  return movedBy === undefined || to === undefined || !isAbsolute(to) ? undefined : { from: movedBy.folder, to };
}

/** Reads the text of a settings file without its byte order mark; `undefined` if the file is missing. */
export function readSettings(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${path} can't be read: ${(error as Error).message}`);
  }
}

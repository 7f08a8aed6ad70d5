import type { Io } from "../io.ts";
import { clientSettings, type SettingsClient } from "./client-settings.ts";
import { isHookCommand } from "./hook-command.ts";
import { readSettings, settingsPath } from "./settings-file.ts";

/** The settings of a user, of any client, that call Helve; `undefined` if there are none. */
export function userSettingsThatCallHelve(home: string, environment: Io["environment"]): string | undefined {
  return (Object.keys(clientSettings) as SettingsClient[])
    .map((client) => ({ client, path: settingsPath(client, "user", { home, cwd: home, environment }) }))
    .find(({ client, path }) => isHookCommand(readSettings(path) ?? "", client))?.path;
}

import { clientSettings, type SettingsClient } from "./client-settings.ts";
import { isHookCommand } from "./hook-command.ts";
import { readSettings, type Scope, settingsPath, type UserPlaces } from "./settings-file.ts";

/** Finds the settings file of a user, of any client, that calls Helve; `undefined` if no client calls Helve. */
export function userSettingsThatCallHelve(home: string, environment: UserPlaces["environment"]): string | undefined {
  const places = { home, cwd: home, environment };
  const client = (Object.keys(clientSettings) as SettingsClient[]).find((each) => areHooked(each, "user", places));
  return client && settingsPath(clientSettings[client], "user", places);
}

/** Whether the settings of a client in a scope call Helve. */
export function areHooked(client: SettingsClient, scope: Scope, places: UserPlaces): boolean {
  return isHookCommand(readSettings(settingsPath(clientSettings[client], scope, places)) ?? "", client);
}

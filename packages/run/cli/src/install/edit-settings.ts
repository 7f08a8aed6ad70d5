import { isObject, ownMember } from "@helve/core/internal";
import {
  type ClientSettings,
  clientSettings,
  type HookCommand,
  isHookCommand,
  type SettingsClient,
} from "@helve/hooks/node";
import { UsageError } from "../io.ts";
import { editJsonSettings, parseJsonSettings } from "./json-settings.ts";
import { pluginCommand, pluginText } from "./opencode-plugin.ts";

/**
 * Adds the hooks of Helve to the settings of a client. Everything else stays as it is, comments included.
 *
 * @param before - the text of the file; `undefined` if there is none
 * @param commandOf - the command for an event
 * @throws UsageError if the file can't be edited
 */
export function addHooks(
  before: string | undefined,
  client: SettingsClient,
  commandOf: (event: string) => HookCommand,
): string {
  const settings = clientSettings[client];
  const { base = {}, member, events } = settings;
  if (settings.isPlugin) return pluginText(commandOf("tool.execute.before").shell);
  let text = removeHooks(before, client) ?? `${JSON.stringify(base, null, 2)}\n`;
  for (const event of events) {
    const path = [member, event.name];
    const added = settings.entry(commandOf(event.name), event);
    const known = entriesOf(parseJsonSettings(text), settings, event.name);
    text =
      known === undefined
        ? editJsonSettings(text, path, [added])
        : editJsonSettings(text, [...path, known.length], added, { isArrayInsertion: true });
  }
  return text.endsWith("\n") ? text : `${text}\n`;
}

/**
 * Removes the hooks of Helve from the settings of a client.
 *
 * @returns `undefined` if nothing else is in the file
 */
export function removeHooks(before: string | undefined, client: SettingsClient): string | undefined {
  if (before === undefined || before.trim() === "") return undefined;
  const settings = clientSettings[client];
  if (settings.isPlugin) return isHookCommand(before, client) ? undefined : before;
  const { member } = settings;
  let text = before;
  for (const name of Object.keys(Object(parseJsonSettings(text)[member]))) {
    const entries = entriesOf(parseJsonSettings(text), settings, name) ?? [];
    const own = entries.flatMap((entry, index) => (isOwn(entry, client) ? [index] : []));
    if (own.length === 0) continue;
    // The last one first, so that the others keep their places.
    if (own.length === entries.length) text = editJsonSettings(text, [member, name], undefined);
    else for (const index of own.reverse()) text = editJsonSettings(text, [member, name, index], undefined);
  }
  const rest = parseJsonSettings(text);
  if (text !== before && Object.keys(Object(rest[member])).length === 0)
    text = editJsonSettings(text, [member], undefined);
  const others = Object.keys(parseJsonSettings(text)).filter((name) => !Object.hasOwn(settings.base ?? {}, name));
  return text !== before && others.length === 0 ? undefined : text;
}

/** Whether the settings of a client call Helve. */
export function callsHelve(text: string | undefined, client: SettingsClient): boolean {
  if (text === undefined || text.trim() === "") return false;
  if (clientSettings[client].isPlugin) return isHookCommand(text, client);
  const events = Object.keys(Object(parseJsonSettings(text)[clientSettings[client].member]));
  return events.some((event) => ownEntries(text, client, event).length > 0);
}

/** The entries of an event that call Helve. */
export function ownEntries(text: string | undefined, client: SettingsClient, event: string): readonly object[] {
  if (text === undefined) return [];
  if (clientSettings[client].isPlugin) {
    const command = pluginCommand(text);
    return command !== undefined && isHookCommand(command, client) ? [{ command }] : [];
  }
  return (entriesOf(parseJsonSettings(text), clientSettings[client], event) ?? []).filter((entry) =>
    isOwn(entry, client),
  );
}

/** The command of an entry, for `sh`. */
export function commandOf(entry: object): string {
  const { hooks, command, bash } = entry as {
    readonly hooks?: readonly { readonly command?: unknown }[];
    readonly command?: unknown;
    readonly bash?: unknown;
  };
  return String(hooks?.[0]?.command ?? command ?? bash);
}

/** Whether an entry calls Helve. */
function isOwn(entry: unknown, client: SettingsClient): entry is object {
  return isHookCommand(JSON.stringify(entry) ?? "", client);
}

function entriesOf(
  settings: Readonly<Record<string, unknown>>,
  { member }: ClientSettings,
  event: string,
): readonly unknown[] | undefined {
  const events: unknown = settings[member];
  if (events === undefined) return undefined;
  if (!isObject(events)) throw new UsageError(`"${member}" must be an object: correct it first`);
  const entries = ownMember(events, event);
  if (entries === undefined || Array.isArray(entries)) return entries;
  throw new UsageError(`"${member}.${event}" must be a list: correct it first`);
}

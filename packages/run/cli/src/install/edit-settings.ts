/** Adds Helve's hooks to a client's settings, or removes them. */
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
 * Adds Helve's hooks to the settings of a client. Everything else is unchanged, comments included.
 *
 * @param before - the text of the file; `undefined` if not found
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
        : // Before the others, so that a comment behind the last one stays there.
          editJsonSettings(text, [...path, 0], added, { isArrayInsertion: true });
  }
  return text.endsWith("\n") ? text : `${text}\n`;
}

/**
 * Removes Helve's hooks from the settings of a client.
 *
 * @returns `undefined` if nothing else is in the file
 */
export function removeHooks(before: string | undefined, client: SettingsClient): string | undefined {
  if (before === undefined || before.trim() === "") return undefined;
  const settings = clientSettings[client];
  if (settings.isPlugin) return isHookCommand(before, client) ? undefined : before;
  const { member, base = {}, isOwnFile } = settings;
  let text = before;
  for (const [name, entries] of Object.entries(Object(parseJsonSettings(text)[member]))) {
    if (!Array.isArray(entries)) continue;
    const own = entries.map((entry) => ownCommands(entry, client));
    if (own.every(({ others }) => others === 0) && entries.length > 0) {
      text = editJsonSettings(text, [member, name], undefined);
      continue;
    }
    // The last one first, so that the others keep their places.
    for (const [index, { places, others }] of [...own.entries()].reverse()) {
      if (places.length > 0 && others === 0) text = editJsonSettings(text, [member, name, index], undefined);
      else
        for (const place of places.toReversed())
          text = editJsonSettings(text, [member, name, index, "hooks", place], undefined);
    }
  }
  if (text === before) return text;
  if (Object.keys(Object(parseJsonSettings(text)[member])).length === 0)
    text = editJsonSettings(text, [member], undefined);
  const others = Object.keys(parseJsonSettings(text)).filter((name) => !Object.hasOwn(base, name));
  const isEmpty = text.replaceAll(/\s/g, "") === JSON.stringify(base).replaceAll(/\s/g, "");
  return others.length === 0 && (isEmpty || isOwnFile) ? undefined : text;
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
  return (entriesOf(parseJsonSettings(text), clientSettings[client], event) ?? []).flatMap(
    (entry) => ownCommands(entry, client).entries,
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

/** The commands of an entry that call Helve: the entry itself, or some of the hooks of a group. */
interface OwnCommands {
  /** The entry with no other hooks; empty if it does not call Helve. */
  readonly entries: readonly object[];
  /** The indexes in the group. */
  readonly places: readonly number[];
  /** The number of hooks in the entry that are not Helve's. */
  readonly others: number;
}

/** Returns the commands in an entry that call Helve. */
function ownCommands(entry: unknown, client: SettingsClient): OwnCommands {
  const group: unknown = isObject(entry) ? ownMember(entry, "hooks") : undefined;
  const hooks = Array.isArray(group) ? group : [entry];
  const places = hooks.flatMap((hook, index) => (isOwn(hook, client) ? [index] : []));
  const others = hooks.length - places.length;
  if (places.length === 0 || !isObject(entry)) return { entries: [], places: [], others: Math.max(1, others) };
  const own = Array.isArray(group) ? { ...entry, hooks: places.map((place) => group[place]) } : entry;
  return { entries: [own], places, others };
}

/** Whether a hook is a call of Helve, and not a program of somebody else that only names Helve in its arguments. */
function isOwn(hook: unknown, client: SettingsClient): boolean {
  if (!isObject(hook) || !isHookCommand(JSON.stringify(hook), client)) return false;
  const command = String(hook["command"] ?? hook["bash"]);
  return command.includes("helve did not answer") || callOfHelve.test(command);
}

/** A command that starts Helve first. */
const callOfHelve = /^\s*(?:npx\s+(?:-y\s+|--yes\s+)?)?["']?(?:[^\s"']*[/\\])?helve(?:\.\w+)?["']?\s+["']?hook\b/;

/** Returns the entries of an event in the settings. */
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

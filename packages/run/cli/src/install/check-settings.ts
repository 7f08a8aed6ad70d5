import { clientSettings, type SettingsClient, type SettingsEvent } from "@helve/hooks/node";
import type { Check } from "./check.ts";
import { ownEntries } from "./edit-settings.ts";
import { parseJsonSettings } from "./json-settings.ts";
import { pluginCommand, pluginText } from "./opencode-plugin.ts";

/** Checks the hooks of Helve in a client's settings: which events call it, for which tools, and whether a failure denies the call. */
export function checkSettings(client: SettingsClient, text: string): readonly Check[] {
  const { events } = clientSettings[client];
  const missing = events.filter(({ name }) => ownEntries(text, client, name).length === 0).map(({ name }) => name);
  const again = `: helve hook install ${client}`;
  if (clientSettings[client].isPlugin) {
    const current = pluginCommand(text);
    return current !== undefined && pluginText(current) === text
      ? [{ ok: true, text: "the plugin is that of this version: it covers every tool, and denies if Helve fails" }]
      : [{ ok: false, text: `the plugin is not that of this version${again}` }];
  }
  const checks: Check[] = [
    missing.length === 0
      ? { ok: true, text: "all events call Helve" }
      : { ok: false, text: `these events don't call Helve: ${missing.join(", ")}${again}` },
  ];
  for (const event of events.filter(({ decides }) => decides)) {
    for (const entry of ownEntries(text, client, event.name)) {
      const problem = problemOf(client, entry, event);
      checks.push(
        problem === undefined
          ? { ok: true, text: `${event.name} covers every tool, and denies if the hook fails` }
          : { ok: false, text: `${event.name}: ${problem}${again}` },
      );
    }
  }
  const off = disabledBy(client, parseJsonSettings(text));
  if (off !== undefined) checks.push({ ok: false, text: `hooks are switched off by ${off}: remove it` });
  return checks;
}

/** Returns why a hook entry does not work; `undefined` if it does. */
function problemOf(client: SettingsClient, entry: object, { matches }: SettingsEvent): string | undefined {
  const { matcher } = entry as { readonly matcher?: unknown };
  if (matches && matcher !== undefined && !["", "*", ".*"].includes(String(matcher))) {
    return `the matcher ${JSON.stringify(matcher)} does not cover every tool`;
  }
  const text = JSON.stringify(entry);
  if (!/exit 2\b/.test(text)) return "the call runs if Helve does not answer";
  if (client === "claude-code" && !text.includes('"onFailure":"block"')) return '"onFailure": "block" is missing';
  return client === "cursor" && !text.includes('"failClosed":true') ? '"failClosed": true is missing' : undefined;
}

/** Returns the setting that disables all hooks. */
function disabledBy(client: SettingsClient, settings: Readonly<Record<string, unknown>>): string | undefined {
  if (client === "claude-code" && settings["disableAllHooks"] === true) return '"disableAllHooks": true';
  if (client !== "gemini") return undefined;
  const { hooksConfig } = settings as {
    readonly hooksConfig?: { readonly enabled?: unknown; readonly disabled?: unknown };
  };
  if (hooksConfig?.enabled === false) return '"hooksConfig.enabled": false';
  const { disabled } = hooksConfig ?? {};
  return Array.isArray(disabled) && disabled.includes("helve") ? '"hooksConfig.disabled"' : undefined;
}

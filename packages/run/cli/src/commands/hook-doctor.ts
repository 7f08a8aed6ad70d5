/** `helve hook doctor`: checks that a client calls Helve and that failures deny. */
import { errorJson } from "@helve/core";
import { hookClients } from "@helve/hooks";
import { clientSettings, readSettings, type SettingsClient, settingsPath } from "@helve/hooks/node";
import type { Check } from "../install/check.ts";
import { checkAnswers } from "../install/check-answers.ts";
import { checkClient } from "../install/check-client.ts";
import { checkSettings } from "../install/check-settings.ts";
import { codexHooks, runs } from "../install/codex-trust.ts";
import { callsHelve, commandOf, ownEntries } from "../install/edit-settings.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { styles } from "../styles.ts";
import { settingsClient } from "./hook-install.ts";

/** The options of `helve hook doctor`. */
export interface DoctorOptions {
  readonly json?: boolean;
}

/**
 * Checks that a client calls Helve, that Helve answers, and that failures deny.
 *
 * @param name - a client; by default all whose settings call Helve
 */
export async function hookDoctor(name: string | undefined, options: DoctorOptions, io: Io): Promise<number> {
  if (name !== undefined) return checkHook(settingsClient(name), options, io);
  const clients = (Object.keys(clientSettings) as SettingsClient[]).filter((client) => hasHooks(client, io));
  if (clients.length === 0) throw new UsageError("no client calls Helve: helve hook install CLIENT");
  let code: number = exitCodes.fine;
  for (const client of clients) {
    if (!options.json) io.out(`${hookClients[client].title}\n`);
    code = Math.max(code, await checkHook(client, options, io));
  }
  return code;
}

/** Whether the settings of a client call Helve. Those that can't be read may. */
function hasHooks(client: SettingsClient, io: Io): boolean {
  return (["user", "project"] as const).some((scope) => {
    const path = settingsPath(clientSettings[client], scope, io);
    try {
      const text = readSettings(path);
      return text !== undefined && callsHelve(text, client);
    } catch {
      return true;
    }
  });
}

async function checkHook(client: SettingsClient, { json }: DoctorOptions, io: Io): Promise<number> {
  const checks: Check[] = [await checkClient(client, io)];
  let isInstalled = false;
  // In the home directory, they are the same file.
  const paths = new Set((["user", "project"] as const).map((scope) => settingsPath(clientSettings[client], scope, io)));
  for (const path of paths) {
    const found = await checkFile(client, path, io);
    isInstalled ||= found.length > 0;
    checks.push(...found);
  }
  if (!isInstalled) checks.push({ ok: false, text: `no settings call Helve: helve hook install ${client}` });
  const ok = checks.every((check) => check.ok);
  if (json) io.out(`${JSON.stringify({ client, ok, checks, gaps: hookClients[client].gaps })}\n`);
  else {
    const { green, red, dim } = styles(io.colors);
    for (const check of checks) io.out(`${check.ok ? green("ok     ") : red("problem")}  ${check.text}\n`);
    for (const gap of hookClients[client].gaps) io.out(`${dim("open   ")}  ${gap}\n`);
  }
  return ok ? exitCodes.fine : exitCodes.findings;
}

/** Checks one settings file; without any check if it does not call Helve. */
async function checkFile(client: SettingsClient, path: string, io: Io): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    const text = readSettings(path);
    const entries = clientSettings[client].events.flatMap(({ name }) => ownEntries(text, client, name));
    if (text === undefined || entries.length === 0) return [];
    checks.push({ ok: true, text: `${path} calls Helve` }, ...checkSettings(client, text));
    if (client === "codex") checks.push(await checkCodexTrust(path, io));
    const deciding = clientSettings[client].events.find(({ decides }) => decides);
    const [entry] = deciding === undefined ? [] : ownEntries(text, client, deciding.name);
    if (entry !== undefined) checks.push(...(await checkAnswers(client, commandOf(entry), io)));
  } catch (error) {
    const cause = errorJson(error).message;
    checks.push({ ok: false, text: cause.startsWith(path) ? cause : `${path}: ${cause}` });
  }
  return checks;
}

async function checkCodexTrust(path: string, io: Io): Promise<Check> {
  const advice = "trust them in Codex with the command /hooks";
  try {
    const hooks = await codexHooks(path, io);
    const skipped = hooks.filter((hook) => !runs(hook)).map(({ eventName }) => eventName);
    if (hooks.length === 0) return { ok: false, text: "Codex does not see the hooks" };
    if (skipped.length === 0) return { ok: true, text: "Codex trusts the hooks" };
    return { ok: false, text: `Codex skips ${skipped.join(", ")} silently: ${advice}` };
  } catch (error) {
    const cause = errorJson(error).message;
    return { ok: false, text: `whether Codex trusts the hooks is not known (${cause}): ${advice}` };
  }
}

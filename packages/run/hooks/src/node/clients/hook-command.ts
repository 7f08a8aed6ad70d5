import { shellWord } from "@helve/core/internal";
import type { HookClient } from "../../hook-event.ts";
import type { HookCommand } from "./client-settings.ts";

/**
 * The command by which a client calls Helve. If Helve does not answer, because it is missing or crashes, a command that decides exits with 2,
 * which denies a call in every client.
 *
 * @param program - how to start Helve: `["helve"]`, or Node and the file
 */
export function hookCommand(
  program: readonly string[],
  client: HookClient,
  event: string,
  { decides, platform = process.platform }: { readonly decides: boolean; readonly platform?: NodeJS.Platform },
): HookCommand {
  // Copilot does not send the name of every event.
  const args = ["hook", client, ...(client === "copilot" ? ["--event", event] : [])];
  const quote = platform === "win32" ? quoteForCmd : shellWord;
  const shell = [...program, ...args].map(quote).join(" ");
  const powershell = `& ${[...program, ...args].map(quoteForPowerShell).join(" ")}`;
  const failure = decides ? "helve did not answer, so the call is denied" : "helve did not answer";
  const exit = decides ? 2 : 0;
  return {
    shell:
      platform === "win32"
        ? `${shell} || (echo ${failure} 1>&2 & exit ${exit})`
        : `${shell} || { echo '${failure}' >&2; exit ${exit}; }`,
    powershell: `${powershell}; if ($LASTEXITCODE -ne 0) { [Console]::Error.WriteLine('${failure}'); exit ${exit} }`,
  };
}

/** Whether a text has a command that calls Helve for a client. */
export function isHookCommand(text: string, client: HookClient): boolean {
  return new RegExp(`\\bhook["']? ["']?${client}\\b`).test(text) && text.includes("helve");
}

function quoteForCmd(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
}

function quoteForPowerShell(word: string): string {
  return `'${word.replaceAll("'", "''")}'`;
}

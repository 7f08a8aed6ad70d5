/** The plugin for OpenCode, which has no hooks that start programs: the plugin calls Helve. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * The text of Helve's plugin for OpenCode.
 *
 * @param command - for the shell
 */
export function pluginText(command: string): string {
  const bundled = new URL("./plugins/opencode.js.gz", import.meta.url);
  const text = existsSync(bundled)
    ? gunzipSync(readFileSync(bundled)).toString()
    : readFileSync(new URL("../../plugins/opencode.js", import.meta.url), "utf8");
  return text.replace(commandLine, () => `const command = ${JSON.stringify(command)};`);
}

/** Returns the command in a plugin's text; `undefined` if not found. */
export function pluginCommand(text: string): string | undefined {
  const [, literal] = commandLine.exec(text) ?? [];
  if (literal === undefined) return undefined;
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

const commandLine = /^const command = (".*");$/m;

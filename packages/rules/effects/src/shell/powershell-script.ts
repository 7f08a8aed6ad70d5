/** Reads texts that were passed to a shell and are PowerShell: steps of a pipeline on Windows, and terminals of Windows. */
import type { EffectContext, Effects } from "../languages.ts";
import { parseShell } from "./parse.ts";

/**
 * The effects of a PowerShell script that no other shell can run: its first line does not parse, so that the others are not reached, and each
 * begins with what is only PowerShell. `undefined` for any other text.
 */
export function readPowerShellScript(command: string, context: EffectContext): Effects | undefined {
  const powershell = context.languages?.["powershell"];
  const lines = command.split("\n").filter((line) => /^\s*[^\s#]/.test(line));
  const [first = ""] = lines;
  if (powershell === undefined || command.includes("`") || !lines.every((line) => onlyPowerShell.test(line)))
    return undefined;
  return parseShell(first, { start: 0, end: first.length }, first).ok ? undefined : powershell.read(command, context);
}

/** The beginning of a line that is only PowerShell: `$x = …`, `[IO.File]::…`, `Get-Item …`, `}`. */
const onlyPowerShell = /^\s*(?:\$[\w:]+(?:\.\w+)*\s*(?:\+?=|\||\.)|\[[A-Z][\w.]*\]::|[A-Z][a-z]+-[A-Z]\w*\b|[{}]\s*$)/;

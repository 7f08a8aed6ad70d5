import type { CallEntry } from "../engine/call-entry.ts";
import type { Cmdlet } from "./bind.ts";
import { computingCmdlets } from "./computing-rows.ts";
import { dotnetCalls } from "./dotnet-rows.ts";
import { fileCmdlets } from "./files-rows.ts";
import { networkCmdlets } from "./network-rows.ts";
import { runningCmdlets } from "./running-rows.ts";
import { systemCmdlets } from "./system-rows.ts";

/**
 * The cmdlets of PowerShell, with their effects.
 *
 * Add a cmdlet: a row with its name and aliases in `calls`, its parameters in `parameters`, `valued` and `switches`, and its effects as in
 * the catalogues of libraries. `run` is a function for what rows can't say.
 */
const cmdlets: readonly Cmdlet[] = [
  ...computingCmdlets,
  ...fileCmdlets,
  ...networkCmdlets,
  ...systemCmdlets,
  ...runningCmdlets,
];

const byName: ReadonlyMap<string, Cmdlet> = new Map(
  cmdlets.flatMap((cmdlet) =>
    cmdlet.calls
      .toLowerCase()
      .split(" ")
      .map((name) => [name, cmdlet] as const),
  ),
);

/** Finds a cmdlet by its name or alias in lower case. */
export function findCmdlet(name: string): Cmdlet | undefined {
  return byName.get(name);
}

const entries: ReadonlyMap<string, CallEntry> = new Map(
  dotnetCalls.flatMap((entry) => entry.calls.split(" ").map((name) => [name, entry] as const)),
);

/** The entry of a method of .NET, by its type and its name in lower case: `io.file.delete`. */
export function methodEntry(name: string): CallEntry | undefined {
  return entries.get(name);
}

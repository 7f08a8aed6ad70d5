import type { Cmdlet } from "./bind.ts";
import { computingCmdlets } from "./cmdlets/computing.ts";
import { fileCmdlets } from "./cmdlets/files.ts";
import { networkCmdlets } from "./cmdlets/network.ts";
import { runningCmdlets } from "./cmdlets/running.ts";
import { systemCmdlets } from "./cmdlets/system.ts";

const byName: ReadonlyMap<string, Cmdlet> = new Map(
  [...computingCmdlets, ...fileCmdlets, ...networkCmdlets, ...systemCmdlets, ...runningCmdlets].flatMap((cmdlet) =>
    cmdlet.names
      .toLowerCase()
      .split(" ")
      .map((name) => [name, cmdlet] as const),
  ),
);

/** The cmdlet with a name or an alias in lower case. */
export function findCmdlet(name: string): Cmdlet | undefined {
  return byName.get(name);
}

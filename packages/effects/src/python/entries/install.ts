import type { LibraryCall } from "../library-call.ts";
import { runProcess } from "../processes.ts";
import { listValue, textValue, unknownValue, type Value } from "../value.ts";

/** What pip is called with from within a program is what its command would do. */
export function emitInstall(value: Value | undefined, call: LibraryCall): void {
  const known = value?.known.find(({ kind }) => kind === "list");
  const items = known?.kind === "list" ? known.items : [];
  runProcess(listValue([textValue("pip"), ...items], known === undefined ? unknownValue : null), {}, call);
}

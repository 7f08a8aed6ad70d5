import { bindArguments } from "./arguments.ts";
import type { CallEntry } from "./catalogue/entry.ts";
import type { Run } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import { emitEntry } from "./library-effects.ts";
import { givenValue } from "./library-results.ts";
import type { Span } from "./syntax/nodes.ts";
import { type PassedArgument, unknownFrom, type Value } from "./value.ts";

/** Does what the catalogue says about a call. */
export function callLibrary(
  entry: CallEntry,
  by: string,
  self: Value | null,
  passed: readonly PassedArgument[],
  span: Span,
  run: Run,
): Value {
  const bound = bindArguments(entry.takes?.split(" ") ?? [], passed);
  const call: LibraryCall = { by, self, bound, span, run, fetched: [], result: null };
  for (const effect of entry.effects ?? []) emitEntry(effect, call);
  keepArguments(entry, call);
  return givenValue(entry, call, passed);
}

function keepArguments(entry: CallEntry, { self, bound, fetched }: LibraryCall): void {
  if (entry.keeps === undefined || self === null) return;
  for (const known of self.known) {
    if (known.kind !== "object") continue;
    // What it is connected to is where its data comes from.
    if (fetched.length > 0) known.fields.set("peer", unknownFrom(fetched));
    for (const name of entry.keeps.split(" ")) {
      const value = bound.get(name);
      if (value !== undefined) known.fields.set(name, value);
    }
  }
}

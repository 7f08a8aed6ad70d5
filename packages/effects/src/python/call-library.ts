import { bindArguments } from "./arguments.ts";
import type { CallEntry } from "./catalogue/entry.ts";
import type { Interpreter } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import { emitCatalogueEffect } from "./library-effects.ts";
import { libraryResult } from "./library-results.ts";
import type { Span } from "./syntax/nodes.ts";
import { type PassedArgument, unknownValueFrom, type Value } from "./value.ts";

/** Does what the catalogue says about a call. */
export function callLibrary(
  entry: CallEntry,
  by: string,
  self: Value | null,
  passed: readonly PassedArgument[],
  span: Span,
  interpreter: Interpreter,
): Value {
  const bound = bindArguments(entry.parameters?.split(" ") ?? [], passed);
  const call: LibraryCall = { by, self, bound, span, interpreter, fetched: [], result: null };
  for (const effect of entry.effects ?? []) emitCatalogueEffect(effect, call);
  keepArguments(entry, call);
  return libraryResult(entry, call, passed);
}

function keepArguments(entry: CallEntry, { self, bound, fetched }: LibraryCall): void {
  if (entry.keepsAsFields === undefined || self === null) return;
  for (const alternative of self.alternatives) {
    if (alternative.kind !== "object") continue;
    // What it is connected to is where its data comes from.
    if (fetched.length > 0) alternative.fields.set("peer", unknownValueFrom(fetched));
    for (const name of entry.keepsAsFields.split(" ")) {
      const value = bound.get(name);
      if (value !== undefined) alternative.fields.set(name, value);
    }
  }
}

import { bindArguments } from "./arguments.ts";
import type { CallEntry } from "./call-entry.ts";
import { setField } from "./container-mutations.ts";
import type { Call } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import { emitCatalogueEffect } from "./library-effects.ts";
import { libraryResult } from "./library-results.ts";
import { unknownValueFrom, type Value } from "./value.ts";

/**
 * Interprets a call of a library function from its catalogue entry: emits the entry's effects, keeps arguments as
 * fields of the object, and computes the result.
 */
export function callLibrary(entry: CallEntry, { name: by, self, passed, span, interpreter }: Call): Value {
  const bound = bindArguments(entry.parameters?.split(" ") ?? [], passed);
  const call: LibraryCall = { by, self, bound, span, interpreter, fetched: [], result: null };
  for (const effect of entry.effects ?? []) emitCatalogueEffect(effect, call);
  keepArguments(entry, call);
  return libraryResult(entry, call, passed);
}

/**
 * Stores arguments in the object whose method is called, as the entry's `keepsAsFields` says: the address of
 * `socket.connect(address)`.
 */
function keepArguments(entry: CallEntry, { self, bound, fetched, interpreter }: LibraryCall): void {
  if (entry.keepsAsFields === undefined || self === null) return;
  for (const alternative of self.alternatives) {
    if (alternative.kind !== "object") continue;
    // Data that is later read from the object comes from the peer it is connected to.
    if (fetched.length > 0) setField(alternative, "peer", unknownValueFrom(fetched), interpreter);
    for (const name of entry.keepsAsFields.split(" ")) {
      const value = bound.get(name);
      if (value !== undefined) setField(alternative, name, value, interpreter);
    }
  }
}

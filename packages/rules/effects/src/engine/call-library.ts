import type { Origin } from "../effects.ts";
import { argumentOrigins, bindArguments } from "./arguments.ts";
import type { CallEntry } from "./call-entry.ts";
import { setField } from "./container-mutations.ts";
import type { Call, Interpreter } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import { emitCatalogueEffect } from "./library-effects.ts";
import { libraryResult } from "./library-results.ts";
import { willChange } from "./paths.ts";
import { behindReferences, referencedValue, setReferenced } from "./references.ts";
import { joinValues, noneValue, unknownValueFrom, type Value } from "./value.ts";

/**
 * Interprets a call of a library function from its catalogue entry: emits the entry's effects, keeps arguments as
 * fields of the object, and computes the result.
 */
export function callLibrary(entry: CallEntry, { name: by, self, passed, span, interpreter }: Call): Value {
  const bound = bindArguments(entry.parameters?.split(" ") ?? [], passed);
  const call: LibraryCall = { by, self, bound, span, interpreter, fetched: [], result: null };
  for (const effect of entry.effects ?? []) emitCatalogueEffect(effect, call);
  keepArguments(entry, call);
  const result = libraryResult(entry, call, passed);
  for (const name of entry.fills?.split(" ") ?? []) fill(bound.get(name) ?? noneValue, result.from, interpreter);
  return result;
}

/** Sets the variables whose addresses an unknown function gets to unknown values. Library objects are unchanged. */
export function fillReferences({ passed, interpreter }: Call): void {
  for (const { value } of passed) {
    const references = value.alternatives.filter(({ kind }) => kind === "reference");
    const isObject = behindReferences(value).alternatives.some(({ kind }) => kind === "object");
    if (references.length > 0 && !isObject)
      fill({ ...value, alternatives: references }, argumentOrigins(passed, []), interpreter);
  }
}

/** Sets the variables and lists behind a value to unknown data. */
function fill(value: Value, from: readonly Origin[], interpreter: Interpreter): void {
  const data = unknownValueFrom(from);
  for (const each of value.alternatives) {
    if (each.kind === "reference") {
      const before = referencedValue(each);
      setReferenced(each, before === undefined ? data : joinValues(before, data), interpreter);
    } else if (each.kind === "list") {
      willChange(each, interpreter);
      for (const [at, item] of each.items.entries()) each.items[at] = joinValues(item, data);
      each.more = each.more === null ? data : joinValues(each.more, data);
    } else if (each.kind === "dict") {
      willChange(each, interpreter);
      each.more = each.more === null ? data : joinValues(each.more, data);
    }
  }
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

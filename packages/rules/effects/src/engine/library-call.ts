/** A call of a library function, and the values of the parameter names in its catalogue entry. */
import type { Origin } from "../effects.ts";
import type { BoundArguments } from "./arguments.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Span } from "./ir.ts";
import { type Alternative, joinAllValues, joinValues, textValue, unknownValueFrom, type Value } from "./value.ts";

/** A call of a library function, as the catalogue's effects see it. */
export interface LibraryCall {
  /** The dotted name of the function. */
  readonly by: string;
  readonly self: Value | null;
  readonly bound: BoundArguments;
  readonly span: Span;
  readonly interpreter: Interpreter;
  /** The origins of what the effects of this call read or fetched so far. */
  fetched: readonly Origin[];
  /** The output of a command that the call runs, or the result of code that it runs. */
  result: Value | null;
}

/**
 * Whether a value is a buffer in memory or a file that is already open: its content was read before, so no file is read
 * now.
 */
export function isAlreadyOpen(value: Value): boolean {
  return (
    value.alternatives.length > 0 &&
    value.alternatives.every(
      (alternative) =>
        alternative.kind === "object" &&
        (alternative.type === "buffer" ||
          alternative.type === "file" ||
          alternative.type === "response" ||
          alternative.type === "tempfile"),
    )
  );
}

/**
 * The value of a parameter name of the catalogue (`path`, `self.host`, `@fetched`) in a call; `undefined` when it is
 * not passed.
 */
export function argumentValue(names: string, call: LibraryCall): Value | undefined {
  const results = argumentValues(names, call);
  return results.length === 0 ? undefined : results.length === 1 ? results[0] : joinAllValues(results);
}

/** The values of several parameter names, separated by spaces; names that are not passed are left out. */
export function argumentValues(names: string, call: LibraryCall): readonly Value[] {
  return names.split(" ").flatMap((name) => valuesOfOneName(name, call));
}

/** Returns the values that a name in a catalogue row means: an argument, `@input`, a path. */
function valuesOfOneName(name: string, { self, bound, fetched }: LibraryCall): readonly Value[] {
  if (name === "") return [];
  if (name === "@fetched") return [unknownValueFrom(fetched)];
  if (name === "@input") return [unknownValueFrom([{ kind: "input" }])];
  if (/^[/~]/.test(name)) return [textValue(name)];
  if (name === "self") return self === null ? [] : [self];
  const at = name.indexOf(".");
  const value =
    at === -1
      ? bound.get(name)
      : objectField(name.startsWith("self.") ? self : bound.get(name.slice(0, at)), name.slice(at + 1));
  return value === undefined ? [] : [value];
}

/** Reads a field of an object or dictionary. */
export function objectField(value: Value | null | undefined, name: string): Value | undefined {
  let results: Value | undefined;
  for (const alternative of value?.alternatives ?? []) {
    const field = fieldsOf(alternative)?.get(name);
    if (field !== undefined) results = results === undefined ? field : joinValues(results, field);
  }
  return results;
}

/** Returns the fields of a value. */
function fieldsOf(alternative: Alternative): ReadonlyMap<string, Value> | undefined {
  if (alternative.kind === "dict") return alternative.entries;
  return alternative.kind === "object" || alternative.kind === "instance" ? alternative.fields : undefined;
}

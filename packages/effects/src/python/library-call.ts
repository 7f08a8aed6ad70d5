import type { Origin } from "../effects.ts";
import type { Bound } from "./arguments.ts";
import type { Run } from "./interpreter.ts";
import type { Span } from "./syntax/nodes.ts";
import { join, joinAll, textValue, unknownFrom, type Value } from "./value.ts";

/** A call of a library, as its effects see it. */
export interface LibraryCall {
  /** The dotted name. */
  readonly by: string;
  readonly self: Value | null;
  readonly bound: Bound;
  readonly span: Span;
  readonly run: Run;
  /** What its effects read or fetched so far. */
  fetched: readonly Origin[];
  /** What a program that it runs gives out, or what code gives. */
  result: Value | null;
}

/** Of a buffer in memory, or a file that was opened before: what it holds was read then. */
export function holdsNoFile(value: Value): boolean {
  return (
    value.known.length > 0 &&
    value.known.every(
      (known) =>
        known.kind === "object" &&
        (known.type === "buffer" || known.type === "file" || known.type === "response" || known.type === "tempfile"),
    )
  );
}

/** What a name of the catalogue means in a call; `undefined` when it is not there. */
export function valueOfName(names: string, call: LibraryCall): Value | undefined {
  const found = valuesOf(names, call);
  return found.length === 0 ? undefined : found.length === 1 ? found[0] : joinAll(found);
}

/** What each of several names of the catalogue means; those that are not there are left out. */
export function valuesOf(names: string, call: LibraryCall): readonly Value[] {
  return names.split(" ").flatMap((name) => valuesOfName(name, call));
}

function valuesOfName(name: string, { self, bound, fetched }: LibraryCall): readonly Value[] {
  if (name === "") return [];
  if (name === "@fetched") return [unknownFrom(fetched)];
  if (name === "@input") return [unknownFrom([{ kind: "input" }])];
  if (/^[/~]/.test(name)) return [textValue(name)];
  if (name === "self") return self === null ? [] : [self];
  const at = name.indexOf(".");
  const value =
    at === -1
      ? bound.get(name)
      : fieldOf(name.startsWith("self.") ? self : bound.get(name.slice(0, at)), name.slice(at + 1));
  return value === undefined ? [] : [value];
}

/** A field of the objects that a value may be. */
export function fieldOf(value: Value | null | undefined, name: string): Value | undefined {
  let found: Value | undefined;
  for (const known of value?.known ?? []) {
    const field = known.kind === "object" || known.kind === "instance" ? known.fields.get(name) : undefined;
    if (field !== undefined) found = found === undefined ? field : join(found, field);
  }
  return found;
}

import { bindArguments } from "./arguments.ts";
import type { CallEntry } from "./catalogue/entry.ts";
import { entryOf, isModule } from "./catalogue.ts";
import type { Run } from "./interpreter.ts";
import { anyItemOf } from "./iteration.ts";
import type { Span } from "./syntax/nodes.ts";
import {
  joinOrigins,
  type Known,
  literalOf,
  objectValue,
  originsOf,
  type PassedArgument,
  unknownFrom,
  type Value,
} from "./value.ts";

/**
 * Calls what is passed to a call and can be called, with what it will be given as far as that can be told.
 *
 * @param entry - what the catalogue says about the call, if it does
 */
export function runCallbacks(
  name: string,
  passed: readonly PassedArgument[],
  span: Span,
  run: Run,
  entry?: CallEntry,
): void {
  for (const [at, { value }] of passed.entries()) {
    if (!isKnownCallee(value)) continue;
    const callee: Value = {
      ...value,
      known: value.known.filter((known) => isKnownCallee({ ...value, known: [known] })),
      open: false,
    };
    run.call(callee, entry?.hands === undefined ? givenTo(name, at, passed) : handedBy(entry, passed), span);
  }
}

/** What whoever connects hands to a function. */
function handedBy({ hands, takes }: CallEntry, passed: readonly PassedArgument[]): readonly PassedArgument[] {
  const from = [{ kind: "network", host: null }] as const;
  if (hands === "data") return [{ name: "*", value: unknownFrom(from) }];
  const host = bindArguments(takes?.split(" ") ?? [], passed).get("host");
  const fields = new Map(host === undefined ? [] : [["host", host]]);
  return ["reader", "writer"].map(() => ({ name: null, value: objectValue("stream", from, fields) }));
}

/** The arguments with which a call will call the one at a place. */
function givenTo(name: string, at: number, passed: readonly PassedArgument[]): readonly PassedArgument[] {
  const named = passed.find((argument) => argument.name === "args");
  if (named !== undefined)
    return [
      { name: "*", value: named.value },
      ...passed.filter((each) => each.name === "kwargs").map(({ value }) => ({ name: "**", value })),
    ];
  const after = passed.slice(at + 1).filter((argument) => argument.name === null);
  const [next] = after;
  if (next === undefined)
    return [
      {
        name: "*",
        value: unknownFrom(
          passed
            .reduce<Value["from"]>((from, { value }) => joinOrigins(from, originsOf(value)), [])
            .filter(({ kind }) => kind !== "literal"),
        ),
      },
    ];
  if (/(^|\.|_|i)(map|filter|reduce|foreach|each)(_async|_unordered)?$/.test(name))
    return after.map(({ value }) => ({ name: null, value: anyItemOf(value) }));
  if (/(starmap|starmap_async)$/.test(name)) return [{ name: "*", value: anyItemOf(next.value) }];
  if (/(apply|apply_async|Timer|start_new_thread|Thread|Process)$/.test(name))
    return [{ name: "*", value: next.value }];
  return after;
}

/** Whether a call of a name may do something that the catalogue knows. */
function isKnownCallee(value: Value): boolean {
  return value.known.some(
    (known) =>
      known.kind === "function" ||
      known.kind === "partial" ||
      known.kind === "hidden" ||
      (known.kind === "library" && entryOf(known.name) !== undefined && !isModule(known.name)) ||
      (known.kind === "method" && literalOf(known.object) === undefined && isEntryMethod(known)),
  );
}

function isEntryMethod({ object, name }: Known & { kind: "method" }): boolean {
  return object.known.some(
    (known) =>
      (known.kind === "object" && entryOf(`${known.type}.${name}`) !== undefined) ||
      (known.kind === "path" && entryOf(`pathlib.Path.${name}`) !== undefined),
  );
}

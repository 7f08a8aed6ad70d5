import { bindArguments } from "./arguments.ts";
import { callValue, isKnownCallee } from "./calls.ts";
import type { CallEntry } from "./catalogue/entry.ts";
import { anyItemOf } from "./items.ts";
import type { Run } from "./run.ts";
import type { Span } from "./syntax/nodes.ts";
import { joinOrigins, objectValue, originsOf, type PassedArgument, unknownFrom, type Value } from "./value.ts";

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
    callValue(callee, entry?.hands === undefined ? givenTo(name, at, passed) : handedBy(entry, passed), span, run);
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

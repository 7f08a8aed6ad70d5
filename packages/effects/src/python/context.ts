import { bindSelf, memberOf } from "./attributes.ts";
import { callValue } from "./calls.ts";
import type { Run } from "./run.ts";
import type { Expression } from "./syntax/nodes.ts";
import { exactly, joinAll, unknownFrom, type Value } from "./value.ts";

/** What `with` gives its target. */
export function enter(value: Value, written: Expression, run: Run): Value {
  const found = value.known.map((known): Value => {
    if (known.kind === "object" && known.type === "tempfile.TemporaryDirectory")
      return known.fields.get("name") ?? unknownFrom([]);
    if (known.kind === "instance") {
      const method = memberOf(known.of, "__enter__");
      if (method !== undefined) return callValue(bindSelf(method, exactly(known)), [], written, run);
    }
    return { ...value, known: [known], open: false };
  });
  return value.open || found.length === 0 ? value : joinAll(found);
}

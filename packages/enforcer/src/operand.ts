import type { Reference, Value } from "@helve/agentspec";
import { type Action, jsonPointer, type Operand } from "@helve/core";

/** The value of what a rule wrote in parentheses, for one action; a reference to nothing is `undefined`. */
export function operandOf(value: Value, action: Action): Operand {
  if (value.type !== "reference") return { value: plainValue(value, action) };
  return { value: follow(value, action), path: jsonPointer(value.path) };
}

/** The same as a plain value. */
export function plainValue(value: Value, action: Action): unknown {
  switch (value.type) {
    case "literal":
      return value.value;
    case "list":
      return value.items.map((item) => plainValue(item, action));
    case "object":
      return Object.fromEntries(value.entries.map((entry) => [entry.key, plainValue(entry.value, action)]));
    case "reference":
      return follow(value, action);
  }
}

function follow({ path }: Reference, action: Action): unknown {
  let at: unknown = action.args;
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = Reflect.get(at, part);
  }
  return at;
}

import { type Call, emit } from "./evaluation.ts";
import { nothing, textOf, type Value } from "./value.ts";

/** Adds that an environment variable is set: for the process, or for all later programs. */
export function emitEnvironment(
  name: Value | undefined,
  value: Value | undefined,
  where: Value | undefined,
  call: Call,
): Value {
  const [variable, scope] = [textOf(name), textOf(where)?.toLowerCase()];
  if (scope !== undefined && scope !== "process") emit(call, { kind: "persist", where: "settings", target: null });
  if (variable !== undefined && value !== undefined)
    call.evaluation.variables.set(`env:${variable.toLowerCase()}`, value);
  return nothing;
}

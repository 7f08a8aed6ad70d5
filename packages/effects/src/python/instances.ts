import { bindArguments } from "./arguments.ts";
import { bindSelf, memberOf } from "./attributes.ts";
import { argumentOrigins, callValue } from "./calls.ts";
import { callFunction } from "./functions.ts";
import type { Run } from "./run.ts";
import { type ClassValue, exactly, type Instance, type PassedArgument, type Value } from "./value.ts";

/** Makes an object of a class of the program's own. */
export function instantiate(made: ClassValue, passed: readonly PassedArgument[], run: Run): Value {
  const instance: Instance = { kind: "instance", of: made, fields: new Map() };
  const value = exactly(instance);
  if (!run.instances.has(made.node)) run.instances.set(made.node, instance);
  const initialize = memberOf(made, "__init__") ?? memberOf(made, "__new__");
  const [known] = initialize?.known ?? [];
  if (known?.kind === "function") callFunction({ ...known, self: value }, passed, run);
  else {
    for (const [name, field] of bindArguments(fieldsOf(made), passed)) instance.fields.set(name, field);
    const finish = memberOf(made, "__post_init__");
    if (finish !== undefined) callValue(bindSelf(finish, value), [], made.node, run);
  }
  return { ...value, from: argumentOrigins(passed, []) };
}

/** The names of what a data class takes; those of the classes that it is made from come first. */
function fieldsOf({ node, bases }: ClassValue, depth: number = 8): readonly string[] {
  const before = bases.flatMap(({ known }) =>
    known.flatMap((base) => (base.kind === "class" && depth > 0 ? fieldsOf(base, depth - 1) : [])),
  );
  return [...new Set([...before, ...node.fields])];
}

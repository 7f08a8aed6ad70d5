// References to variables and fields: `&x`, `&object.field`.

import type { Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { createScope, initializeVariable } from "./scope.ts";
import { exactValue, joinAllValues, type Scope, unknownValue, type Value } from "./value.ts";

/** The address of an expression: of a variable, which may not be set yet, of a field, or in a language with pointers of a new value. */
export function referenceTo(of: Expression, interpreter: Interpreter): Value {
  if (of.kind === "name") {
    let scope: Scope | null = interpreter.scope;
    while (scope !== null && !scope.names.has(of.name)) scope = scope.parent;
    return exactValue({ kind: "reference", scope: scope ?? interpreter.scope, name: of.name });
  }
  if (!interpreter.dialect.hasPointers) return interpreter.evaluate(of);
  if (of.kind === "attribute") {
    const object = behindReferences(interpreter.evaluate(of.object));
    const [only, other] = object.alternatives;
    if (only?.kind === "instance" && other === undefined && !object.mayBeUnknown)
      return exactValue({ kind: "reference", scope: { ...createScope(null), names: only.fields }, name: of.name });
  }
  const scope = createScope(null);
  initializeVariable(scope, "", interpreter.evaluate(of));
  return exactValue({ kind: "reference", scope, name: "" });
}

/** The value to which references lead; other values stay as they are. */
export function behindReferences(value: Value): Value {
  if (!value.alternatives.some(({ kind }) => kind === "reference")) return value;
  const others = value.alternatives.filter(({ kind }) => kind !== "reference");
  const targets = value.alternatives.flatMap((each) =>
    each.kind === "reference" ? [each.scope.names.get(each.name) ?? unknownValue] : [],
  );
  const isMore = others.length > 0 || value.mayBeUnknown;
  return joinAllValues(isMore ? [...targets, { ...value, alternatives: others }] : targets);
}

// References to variables and fields: `&x`, `&object.field`.

import { attributeValue } from "./attributes.ts";
import { setField } from "./container-mutations.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { createScope, initializeVariable, setVariable } from "./scope.ts";
import { exactValue, joinAllValues, type ReferenceValue, type Scope, unknownValue, type Value } from "./value.ts";

/** The address of an expression: of a variable, which may not be set yet, of a field, or in a language with pointers of a new value. */
export function referenceTo(of: Expression, interpreter: Interpreter): Value {
  if (of.kind === "name") {
    let scope: Scope | null = interpreter.scope;
    while (scope !== null && !scope.names.has(of.name)) scope = scope.parent;
    return exactValue({ kind: "reference", holder: scope ?? interpreter.scope, name: of.name });
  }
  if (!interpreter.dialect.hasPointers) return interpreter.evaluate(of);
  if (of.kind !== "attribute") return newReference(interpreter.evaluate(of));
  const object = behindReferences(interpreter.evaluate(of.object));
  const [only, other] = object.alternatives;
  return only?.kind === "instance" && other === undefined && !object.mayBeUnknown
    ? exactValue({ kind: "reference", holder: only, name: of.name })
    : newReference(attributeValue(object, of.name, interpreter));
}

/** A reference to a variable of its own that has a value. */
export function newReference(value: Value): Value {
  const scope = createScope(null);
  initializeVariable(scope, "", value);
  return exactValue({ kind: "reference", holder: scope, name: "" });
}

/** The value to which a reference leads; `undefined` if it is not set. */
export function referencedValue({ holder, name }: ReferenceValue): Value | undefined {
  return (holder.kind === "scope" ? holder.names : holder.fields).get(name);
}

/** Sets the variable or the field to which a reference leads. */
export function setReferenced({ holder, name }: ReferenceValue, value: Value, interpreter: Interpreter): void {
  if (holder.kind === "scope") setVariable(holder, name, value, interpreter);
  else setField(holder, name, value, interpreter);
}

/** The value to which references lead; other values stay as they are. */
export function behindReferences(value: Value): Value {
  if (!value.alternatives.some(({ kind }) => kind === "reference")) return value;
  const others = value.alternatives.filter(({ kind }) => kind !== "reference");
  const targets = value.alternatives.flatMap((each) =>
    each.kind === "reference" ? [referencedValue(each) ?? unknownValue] : [],
  );
  const isMore = others.length > 0 || value.mayBeUnknown;
  return joinAllValues(isMore ? [...targets, { ...value, alternatives: others }] : targets);
}

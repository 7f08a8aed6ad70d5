/** Reads and changes variables through references: `&x`, `&object.field`. */
import { assignTo, setItemOfList } from "./assignment.ts";
import { attributeValue } from "./attributes.ts";
import { setEntry } from "./container-mutations.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Expression } from "./ir.ts";
import { createScope, initializeVariable, setVariable } from "./scope.ts";
import {
  exactNumber,
  exactValue,
  joinAllValues,
  type ReferenceValue,
  type Scope,
  unknownValue,
  type Value,
} from "./value.ts";

/** Computes the address of an expression: of a variable, which may be unset, of a field, or, in a language with pointers, of a new value. */
export function referenceTo(of: Expression, interpreter: Interpreter): Value {
  if (of.kind === "name") {
    let scope: Scope | null = interpreter.scope;
    while (scope !== null && !scope.names.has(of.name)) scope = scope.parent;
    return exactValue({ kind: "reference", holder: scope ?? interpreter.scope, name: of.name });
  }
  if (!interpreter.dialect.hasPointers) return interpreter.evaluate(of);
  if (of.kind !== "attribute" && of.kind !== "item") return newReference(interpreter.evaluate(of));
  const object = behindReferences(interpreter.evaluate(of.object));
  const [only, other] = object.alternatives;
  const isOne = other === undefined && !object.mayBeUnknown;
  if (of.kind === "attribute") {
    if (isOne && only?.kind === "instance") return exactValue({ kind: "reference", holder: only, name: of.name });
    return referenceToSome(of, attributeValue(object, of.name, interpreter), interpreter);
  }
  const index = exactNumber(interpreter.evaluate(of.index));
  return isOne && only?.kind === "list" && index !== undefined && only.items[index] !== undefined
    ? exactValue({ kind: "reference", holder: only, name: String(index) })
    : referenceToSome(of, interpreter.evaluate(of), interpreter);
}

/** Creates a reference to one of several places. */
function referenceToSome(of: Expression, value: Value, interpreter: Interpreter): Value {
  if (value.alternatives.some(({ kind }) => kind !== "instance"))
    assignTo(of, { ...value, mayBeUnknown: true }, interpreter);
  return newReference(value);
}

/** Creates a reference to a new variable. */
export function newReference(value: Value): Value {
  const scope = createScope(null);
  initializeVariable(scope, "", value);
  return exactValue({ kind: "reference", holder: scope, name: "" });
}

/** The value to which a reference leads; `undefined` if it is not set. */
export function referencedValue({ holder, name }: ReferenceValue): Value | undefined {
  if (holder.kind === "list") return holder.items[Number(name)] ?? holder.more ?? undefined;
  return (holder.kind === "scope" ? holder.names : holder.fields).get(name);
}

/** Sets the variable or the field to which a reference leads. */
export function setReferenced({ holder, name }: ReferenceValue, value: Value, interpreter: Interpreter): void {
  if (holder.kind === "scope") setVariable(holder, name, value, interpreter);
  else if (holder.kind === "list") setItemOfList(holder, Number(name), value, exactValue(holder), interpreter);
  else setEntry(holder, name, value, exactValue(holder), interpreter);
}

/** The value to which references lead; other values are unchanged. */
export function behindReferences(value: Value): Value {
  if (!value.alternatives.some(({ kind }) => kind === "reference")) return value;
  const others = value.alternatives.filter(({ kind }) => kind !== "reference");
  const targets = value.alternatives.flatMap((each) =>
    each.kind === "reference" ? [referencedValue(each) ?? unknownValue] : [],
  );
  const isMore = others.length > 0 || value.mayBeUnknown;
  return joinAllValues(isMore ? [...targets, { ...value, alternatives: others }] : targets);
}

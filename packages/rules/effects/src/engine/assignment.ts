import { attributeValue, embeddedObject, functionsOf } from "./attributes.ts";
import { bindSelf, lookUpMember } from "./class-members.ts";
import { forgetOrder, isOnly, removeItemAt, removeKey, setEntry } from "./container-mutations.ts";
import { ownCopy } from "./copies.ts";
import { setEnvironment } from "./environment.ts";
import { emitFileMark } from "./file-marks.ts";
import type { Interpreter } from "./interpreter.ts";
import type { DictEntry, Expression } from "./ir.ts";
import { anyIteratedItem, iteratedItems, loopItems } from "./iteration.ts";
import { willChange } from "./paths.ts";
import { behindReferences, referencedValue, setReferenced } from "./references.ts";
import { setName, setVariable } from "./scope.ts";
import { keyText, subscriptValue } from "./subscripts.ts";
import {
  type Alternative,
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  type ListValue,
  listValue,
  noneValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";

/**
 * Assigns a value to a target: a name, an attribute, a subscript, or several targets by unpacking (`a, *b = value`).
 *
 * @param declares - whether names are new variables of the current scope
 */
export function assignTo(target: Expression, assigned: Value, interpreter: Interpreter, declares?: boolean): void {
  const value = target.kind === "list" || target.kind === "dict" ? assigned : ownCopy(assigned, interpreter);
  switch (target.kind) {
    case "name":
      if (target.outermost) setVariable(interpreter.moduleScope, target.name, value, interpreter);
      else if (declares) setVariable(interpreter.scope, target.name, value, interpreter);
      else setName(target.name, value, interpreter);
      return;
    case "list":
      unpackInto(target.items, value, interpreter, declares);
      return;
    case "dict":
      unpackFields(target.entries, value, interpreter, declares);
      return;
    case "spread":
      assignTo(target.value, value, interpreter, declares);
      return;
    case "assign": {
      // A target with a default value.
      const byDefault = interpreter.evaluate(target.value);
      const given = value.alternatives.filter((each) => !isNone(each));
      const isMissing = value.mayBeUnknown || given.length < value.alternatives.length || given.length === 0;
      const own = { ...value, alternatives: given };
      const whole = isMissing
        ? given.length === 0 && !value.mayBeUnknown
          ? byDefault
          : joinValues(own, byDefault)
        : value;
      assignTo(target.target, whole, interpreter, declares);
      return;
    }
    case "attribute":
      setAttribute(interpreter.evaluate(target.object), target.name, value, interpreter);
      return;
    case "item": {
      const object = behindReferences(interpreter.evaluate(target.object));
      const index = interpreter.evaluate(target.index);
      if (target.index.kind === "slice") setSlice(object, target.index, value, interpreter);
      else setItem(object, index, value, interpreter);
      // A character of a text is replaced.
      if (object.alternatives.some(({ kind }) => kind === "text") && target.object.kind === "name")
        setName(target.object.name, unknownValueFrom(object.from), interpreter);
      return;
    }
    case "dereference": {
      const reference = interpreter.evaluate(target.of);
      for (const each of reference.alternatives) {
        if (each.kind !== "reference") continue;
        const before = referencedValue(each);
        const isCertain = before === undefined || isOnly(each, reference);
        setReferenced(each, isCertain ? value : joinValues(before, value), interpreter);
      }
      return;
    }
    default:
      interpreter.evaluate(target);
  }
}

/** Whether a value is `None` or `null`. */
function isNone(alternative: Alternative): boolean {
  return alternative.kind === "constant" && alternative.constant === null;
}

/** Whether a value is a dictionary without an entry. */
function lacks({ alternatives: [only, other], mayBeUnknown }: Value, name: string): boolean {
  return only?.kind === "dict" && other === undefined && !mayBeUnknown && only.more === null && !only.entries.has(name);
}

/** Assigns the fields of an object to several targets: `({ a, b: c, ...others } = value)`. */
function unpackFields(
  entries: readonly DictEntry[],
  value: Value,
  interpreter: Interpreter,
  declares: boolean | undefined,
): void {
  for (const { key, value: target } of entries) {
    assignTo(target, key === null ? value : fieldOf(value, key, interpreter), interpreter, declares);
  }
}

/** Returns the field of a value at a key. */
function fieldOf(value: Value, key: Expression, interpreter: Interpreter): Value {
  const index = interpreter.evaluate(key);
  if (!interpreter.dialect.hasRecords) return subscriptValue(value, index, key, interpreter);
  const name = exactText(index);
  if (name === undefined) return functionsOf(value, interpreter) ?? value;
  return lacks(value, name) ? noneValue : attributeValue(value, name, interpreter);
}

/** Assigns the items of a value to several targets: `a, *b = value`. */
function unpackInto(
  targets: readonly Expression[],
  value: Value,
  interpreter: Interpreter,
  declares: boolean | undefined,
): void {
  const alternativeItems = value.alternatives.map((alternative) =>
    iteratedItems({ ...value, alternatives: [alternative], mayBeUnknown: false }, loopItems(interpreter.dialect)),
  );
  if (value.mayBeUnknown || alternativeItems.length === 0)
    alternativeItems.push({ items: [], more: unknownValueFrom(value.from, value.repetitions) });
  const spread = targets.findIndex(({ kind }) => kind === "spread");
  for (const [at, target] of targets.entries()) {
    const after = targets.length - at;
    const values = alternativeItems.map(({ items, more }) => {
      if (at === spread) return listValue(items.slice(at, items.length - after + 1), more);
      const item = spread !== -1 && at > spread ? items.at(-after) : items[at];
      return item ?? more ?? unknownValueFrom(value.from);
    });
    assignTo(target, joinAllValues(values), interpreter, declares);
  }
}

/**
 * Simulates `object.name = value`. When the object may be one of several, the attribute of each keeps its old value as an
 * alternative.
 */
export function setAttribute(reached: Value, name: string, value: Value, interpreter: Interpreter): void {
  const object = behindReferences(reached);
  for (const alternative of object.alternatives) {
    if (alternative.kind === "class") {
      const { members } = alternative;
      const before = members.names.get(name);
      setVariable(members, name, before === undefined ? value : joinValues(before, value), interpreter);
      // Its source no longer says what it is.
      interpreter.definitionTexts.delete(alternative.node);
    }
    if (alternative.kind === "library") {
      const place = `${alternative.name}.${name}`;
      if (interpreter.dialect.environments.has(alternative.name)) setEnvironment(name, value, interpreter);
      else
        setLibraryAttribute(
          place,
          value,
          isOnly(alternative, object) && interpreter.certainty === "certain",
          interpreter,
        );
    }
    if (alternative.kind === "path") emitFileMark(exactValue(alternative), name, value, interpreter);
    const setter = alternative.kind === "instance" ? lookUpMember(alternative.of, `set ${name}`) : undefined;
    const embedded = alternative.kind === "instance" ? embeddedObject(alternative, name) : undefined;
    if (setter !== undefined && alternative.kind === "instance")
      interpreter.call(bindSelf(setter, exactValue(alternative)), [{ name: null, value }], alternative.of.node);
    else if (embedded !== undefined) setAttribute(embedded, name, value, interpreter);
    else if (alternative.kind === "instance" || alternative.kind === "object" || alternative.kind === "dict")
      setEntry(alternative, name, value, object, interpreter);
    // A list may be made shorter by setting its length.
    if (alternative.kind === "list" && name === "length") forgetOrder(alternative, 0, interpreter);
    if (alternative.kind === "list" && /^\d+$/.test(name))
      setItemOfList(alternative, Number(name), value, object, interpreter);
  }
}

/** Makes the program's arguments unknown after it changes `sys.argv`. */
export function forgetProgramArguments(interpreter: Interpreter): void {
  setLibraryAttribute("sys.argv", unknownValueFrom([{ kind: "input" }]), false, interpreter);
}

/**
 * Assigns to an attribute of a module (`sys.argv = …`). Unless the assignment is certain, the module's own value stays
 * an alternative.
 */
function setLibraryAttribute(name: string, value: Value, isCertain: boolean, interpreter: Interpreter): void {
  const { names } = interpreter.moduleScope;
  const before =
    names.get(name) ?? (isCertain ? undefined : unknownValueFrom(name === "sys.argv" ? [{ kind: "input" }] : []));
  setVariable(interpreter.moduleScope, name, before === undefined ? value : joinValues(before, value), interpreter);
}

/** Evaluates `object[from:to] = value`: the items from `from` on may be the old items, or the items of the value. */
function setSlice(
  object: Value,
  { bounds }: Expression & { kind: "slice" },
  value: Value,
  interpreter: Interpreter,
): void {
  const [from] = bounds;
  const item = anyIteratedItem(value);
  for (const alternative of object.alternatives) {
    if (alternative.kind === "library" && alternative.name === "sys.argv") forgetProgramArguments(interpreter);
    if (alternative.kind !== "list") continue;
    forgetOrder(alternative, from?.kind === "number" ? from.number : 0, interpreter);
    willChange(alternative, interpreter);
    alternative.more = alternative.more === null ? item : joinValues(alternative.more, item);
  }
}

/** Evaluates `del object[index]`. */
export function deleteTarget(target: Expression, interpreter: Interpreter): void {
  const object = target.kind === "item" ? interpreter.evaluate(target.object) : interpreter.evaluate(target);
  if (target.kind !== "item") return;
  const index = interpreter.evaluate(target.index);
  for (const alternative of object.alternatives) {
    if (alternative.kind === "dict") removeKey(alternative, index, interpreter);
    if (alternative.kind === "list" && target.index.kind !== "slice") removeItemAt(alternative, index, interpreter);
    if (alternative.kind !== "list" || target.index.kind !== "slice") continue;
    const [from] = target.index.bounds;
    forgetOrder(alternative, from?.kind === "number" ? from.number : 0, interpreter);
  }
}

/** Evaluates `object[index] = value`. */
function setItem(object: Value, index: Value, value: Value, interpreter: Interpreter): void {
  const number = exactNumber(index);
  const key = keyText(index, interpreter) ?? (number === undefined ? undefined : String(number));
  for (const alternative of object.alternatives) {
    switch (alternative.kind) {
      case "library":
        if (alternative.name === "sys.argv") forgetProgramArguments(interpreter);
        if (alternative.name === "globals.__dict__") setAnyVariable(key, value, interpreter);
        if (interpreter.dialect.environments.has(alternative.name))
          setEnvironment(exactText(index), value, interpreter);
        break;
      case "dict":
        if (key !== undefined) setEntry(alternative, key, value, object, interpreter);
        else {
          willChange(alternative, interpreter);
          alternative.more = alternative.more === null ? value : joinValues(alternative.more, value);
        }
        break;
      case "list":
        setItemOfList(
          alternative,
          number ?? (/^\d+$/.test(key ?? "") ? Number(key) : undefined),
          value,
          object,
          interpreter,
        );
        break;
      case "object":
      case "instance":
        setEntry(alternative, key ?? "item", value, object, interpreter);
    }
  }
}

/** Sets an item of a list by its index, if that is known. */
export function setItemOfList(
  list: ListValue,
  index: number | undefined,
  value: Value,
  object: Value,
  interpreter: Interpreter,
): void {
  willChange(list, interpreter);
  const at = index !== undefined && index < 0 ? list.items.length + index : index;
  const before = at === undefined ? undefined : list.items[at];
  if (at !== undefined && before !== undefined)
    list.items[at] = isOnly(list, object) && (index ?? -1) >= 0 ? value : joinValues(before, value);
  else if (at === list.items.length && list.more === null && isOnly(list, object)) list.items.push(value);
  else {
    // At an unknown index, any item may be replaced.
    if (at === undefined)
      for (const [position, item] of list.items.entries()) list.items[position] = joinValues(item, value);
    list.more = list.more === null ? value : joinValues(list.more, value);
  }
}

/** Sets a variable whose name is computed; every variable, if the name is unknown. */
export function setAnyVariable(name: string | undefined, value: Value, interpreter: Interpreter): void {
  for (const scope of new Set([interpreter.scope, interpreter.moduleScope])) {
    for (const each of name === undefined ? scope.names.keys() : [name]) {
      const before = scope.names.get(each);
      const isCertain = name !== undefined && scope === interpreter.scope;
      setVariable(scope, each, before === undefined || isCertain ? value : joinValues(before, value), interpreter);
    }
  }
}

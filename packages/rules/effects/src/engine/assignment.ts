import { snapshotContainer } from "./branches.ts";
import { forgetOrder, removeItemAt, removeKey, setOrJoinEntry } from "./container-mutations.ts";
import { setEnvironment } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";
import { anyIteratedItem, iteratedItems } from "./iteration.ts";
import { setName } from "./scope.ts";
import type { Expression } from "./ir.ts";
import { exactNumber, exactText, joinAllValues, joinValues, listValue, unknownValueFrom, type Value } from "./value.ts";

/**
 * Assigns a value to a target: a name, an attribute, a subscript, or several targets by unpacking (`a, *b = value`).
 */
export function assignTo(target: Expression, value: Value, interpreter: Interpreter): void {
  switch (target.kind) {
    case "name":
      setName(interpreter.scope, target.name, value);
      return;
    case "list":
      unpackInto(target.items, value, interpreter);
      return;
    case "spread":
      assignTo(target.value, value, interpreter);
      return;
    case "attribute":
      setAttribute(interpreter.evaluate(target.object), target.name, value, interpreter);
      return;
    case "item": {
      const object = interpreter.evaluate(target.object);
      const index = interpreter.evaluate(target.index);
      if (target.index.kind === "slice") setSlice(object, target.index, value, interpreter);
      else setItem(object, index, value, interpreter);
      return;
    }
    default:
      interpreter.evaluate(target);
  }
}

/** Assigns the items of a value to several targets: `a, *b = value`. */
function unpackInto(targets: readonly Expression[], value: Value, interpreter: Interpreter): void {
  const alternativeItems = value.alternatives.map((alternative) =>
    iteratedItems({ ...value, alternatives: [alternative], mayBeUnknown: false }),
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
    assignTo(target, joinAllValues(values), interpreter);
  }
}

/**
 * `object.name = value`. When the object may be one of several, the attribute of each keeps its old value as an
 * alternative.
 */
export function setAttribute(object: Value, name: string, value: Value, interpreter: Interpreter): void {
  const isCertain = object.alternatives.length === 1 && !object.mayBeUnknown && interpreter.certainty === "certain";
  for (const alternative of object.alternatives) {
    if (alternative.kind === "class") {
      setOrJoinEntry(alternative.members.names, name, value, false);
      // Its source no longer says what it is.
      interpreter.definitionTexts.delete(alternative.node);
    }
    if (alternative.kind === "library")
      setLibraryAttribute(`${alternative.name}.${name}`, value, isCertain, interpreter);
    if (alternative.kind === "instance" || alternative.kind === "object")
      setOrJoinEntry(alternative.fields, name, value, isCertain);
  }
}

/** After the program changes `sys.argv`, its items are unknown. */
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
  names.set(name, before === undefined ? value : joinValues(before, value));
}

/** `object[from:to] = value`: the items from `from` on may be those of the value or the old ones. */
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
    snapshotContainer(alternative, interpreter);
    alternative.more = alternative.more === null ? item : joinValues(alternative.more, item);
  }
}

/** `del object[index]`. */
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

/** `object[index] = value`. */
function setItem(object: Value, index: Value, value: Value, interpreter: Interpreter): void {
  const isCertain = interpreter.certainty === "certain";
  for (const alternative of object.alternatives) {
    if (alternative.kind === "library" && alternative.name === "sys.argv") forgetProgramArguments(interpreter);
    if (alternative.kind === "library" && alternative.name.startsWith("os.environ"))
      setEnvironment(exactText(index), value, interpreter);
    if (alternative.kind === "dict") {
      snapshotContainer(alternative, interpreter);
      const number = exactNumber(index);
      const key = exactText(index) ?? (number === undefined ? undefined : String(number));
      if (key !== undefined)
        setOrJoinEntry(alternative.entries, key, value, isCertain && object.alternatives.length === 1);
      else alternative.more = alternative.more === null ? value : joinValues(alternative.more, value);
    } else if (alternative.kind === "list") {
      snapshotContainer(alternative, interpreter);
      const number = exactNumber(index);
      const before = number === undefined ? undefined : alternative.items.at(number);
      if (number !== undefined && before !== undefined)
        alternative.items[number < 0 ? alternative.items.length + number : number] = joinValues(before, value);
      else alternative.more = alternative.more === null ? value : joinValues(alternative.more, value);
    } else if (alternative.kind === "object" || alternative.kind === "instance") {
      setOrJoinEntry(alternative.fields, exactText(index) ?? "item", value, false);
    }
  }
}

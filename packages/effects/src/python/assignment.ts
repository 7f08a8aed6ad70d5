import { noteChange } from "./branches.ts";
import { loosen, removeAt, removeKey, setOrJoin } from "./container-mutations.ts";
import { setEnvironment } from "./environment.ts";
import type { Run } from "./interpreter.ts";
import { anyItemOf, itemsOf } from "./iteration.ts";
import { setName } from "./scope.ts";
import type { Expression } from "./syntax/nodes.ts";
import { join, joinAll, listValue, literalOf, numberOf, unknownFrom, type Value } from "./value.ts";

/** Gives a name, an attribute, an item or several of them a value. */
export function assignTo(target: Expression, value: Value, run: Run): void {
  switch (target.kind) {
    case "name":
      setName(run.scope, target.name, value);
      return;
    case "list":
      assignEach(target.items, value, run);
      return;
    case "spread":
      assignTo(target.value, value, run);
      return;
    case "attribute":
      setAttribute(run.evaluate(target.object), target.name, value, run);
      return;
    case "item": {
      const object = run.evaluate(target.object);
      const index = run.evaluate(target.index);
      if (target.index.kind === "slice") setSlice(object, target.index, value, run);
      else setItem(object, index, value, run);
      return;
    }
    default:
      run.evaluate(target);
  }
}

function assignEach(targets: readonly Expression[], value: Value, run: Run): void {
  const ways = value.known.map((known) => itemsOf({ ...value, known: [known], open: false }));
  if (value.open || ways.length === 0) ways.push({ items: [], more: unknownFrom(value.from, value.times) });
  const spread = targets.findIndex(({ kind }) => kind === "spread");
  for (const [at, target] of targets.entries()) {
    const after = targets.length - at;
    const values = ways.map(({ items, more }) => {
      if (at === spread) return listValue(items.slice(at, items.length - after + 1), more);
      const item = spread !== -1 && at > spread ? items.at(-after) : items[at];
      return item ?? more ?? unknownFrom(value.from);
    });
    assignTo(target, joinAll(values), run);
  }
}

/** `object.name = value`; of what may be one of several objects, each may have it. */
export function setAttribute(object: Value, name: string, value: Value, run: Run): void {
  const sure = object.known.length === 1 && !object.open && run.certainty === "certain";
  for (const known of object.known) {
    if (known.kind === "class") setOrJoin(known.members.names, name, value, false);
    if (known.kind === "library") setOfLibrary(`${known.name}.${name}`, value, sure, run);
    if (known.kind === "instance" || known.kind === "object") setOrJoin(known.fields, name, value, sure);
  }
}

/** Of arguments that the program changes, nothing is known any more. */
export function changeArguments(run: Run): void {
  setOfLibrary("sys.argv", unknownFrom([{ kind: "input" }]), false, run);
}

/** What is set only perhaps may still be what the library has. */
function setOfLibrary(name: string, value: Value, sure: boolean, run: Run): void {
  const { names } = run.module;
  const before = names.get(name) ?? (sure ? undefined : unknownFrom(name === "sys.argv" ? [{ kind: "input" }] : []));
  names.set(name, before === undefined ? value : join(before, value));
}

/** `object[from:to] = value`: from there on, the items may be those of the value, or what they were. */
function setSlice(object: Value, { bounds }: Expression & { kind: "slice" }, value: Value, run: Run): void {
  const [from] = bounds;
  const item = anyItemOf(value);
  for (const known of object.known) {
    if (known.kind === "library" && known.name === "sys.argv") changeArguments(run);
    if (known.kind !== "list") continue;
    loosen(known, from?.kind === "number" ? from.number : 0, run);
    noteChange(known, run);
    known.more = known.more === null ? item : join(known.more, item);
  }
}

/** `del object[index]`. */
export function deleteTarget(target: Expression, run: Run): void {
  const object = target.kind === "item" ? run.evaluate(target.object) : run.evaluate(target);
  if (target.kind !== "item") return;
  const index = run.evaluate(target.index);
  for (const known of object.known) {
    if (known.kind === "dict") removeKey(known, index, run);
    if (known.kind === "list" && target.index.kind !== "slice") removeAt(known, index, run);
    if (known.kind !== "list" || target.index.kind !== "slice") continue;
    const [from] = target.index.bounds;
    loosen(known, from?.kind === "number" ? from.number : 0, run);
  }
}

function setItem(object: Value, index: Value, value: Value, run: Run): void {
  const sure = run.certainty === "certain";
  for (const known of object.known) {
    if (known.kind === "library" && known.name === "sys.argv") changeArguments(run);
    if (known.kind === "library" && known.name.startsWith("os.environ")) setEnvironment(literalOf(index), value, run);
    if (known.kind === "dict") {
      noteChange(known, run);
      const number = numberOf(index);
      const key = literalOf(index) ?? (number === undefined ? undefined : String(number));
      if (key !== undefined) setOrJoin(known.entries, key, value, sure && object.known.length === 1);
      else known.more = known.more === null ? value : join(known.more, value);
    } else if (known.kind === "list") {
      noteChange(known, run);
      const number = numberOf(index);
      const before = number === undefined ? undefined : known.items.at(number);
      if (number !== undefined && before !== undefined)
        known.items[number < 0 ? known.items.length + number : number] = join(before, value);
      else known.more = known.more === null ? value : join(known.more, value);
    } else if (known.kind === "object" || known.kind === "instance") {
      setOrJoin(known.fields, literalOf(index) ?? "item", value, false);
    }
  }
}

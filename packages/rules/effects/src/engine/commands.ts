/** Evaluates commands and pipes of script languages such as PowerShell, and collects the output of statements. */
import { emitUnknown, type Interpreter } from "./interpreter.ts";
import type { Command, Expression } from "./ir.ts";
import { willChange } from "./paths.ts";
import { exactValue, joinAllValues, type ListValue, newCell, noneValue, unknownValue, type Value } from "./value.ts";

const mostItems = 200;

/** Calls a command of a script language, such as `Remove-Item a`. @param input - what a pipe passes to it; `null` without a pipe */
export function evaluateCommand(command: Command, input: Value | null, interpreter: Interpreter): Value {
  const name = interpreter.evaluate(command.name);
  const words = command.words.map(({ value, ...word }) => ({
    ...word,
    value: value === null ? null : interpreter.evaluate(value),
  }));
  const { callCommand } = interpreter.dialect;
  if (callCommand !== undefined)
    return callCommand({ name, words, input, inCaller: command.inCaller === true, span: command, interpreter });
  emitUnknown(interpreter, "", "a command is not read", command);
  return unknownValue;
}

/** Runs the stages of a pipe. Each stage gets the output of the one before it. */
export function evaluatePipe(stages: readonly Expression[], interpreter: Interpreter): Value {
  let flow: Value | null = null;
  for (const stage of stages)
    flow = stage.kind === "command" ? evaluateCommand(stage, flow, interpreter) : interpreter.evaluate(stage);
  return flow ?? noneValue;
}

/**
 * Runs code, and returns what its statements output.
 *
 * @param unwraps - whether a single item is the item itself, and no item `null`
 */
export function collectOutput(unwraps: boolean, interpreter: Interpreter, run: () => void): Value {
  const { output } = interpreter;
  const list = newOutput(interpreter);
  run();
  interpreter.output = output;
  return unwraps ? unwrapped(list) : exactValue(list);
}

/** Begins to collect output in a new list. */
export function newOutput(interpreter: Interpreter): ListValue {
  const list: ListValue = { kind: "list", born: newCell(), items: [], more: null };
  interpreter.output = list;
  return list;
}

/** Converts output to a value: one item to itself, several to a list. */
export function unwrapped(list: ListValue): Value {
  const [only, other] = list.items;
  if (only === undefined) return list.more === null ? noneValue : list.more.mayBeUnknown ? list.more : exactValue(list);
  return other === undefined && list.more === null ? only : exactValue(list);
}

/** Adds a value to the output: the items of a list one by one. */
export function addOutput(value: Value, interpreter: Interpreter): void {
  const list = interpreter.output;
  if (list === null || value === noneValue) return;
  willChange(list, interpreter);
  const { items, more } = outputItems(value);
  const isOrdered = list.more === null && list.items.length + items.length <= mostItems;
  if (isOrdered) list.items.push(...items);
  const loose = [list.more, ...(isOrdered ? [] : items), more].filter((each) => each !== null);
  if (loose.length > 0) list.more = joinAllValues(loose);
}

/** The items that a pipe passes on for a value: the items of a list, nothing for `null`, otherwise the value itself. */
export function outputItems(value: Value): { readonly items: readonly Value[]; readonly more: Value | null } {
  const [only, other] = value.alternatives;
  if (other === undefined && !value.mayBeUnknown) {
    if (only?.kind === "list") return only;
    if (only?.kind === "constant" && only.constant === null) return { items: [], more: null };
  }
  return isOneItem(value) ? { items: [value], more: null } : { items: [], more: anyItem(value) };
}

/** All items that a pipe passes on, joined into one value; `null` if it passes on none. */
export function anyOutputItem(value: Value): Value | null {
  const { items, more } = outputItems(value);
  const all = more === null ? items : [...items, more];
  return all.length === 0 ? null : joinAllValues(all);
}

/** Whether a value is certainly one item. */
function isOneItem({ alternatives, mayBeUnknown }: Value): boolean {
  return (
    !mayBeUnknown &&
    alternatives.length > 0 &&
    alternatives.every((each) => each.kind !== "list" && (each.kind !== "path" || each.wildcards === undefined))
  );
}

/** Returns any item of a value, or the value itself if it is no list. */
function anyItem(value: Value): Value {
  const items = value.alternatives.flatMap((each) =>
    each.kind === "list"
      ? [...each.items, ...(each.more === null ? [] : [each.more])]
      : [{ ...value, alternatives: [each], mayBeUnknown: false }],
  );
  return value.mayBeUnknown || items.length === 0
    ? joinAllValues([...items, { ...value, alternatives: [] }])
    : joinAllValues(items);
}

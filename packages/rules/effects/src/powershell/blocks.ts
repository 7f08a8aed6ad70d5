/** Calls blocks of PowerShell code, such as `{ $_.Name }` in `ForEach-Object`. */
import { addOutput, anyOutputItem, collectOutput, outputItems } from "../engine/commands.ts";
import { callFunction } from "../engine/functions.ts";
import { type Interpreter, lessCertain, type PassedWord } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import { runRepeatedly } from "../engine/paths.ts";
import { createScope, initializeVariable, setVariable } from "../engine/scope.ts";
import { exactValue, type FunctionValue, listValue, noneValue, unknownValue, type Value } from "../engine/value.ts";
import { plainWords, sortWords } from "./bind.ts";
import { functionOfText } from "./parse-statements.ts";

/** The inputs of a block of code or a function. */
export interface BlockInput {
  readonly words?: readonly PassedWord[];
  /** The input from a pipe. */
  readonly input?: Value | null;
  /** The value of `$_`. */
  readonly item?: Value;
  /** It sets the variables of its caller. */
  readonly inCaller?: boolean;
  /** The block is a closure, which sees the variables of its definition. */
  readonly isClosure?: boolean;
}

/** Calls a block of code or a function. It sees the variables of its caller. @returns what it outputs */
export function callBlock(block: FunctionValue, given: BlockInput, interpreter: Interpreter): Value {
  const { words = [], input = null, item, inCaller = false, isClosure = false } = given;
  const parameters = block.node.parameters
    .filter(({ name }) => name !== "args")
    .map(({ name, defaultValue }) => ({
      name,
      isSwitch: defaultValue?.kind === "constant" && defaultValue.constant === false,
      isOptional: defaultValue !== null,
    }));
  const { named, free, rest } = sortWords(words, (written) => {
    const found = parameters.filter(({ name }) => name.startsWith(written));
    return found.find(({ name }) => name === written) ?? (found.length === 1 ? found[0] : undefined);
  });
  const left = [...free];
  for (const { name, isSwitch } of parameters)
    if (!named.has(name) && !isSwitch && left.length > 0) named.set(name, left.shift() ?? unknownValue);
  const piped = input === null ? null : anyOutputItem(input);
  for (const { name, isSwitch, isOptional } of parameters) {
    if (named.has(name) || isSwitch) continue;
    if (piped !== null && ![...named.values()].includes(piped)) named.set(name, piped);
    else if (!isOptional) named.set(name, noneValue);
  }
  const others = [...plainWords(rest), ...left];
  const { scope: outer } = interpreter;
  const scope = inCaller ? outer : createScope(isClosure ? block.scope : outer);
  const before = outer.names.get("_");
  const set = (name: string, value: Value): void => setVariable(scope, name, value, interpreter);
  if (words.length > 0 && parameters.length === 0) named.set("args", listValue(others));
  if (item !== undefined) set("_", item);
  if (input !== null) set("input", input);
  if (input !== null || !inCaller) set("(piped)", pipedItems(input));
  const passed = [...named].map(([name, value]) => ({ name, value }));
  const isOfCaller = inCaller || undefined;
  const result = callFunction({ ...block, scope, isOfCaller }, passed, interpreter);
  if (inCaller && item !== undefined && before !== undefined) set("_", before);
  return result;
}

/** A block that has the variables of the current scope as they are now: `.GetNewClosure()`. */
export function closureOf(block: FunctionValue, interpreter: Interpreter): Value {
  const { names, parent } = interpreter.scope;
  const scope = createScope(parent);
  for (const [name, value] of names) initializeVariable(scope, name, value);
  return exactValue({ kind: "partial", callee: exactValue({ ...block, scope }), arguments: [] });
}

/** The items that a `process` block gets; without a pipe, it runs once. */
function pipedItems(input: Value | null): Value {
  if (input === null) return listValue([unknownValue]);
  const { items, more } = outputItems(input);
  return listValue(items, more);
}

const mostItems = 100;

/** Calls a block for each item, with the variables of its caller. @returns what the calls output */
export function callForEach(block: FunctionValue, items: Value, span: Span, interpreter: Interpreter): Value {
  const call = (item: Value): void => addOutput(callBlock(block, { item, inCaller: true }, interpreter), interpreter);
  return collectOutput(true, interpreter, () => {
    const { items: known, more } = outputItems(items);
    if (more === null && known.length <= mostItems) for (const item of known) call(item);
    else {
      const { certainty } = interpreter;
      const isListed = more?.alternatives.every((each) => each.kind === "path" && each.wildcards !== undefined);
      if (known.length === 0 && isListed !== true) interpreter.certainty = lessCertain(certainty, "possible");
      runRepeatedly(interpreter, span, () => {
        call(anyOutputItem(items) ?? unknownValue);
        return true;
      });
      interpreter.certainty = certainty;
    }
  });
}

/** The blocks of code that a value may be. */
export function blocksOf(value: Value | undefined): readonly FunctionValue[] {
  const all = (value?.alternatives ?? []).flatMap((each) =>
    each.kind === "list" ? [each, ...each.items.flatMap(({ alternatives }) => alternatives)] : [each],
  );
  return all.filter((each) => each.kind === "function");
}

/** Parses a text as PowerShell code; returns the block of code, which can be called. */
export function blockOfText(text: string, span: Span, at: number | null, interpreter: Interpreter): Value {
  const place = (inner: Span): Span =>
    at === null ? { start: span.start, end: span.end } : { start: at + inner.start, end: at + inner.end };
  interpreter.steps.left -= text.length / 10;
  const node = { ...functionOfText(text, place), start: span.start, end: span.end };
  return exactValue({ kind: "function", node, scope: interpreter.scope, self: null });
}

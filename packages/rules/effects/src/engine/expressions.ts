import { joinOrigins } from "../origins.ts";
import { afterTest } from "./absent-files.ts";
import { assignTo } from "./assignment.ts";
import { attributeValue, functionsOf } from "./attributes.ts";
import { updateTarget } from "./augmented-assignment.ts";
import { computeLazily, finishNow } from "./callbacks.ts";
import { collectOutput, evaluateCommand, evaluatePipe } from "./commands.ts";
import { classValue, functionValue, newFunction } from "./definitions.ts";
import { concatenateTexts } from "./formatting.ts";
import { emitUnknown, type Interpreter, isOutOfSteps, spendStepsOn } from "./interpreter.ts";
import type { Call, Comprehension, DictEntry, Expression } from "./ir.ts";
import { anyIteratedItem, iteratedItems, loopItems } from "./iteration.ts";
import { nestedLoop } from "./loops.ts";
import { lookUpName } from "./name-lookup.ts";
import { narrowByTest, testedVariables, whileNarrowed } from "./narrowing.ts";
import { applyOperator } from "./operators.ts";
import { asPossible, changesSince, runOneOf, runRepeatedly } from "./paths.ts";
import { behindReferences, referenceTo } from "./references.ts";
import { createScope } from "./scope.ts";
import { subscriptValue } from "./subscripts.ts";
import {
  dictValue,
  exactValue,
  formattedTexts,
  joinAllValues,
  joinValues,
  listValue,
  noneValue,
  type PassedArgument,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";

const maxItems = 100;

/** Evaluates an expression abstractly: returns every value that it may have, and emits the effects of computing it. */
export function evaluateExpression(expression: Expression, interpreter: Interpreter): Value {
  if (isOutOfSteps(interpreter)) return unknownValue;
  switch (expression.kind) {
    case "text":
      return textValue(expression.text, [], expression.at);
    case "number":
      return exactValue({ kind: "number", number: expression.number });
    case "constant":
      return expression.constant === null ? noneValue : exactValue({ kind: "constant", constant: expression.constant });
    case "template":
      return concatenateTexts(
        expression.parts.map((part) =>
          typeof part === "string" ? textValue(part) : evaluateExpression(part, interpreter),
        ),
      );
    case "name":
      return (
        (expression.outermost ? interpreter.moduleScope.names.get(expression.name) : undefined) ??
        lookUpName(expression.name, interpreter)
      );
    case "attribute":
      return attributeValue(evaluateExpression(expression.object, interpreter), expression.name, interpreter);
    case "item":
      return subscriptValue(
        evaluateExpression(expression.object, interpreter),
        evaluateExpression(expression.index, interpreter),
        expression.index,
        interpreter,
      );
    case "slice":
      for (const bound of expression.bounds) if (bound !== null) evaluateExpression(bound, interpreter);
      return unknownValue;
    case "call":
      return evaluateCall(expression, interpreter);
    case "binary": {
      const sides = [
        evaluateExpression(expression.left, interpreter),
        evaluateExpression(expression.right, interpreter),
      ] as const;
      spendStepsOn(interpreter, sides);
      return applyOperator(expression, ...sides, interpreter);
    }
    case "unary": {
      const operand = evaluateExpression(expression.operand, interpreter);
      const [alternative] = operand.alternatives;
      const negative =
        expression.operator === "-" && alternative?.kind === "number" && operand.alternatives.length === 1;
      return negative
        ? exactValue({ kind: "number", number: -alternative.number })
        : expression.operator === "not"
          ? unknownValue
          : unknownValueFrom(operand.from);
    }
    case "either":
      return evaluateEither(expression, interpreter);
    case "list":
      return evaluateList(expression.items, interpreter);
    case "dict":
      return evaluateDict(expression.entries, interpreter);
    case "comprehension":
      return expression.isLazy === true
        ? computeLazily(() => evaluateComprehension(expression, interpreter), expression, interpreter)
        : evaluateComprehension(expression, interpreter);
    case "lambda":
      return exactValue(newFunction(expression, interpreter.scope, interpreter));
    case "function":
    case "class":
      return expression.kind === "class" ? classValue(expression, interpreter) : functionValue(expression, interpreter);
    case "update": {
      const { before, after } = updateTarget(expression, interpreter);
      return expression.result === "before" ? before : after;
    }
    case "reference":
      return referenceTo(expression.of, interpreter);
    case "dereference":
      return behindReferences(evaluateExpression(expression.of, interpreter));
    case "sequence":
      return expression.parts.map((part) => evaluateExpression(part, interpreter)).at(-1) ?? noneValue;
    case "unread":
      for (const part of expression.parts) evaluateExpression(part, interpreter);
      emitUnknown(interpreter, "", expression.reason, expression);
      return unknownValue;
    case "assign": {
      const value = evaluateExpression(expression.value, interpreter);
      assignTo(expression.target, value, interpreter);
      return value;
    }
    case "spread":
      return evaluateExpression(expression.value, interpreter);
    case "wait": {
      const value = expression.value === null ? noneValue : evaluateExpression(expression.value, interpreter);
      if (expression.yields === "nothing") {
        const frame = interpreter.frames.at(-1);
        if (frame !== undefined) frame.waits = true;
        finishNow(expression.value, interpreter);
        return value;
      }
      noteYield(expression.yields === "each" ? value : listValue([], value, value.from), interpreter);
      return unknownValueFrom([]);
    }
    case "command":
      return evaluateCommand(expression, null, interpreter);
    case "pipe":
      return evaluatePipe(expression.stages, interpreter);
    case "collect":
      return collectOutput(expression.unwraps, interpreter, () => interpreter.runBlock(expression.body));
    case "parts":
      return unknownValueFrom(
        joinOrigins(...expression.parts.map((part) => evaluateExpression(part, interpreter).from)),
      );
  }
}

/** Evaluates several alternatives, as in `a or b`; the first is always evaluated. */
function evaluateEither(
  { condition, choices, others: when }: Expression & { kind: "either" },
  interpreter: Interpreter,
): Value {
  const values: Value[] = [];
  const choose = (choice: Expression) => (): boolean => {
    values.push(evaluateExpression(choice, interpreter));
    return true;
  };
  const [first, ...others] = choices;
  const test = condition ?? first;
  const before = test === undefined ? new Map() : testedVariables(test, interpreter);
  const reached = (holds: boolean, evaluate: () => boolean): boolean =>
    test === undefined
      ? evaluate()
      : whileNarrowed(test, holds, interpreter, {
          before,
          run: () => afterTest(test, holds, interpreter, evaluate),
        });
  if (condition !== null) {
    evaluateExpression(condition, interpreter);
    runOneOf(
      interpreter,
      choices.map((choice, at) => () => reached(at === 0, choose(choice))),
    );
    return joinAllValues(values);
  }
  if (first !== undefined) choose(first)();
  for (const other of others) {
    const evaluate = (): boolean => asPossible(interpreter, choose(other));
    if (when === undefined) evaluate();
    else reached(when === "if true", evaluate);
  }
  return joinAllValues(values);
}

function evaluateCall(call: Call, interpreter: Interpreter): Value {
  const callee = evaluateExpression(call.callee, interpreter);
  const passed = call.arguments.map(
    ({ name, value }): PassedArgument => ({
      name,
      value: evaluateExpression(value, interpreter),
      variable: value.kind === "name" || value.kind === "item" || value.kind === "attribute" ? value : undefined,
    }),
  );
  return interpreter.call(callee, passed, call);
}

/** A list display: `[a, *b]`. */
function evaluateList(items: readonly Expression[], interpreter: Interpreter): Value {
  const results: Value[] = [];
  let more: Value | null = null;
  for (const item of items) {
    const value = evaluateExpression(item, interpreter);
    if (item.kind !== "spread") {
      results.push(value);
      continue;
    }
    const { items: held, more: others } = iteratedItems(value, loopItems(interpreter.dialect));
    results.push(...held);
    if (others !== null) more = more === null ? others : joinValues(more, others);
  }
  return listValue(results, more);
}

/** A dictionary display: `{a: b, **c}`. */
function evaluateDict(entries: readonly DictEntry[], interpreter: Interpreter): Value {
  const knownEntries = new Map<string, Value>();
  let more: Value | null = null;
  for (const { key, value } of entries) {
    const name = key === null ? null : evaluateExpression(key, interpreter);
    const held = evaluateExpression(value, interpreter);
    const texts = name === null || name.mayBeUnknown ? [] : formattedTexts(name);
    const text = interpreter.dialect.foldsCase ? texts[0]?.toLowerCase() : texts[0];
    const [spread] = held.alternatives;
    if (text !== undefined && texts.length === 1) knownEntries.set(text, held);
    else if (name === null && spread?.kind === "dict") {
      for (const [inner, each] of spread.entries) knownEntries.set(inner, each);
      if (spread.more !== null) more = more === null ? spread.more : joinValues(more, spread.more);
    } else {
      const any = (name === null ? functionsOf(held, interpreter) : undefined) ?? held;
      more = more === null ? any : joinValues(more, any);
    }
  }
  return dictValue(knownEntries, more);
}

/**
 * Evaluates a comprehension in a scope of its own: item by item when all items are known, otherwise once with the join
 * of all items.
 */
function evaluateComprehension({ clauses, key, element }: Comprehension, interpreter: Interpreter): Value {
  const outer = interpreter.scope;
  const { loop } = interpreter;
  let { repetitions } = loop;
  interpreter.scope = createScope(outer);
  const exact = key === null ? evaluateItemByItem(clauses, element, interpreter) : undefined;
  if (exact !== undefined) {
    interpreter.scope = outer;
    return exact;
  }
  let value = unknownValue;
  runRepeatedly(interpreter, clauses[0]?.of ?? element, () => {
    for (const { target, of, conditions } of clauses) {
      const iterated = evaluateExpression(of, interpreter);
      const { items } = iteratedItems(iterated);
      assignTo(target, anyIteratedItem(iterated), interpreter, true);
      interpreter.loop = nestedLoop(items.length, iterated.repetitions, interpreter.loop);
      for (const condition of conditions) {
        evaluateExpression(condition, interpreter);
        narrowByTest(condition, true, interpreter);
      }
    }
    if (key !== null) evaluateExpression(key, interpreter);
    const isFiltered = clauses.some(({ conditions }) => conditions.length > 0);
    const evaluate = (): Value => evaluateExpression(element, interpreter);
    value = isFiltered ? asPossible(interpreter, evaluate) : evaluate();
    repetitions = interpreter.loop.repetitions;
    interpreter.loop = loop;
    return true;
  });
  interpreter.scope = outer;
  const more = Number.isFinite(repetitions) && repetitions > value.repetitions ? { ...value, repetitions } : value;
  return key === null ? listValue([], more, value.from) : dictValue(new Map(), more);
}

/** Evaluates a comprehension over a few known items; `undefined` when the items are unknown, too many or filtered. */
function evaluateItemByItem(
  clauses: Comprehension["clauses"],
  element: Expression,
  interpreter: Interpreter,
): Value | undefined {
  const [clause, ...others] = clauses;
  if (clause === undefined || others.length > 0 || clause.conditions.length > 0) return undefined;
  const iterated = evaluateExpression(clause.of, interpreter);
  const { items, more } = iteratedItems(iterated);
  if (more !== null || items.length === 0 || items.length > maxItems || iterated.repetitions > 1) return undefined;
  const results = items.map((item) => {
    assignTo(clause.target, item, interpreter, true);
    return evaluateExpression(element, interpreter);
  });
  return listValue(results);
}

/**
 * Simulates `yield`: the value is one of the results, and the caller goes on from here. It may never continue the
 * generator.
 */
function noteYield(value: Value, interpreter: Interpreter): void {
  const frame = interpreter.frames.at(-1);
  if (frame !== undefined) frame.waits = true;
  frame?.results.push(value);
  frame?.yields.push(changesSince(frame.region, interpreter));
}

import { assignTo } from "./assignment.ts";
import { attributeOf } from "./attributes.ts";
import { possibly } from "./branches.ts";
import { joinTexts } from "./formatting.ts";
import { exhausted, type Loop, type Run, spend } from "./interpreter.ts";
import { anyItemOf, itemsOf } from "./iteration.ts";
import { nameValue } from "./name-lookup.ts";
import { combine } from "./operators.ts";
import { scopeWithin } from "./scope.ts";
import { itemOf } from "./subscripts.ts";
import type { Call, Comprehension, Entry, Expression } from "./syntax/nodes.ts";
import {
  exactly,
  join,
  joinAll,
  joinOrigins,
  listValue,
  none,
  type PassedArgument,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
  writtenTexts,
} from "./value.ts";

const mostItems = 100;

/** What an expression gives; what it does on the way is added to the run. */
export function evaluate(expression: Expression, run: Run): Value {
  if (exhausted(run)) return unknownValue;
  switch (expression.kind) {
    case "text":
      return textValue(expression.text, [], expression.at);
    case "number":
      return exactly({ kind: "number", number: expression.number });
    case "constant":
      return expression.constant === null ? none : exactly({ kind: "constant", constant: expression.constant });
    case "template":
      return joinTexts(
        expression.parts.map((part) => (typeof part === "string" ? textValue(part) : evaluate(part, run))),
      );
    case "name":
      return nameValue(expression.name, run);
    case "attribute":
      return attributeOf(evaluate(expression.object, run), expression.name, run);
    case "item":
      return itemOf(evaluate(expression.object, run), evaluate(expression.index, run), expression.index, run);
    case "slice":
      for (const bound of expression.bounds) if (bound !== null) evaluate(bound, run);
      return unknownValue;
    case "call":
      return evaluateCall(expression, run);
    case "binary": {
      const sides = [evaluate(expression.left, run), evaluate(expression.right, run)] as const;
      spend(run, sides);
      return combine(expression, ...sides, run);
    }
    case "unary": {
      const operand = evaluate(expression.operand, run);
      const [known] = operand.known;
      const negative = expression.operator === "-" && known?.kind === "number" && operand.known.length === 1;
      return negative
        ? exactly({ kind: "number", number: -known.number })
        : expression.operator === "not"
          ? unknownValue
          : unknownFrom(operand.from);
    }
    case "either": {
      if (expression.condition !== null) evaluate(expression.condition, run);
      const [first, ...others] = expression.ways;
      const values = [
        first === undefined ? unknownValue : sometimes(expression.condition !== null, run, () => evaluate(first, run)),
      ];
      for (const way of others) values.push(possibly(run, () => evaluate(way, run)));
      return joinAll(values);
    }
    case "list":
      return evaluateList(expression.items, run);
    case "dict":
      return evaluateDict(expression.entries, run);
    case "comprehension":
      return evaluateComprehension(expression, run);
    case "lambda": {
      for (const { fallback } of expression.parameters) if (fallback !== null) evaluate(fallback, run);
      const value = { kind: "function" as const, node: expression, scope: run.scope, self: null };
      run.functions.push(value);
      return exactly(value);
    }
    case "assign": {
      const value = evaluate(expression.value, run);
      assignTo(expression.target, value, run);
      return value;
    }
    case "spread":
      return evaluate(expression.value, run);
    case "wait": {
      const value = expression.value === null ? none : evaluate(expression.value, run);
      if (expression.gives === "nothing") return value;
      run.results.at(-1)?.push(expression.gives === "each" ? value : listValue([], value, value.from));
      return unknownFrom([]);
    }
    case "parts":
      return unknownFrom(
        expression.parts
          .map((part) => evaluate(part, run))
          .reduce<Value["from"]>((from, value) => joinOrigins(from, value.from), []),
      );
  }
}

function sometimes<T>(maybe: boolean, run: Run, act: () => T): T {
  return maybe ? possibly(run, act) : act();
}

function evaluateCall(call: Call, run: Run): Value {
  const callee = evaluate(call.callee, run);
  const passed = call.arguments.map(({ name, value }): PassedArgument => ({ name, value: evaluate(value, run) }));
  return run.call(callee, passed, call);
}

function evaluateList(items: readonly Expression[], run: Run): Value {
  const found: Value[] = [];
  let more: Value | null = null;
  for (const item of items) {
    const value = evaluate(item, run);
    if (item.kind !== "spread") {
      found.push(value);
      continue;
    }
    const { items: held, more: others } = itemsOf(value);
    found.push(...held);
    if (others !== null) more = more === null ? others : join(more, others);
  }
  return listValue(found, more);
}

function evaluateDict(entries: readonly Entry[], run: Run): Value {
  const known = new Map<string, Value>();
  let more: Value | null = null;
  for (const { key, value } of entries) {
    const name = key === null ? null : evaluate(key, run);
    const held = evaluate(value, run);
    const texts = name === null || name.open ? [] : writtenTexts(name);
    const [text] = texts;
    const [spread] = held.known;
    if (text !== undefined && texts.length === 1) known.set(text, held);
    else if (name === null && spread?.kind === "dict") {
      for (const [inner, each] of spread.entries) known.set(inner, each);
      if (spread.more !== null) more = more === null ? spread.more : join(more, spread.more);
    } else more = more === null ? held : join(more, held);
  }
  return exactly({ kind: "dict", entries: known, more });
}

/** The names of a comprehension are its own; its element is what it is for all that its clauses go through. */
function evaluateComprehension({ clauses, key, element }: Comprehension, run: Run): Value {
  const outer = run.scope;
  const loop = run.loop;
  run.scope = scopeWithin(outer);
  const exact = key === null ? evaluateEach(clauses, element, run) : undefined;
  if (exact !== undefined) {
    run.scope = outer;
    return exact;
  }
  for (const { target, of, conditions } of clauses) {
    const gone = evaluate(of, run);
    const { items } = itemsOf(gone);
    assignTo(target, anyItemOf(gone), run);
    run.loop = loopOver(items.length, gone.times, run.loop);
    for (const condition of conditions) evaluate(condition, run);
  }
  if (key !== null) evaluate(key, run);
  const value = sometimes(
    clauses.some(({ conditions }) => conditions.length > 0),
    run,
    () => evaluate(element, run),
  );
  const { times } = run.loop;
  run.scope = outer;
  run.loop = loop;
  const more = Number.isFinite(times) && times > value.times ? { ...value, times } : value;
  return key === null ? listValue([], more, value.from) : exactly({ kind: "dict", entries: new Map(), more });
}

/** A comprehension of few items that are all known; `undefined` of another. */
function evaluateEach(clauses: Comprehension["clauses"], element: Expression, run: Run): Value | undefined {
  const [clause, ...others] = clauses;
  if (clause === undefined || others.length > 0 || clause.conditions.length > 0) return undefined;
  const gone = evaluate(clause.of, run);
  const { items, more } = itemsOf(gone);
  if (more !== null || items.length === 0 || items.length > mostItems || gone.times > 1) return undefined;
  const found = items.map((item) => {
    assignTo(clause.target, item, run);
    return evaluate(element, run);
  });
  return listValue(found);
}

/** The loop within a loop that goes through so many items, so many times over. */
export function loopOver(items: number, times: number, outer: Loop): Loop {
  return { times: outer.times * Math.max(1, items, times) };
}

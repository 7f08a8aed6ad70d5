/** Computes JavaScript array methods that Python's lists do not have, such as `filter` with a function. */
import { forgetOrder } from "../engine/container-mutations.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { MethodCall } from "../engine/interpreter.ts";
import { acceptedItem } from "../engine/narrowing.ts";
import { asPossible, runRepeatedly, willChange } from "../engine/paths.ts";
import {
  exactNumber,
  joinAllValues,
  joinValues,
  type ListValue,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";

/** The most items for which a function is called one by one; it is called once for all other items together. */
const maxItems = 50;

/** The result of a method of a list; `undefined` if Python's lists have it, too. */
export function callListMethod(list: ListValue, call: MethodCall): Value | undefined {
  const { name, positional, self, interpreter } = call;
  const { items, more } = list;
  const [first = unknownValue] = positional;
  const any = joinAllValues(more === null ? items : [...items, more]);
  switch (name) {
    case "forEach":
    case "map": {
      const { results, others } = callForEach(list, call);
      return listValue(results, others, self.from);
    }
    case "flatMap": {
      const { results, others } = callForEach(list, call);
      return flattened(results, others, self);
    }
    case "flat":
      return flattened(items, more, self);
    case "filter":
      asPossible(interpreter, () => callForEach(list, call));
      return listValue([], acceptedItem(first, any, interpreter), self.from);
    case "some":
    case "every":
    case "findIndex":
      asPossible(interpreter, () => callForEach(list, call));
      return unknownValue;
    case "find":
    case "findLast":
      asPossible(interpreter, () => callForEach(list, call));
      return acceptedItem(first, any, interpreter);
    case "at": {
      const at = exactNumber(first);
      return (at === undefined || more !== null ? undefined : items.at(at)) ?? any;
    }
    case "reduce":
    case "reduceRight": {
      const ordered = name === "reduce" ? items : items.toReversed();
      let result = positional[1] ?? ordered[0] ?? unknownValue;
      for (const item of ordered.slice(positional[1] === undefined ? 1 : 0, maxItems))
        result = callWith([result, item], call);
      if (more === null && items.length <= maxItems) return result;
      return joinValues(result, unknownValueFrom(nonLiteralOrigins(callWith([result, any], call))));
    }
    case "join":
      return joined(list, positional[0] ?? textValue(","), self);
    case "concat":
      return flattened([...items, ...positional], more, self);
    case "slice": {
      const [start, end] = positional.map(exactNumber);
      const isKnown = more === null && positional.length === [start, end].filter((each) => each !== undefined).length;
      return isKnown ? listValue(items.slice(start, end), null, self.from) : listValue([], any, self.from);
    }
    case "toReversed":
      return listValue(more === null ? items.toReversed() : [], more === null ? null : any, self.from);
    case "toSorted":
    case "with":
    case "toSpliced":
      return listValue([], joinAllValues([any, ...positional.slice(1)]), self.from);
    case "values":
      return self;
    case "reverse":
      if (more === null) {
        willChange(list, interpreter);
        list.items.reverse();
      } else forgetOrder(list, 0, interpreter);
      return self;
    case "sort":
      if (positional.length > 0) asPossible(interpreter, () => callWith([any, any], call));
      forgetOrder(list, 0, interpreter);
      return self;
    case "push":
    case "unshift":
    case "splice":
    case "fill":
      addItems(list, call);
      return name === "fill" ? self : listValue([], any, self.from);
    case "includes":
    case "indexOf":
    case "lastIndexOf":
    case "keys":
    case "has":
      return unknownValue;
  }
  return undefined;
}

/** Adds items to a list, as `push`, `unshift` and `splice` do. */
function addItems(list: ListValue, { name, positional, interpreter }: MethodCall): void {
  const added = name === "splice" ? positional.slice(2) : positional;
  willChange(list, interpreter);
  if (name === "push" && list.more === null && list.items.length < 200) list.items.push(...added);
  else if (name === "unshift" && list.items.length < 200) list.items.unshift(...added);
  else {
    forgetOrder(list, 0, interpreter);
    if (added.length > 0) list.more = joinAllValues(list.more === null ? added : [...added, list.more]);
  }
}

/** The results of a function for each item. */
function callForEach(
  list: ListValue,
  call: MethodCall,
): { readonly results: readonly Value[]; readonly others: Value | null } {
  const results = list.items.slice(0, maxItems).map((item) => callWith([item], call));
  const rest = [...list.items.slice(maxItems), ...(list.more === null ? [] : [list.more])];
  if (rest.length === 0) return { results, others: null };
  let others = unknownValue;
  asPossible(call.interpreter, () =>
    runRepeatedly(call.interpreter, call.span, () => {
      others = callWith([joinAllValues(rest)], call);
      return true;
    }),
  );
  return { results, others };
}

/** Calls the first argument as a callback, with index and list. */
function callWith(
  values: readonly Value[],
  { positional: [callee = unknownValue], self, span, interpreter }: MethodCall,
): Value {
  const passed = [...values, unknownValue, self].map((value) => ({ name: null, value }));
  return interpreter.call(callee, passed, span);
}

/** Flattens the lists among values. */
function flattened(values: readonly Value[], more: Value | null, self: Value): Value {
  const items: Value[] = [];
  const loose: Value[] = more === null ? [] : [more];
  for (const value of values) {
    const [only, other] = value.alternatives;
    const isList = only?.kind === "list" && other === undefined && !value.mayBeUnknown;
    if (loose.length === 0 && isList) items.push(...only.items);
    else if (loose.length === 0 && value.alternatives.every(({ kind }) => kind !== "list") && !value.mayBeUnknown)
      items.push(value);
    else loose.push(...value.alternatives.flatMap((each) => (each.kind === "list" ? each.items : [])), value);
    if (isList && only.more !== null) loose.push(only.more);
  }
  return listValue(items, loose.length === 0 ? null : joinAllValues(loose), self.from);
}

/** Joins the items of a list with a text. */
function joined({ items, more }: ListValue, between: Value, self: Value): Value {
  const from = nonLiteralOrigins(self);
  if (more !== null) return unknownValueFrom(from);
  return concatenateTexts(items.flatMap((item, at) => (at === 0 ? [item] : [between, item])));
}

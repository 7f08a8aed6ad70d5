/** Calls the callbacks that a JavaScript program passes to a library. */
import { callAnyTimes } from "../engine/callbacks.ts";
import type { SortedCall } from "../engine/interpreter.ts";
import { type Alternative, exactValue, listValue, type Value } from "../engine/value.ts";
import { builtins } from "./builtins.ts";
import { isListed } from "./catalogue.ts";

/** Matches functions that call a passed function once: functions of test runners, and `new Promise`. */
const callsOnce = /(^|\.)(describe|it|test|suite|before(Each|All)?|after(Each|All)?|Promise)$/;

/** Calls the functions that are passed to a function, which may call them when it has its result. */
export function callCallbacks({ name, passed, span, interpreter }: SortedCall, result: Value): void {
  const received = [result, result].map((value) => ({ name: null, value }));
  for (const { value } of passed) {
    if (!isCallable(value)) continue;
    if (callsOnce.test(name)) interpreter.call(onlyCallable(value), received, span);
    else callAnyTimes(onlyCallable(value), received, span, interpreter);
  }
}

/** Whether a value may be a function of the program or of the catalogue. */
export function isCallable({ alternatives }: Value): boolean {
  return alternatives.some(isFunction);
}

/** Returns the functions among the values. */
export function onlyCallable(value: Value): Value {
  return { ...value, alternatives: value.alternatives.filter(isFunction), mayBeUnknown: false };
}

/** Whether a value can be called. */
function isFunction(each: Alternative): boolean {
  if (each.kind === "library") return builtins.has(each.name) || isListed(each.name);
  return each.kind === "function" || each.kind === "partial" || each.kind === "unresolved";
}

/** Evaluates `f.call(self, …)`, `f.apply(self, […])`, `f.bind(self, …)`, of a function that has its object already. */
export function callBy(how: string, callee: Value, { positional, passed, span, interpreter }: SortedCall): Value {
  const others = how === "apply" ? [{ name: "*", value: positional[1] ?? listValue([]) }] : passed.slice(1);
  if (how === "bind") return exactValue({ kind: "partial", callee, arguments: others });
  return interpreter.call(callee, others, span);
}

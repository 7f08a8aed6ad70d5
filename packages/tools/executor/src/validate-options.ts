import type { Issue } from "@helve/core";
import { isObject, unknownOption } from "@helve/core/internal";
import { optionIssue, timeoutIssues } from "./option-issue.ts";
import type { ExecutorOptions } from "./options.ts";
import { repairKindIssues } from "./repairs.ts";

/**
 * Returns an issue for each invalid option of an executor, which JavaScript or a configuration file can pass. A name that is
 * not an option is an issue, too: a misspelled `guards` would let every action run.
 */
export function optionIssues(options: unknown): readonly Issue[] {
  if (!isObject(options)) return [optionIssue("options", "must be an object", options)];
  const names = Object.keys(optionTests);
  return Object.entries(options).flatMap(([name, value]): readonly Issue[] => {
    if (!Object.hasOwn(optionTests, name)) return [unknownOption(name, "an executor", names)];
    const test = optionTests[name as keyof ExecutorOptions];
    return value === undefined ? [] : test(value, name);
  });
}

type OptionTest = (value: unknown, name: string) => readonly Issue[];

const optionTests: Readonly<Record<keyof ExecutorOptions, OptionTest>> = {
  parser: (value, name) => hasMethod("decode", "a parser of arguments or its class")(prototypeOf(value), name),
  decode: (value, name) => (isObject(value) ? repairKindIssues(value) : isOptionsObject(value, name)),
  guards: listOf("before", "a guard"),
  timeout: timeoutIssues,
  guardTimeout: timeoutIssues,
  errors: errorRuleIssues,
  onUnexpected: (value, name) =>
    value === "return" || value === "throw" ? [] : [optionIssue(name, 'must be "return" or "throw"', value)],
  retry: retryIssues,
  ledger: hasMethod("begin", "a ledger"),
  unknownRuns: (value, name) =>
    value === "ask" || value === "tell" ? [] : [optionIssue(name, 'must be "ask" or "tell"', value)],
  now: (value, name) =>
    typeof value === "function" ? [] : [optionIssue(name, "must be a function that returns milliseconds", value)],
  specialActions: (value, name) => (value === false ? [] : isOptionsObject(value, name)),
  concurrency: limitIssues,
  resources: (value, name) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, limit]) => limitIssues(limit, `${name}.${key}`))
      : isOptionsObject(value, name),
};

/** Returns an issue if a limit is not a number of at least 1. */
function limitIssues(limit: unknown, name: string): readonly Issue[] {
  const isValid = typeof limit === "number" && limit >= 1;
  return isValid ? [] : [optionIssue(name, "must be at least 1", limit)];
}

function isOptionsObject(value: unknown, name: string): readonly Issue[] {
  return isObject(value) ? [] : [optionIssue(name, "must be an object", value)];
}

function retryIssues(value: unknown, name: string): readonly Issue[] {
  if (!isObject(value)) return isOptionsObject(value, name);
  return ["times", "delay", "factor", "maxDelay"].flatMap((key) => {
    const number = value[key];
    const isValid = number === undefined || (typeof number === "number" && number >= 0);
    return isValid ? [] : [optionIssue(`${name}.${key}`, "must be a number of at least 0", number)];
  });
}

function errorRuleIssues(value: unknown, name: string): readonly Issue[] {
  if (!Array.isArray(value)) return [optionIssue(name, "must be a list of rules", value)];
  return value.flatMap((rule: unknown, index) => {
    const isRule = isObject(rule) && typeof rule["code"] === "string" && Array.isArray(rule["of"]);
    return isRule ? [] : [optionIssue(`${name}[${index}]`, 'must be a rule with "code" and a list "of"', rule)];
  });
}

/** Checks that a value has a method. */
function hasMethod(method: string, what: string): OptionTest {
  return (value, name) => {
    const isValid = typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";
    return isValid ? [] : [optionIssue(name, `must be ${what}, with the method "${method}"`, value)];
  };
}

/** The prototype of a class; any other value itself. */
function prototypeOf(value: unknown): unknown {
  return typeof value === "function" && value.prototype !== undefined ? value.prototype : value;
}

/** Checks that a value is a list of objects with a method. */
function listOf(method: string, what: string): OptionTest {
  const test = hasMethod(method, what);
  return (value, name) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown, index) => test(item, `${name}[${index}]`))
      : [optionIssue(name, "must be a list", value)];
}

/** Validates the calls and options that a host passes to an executor. */
import type { Issue } from "@helve/core";
import { isObject, unknownOption } from "@helve/core/internal";
import { ExecutorError } from "./errors.ts";
import { optionIssue, timeoutIssues } from "./option-issue.ts";
import type { ExecuteOptions } from "./options.ts";

/** Refuses the name of a tool and its arguments in place of a call. @throws ExecutorError */
export function checkCall(call: unknown, options: unknown): void {
  if (typeof call === "string" && isObject(options) && Object.keys(options).length > 0)
    throw new ExecutorError([optionIssue("call", "must be one object: { id, name, arguments }", call)]);
}

/** Checks that a value is a list of calls: a single call would be read as an empty list. @throws ExecutorError */
export function checkCalls(calls: unknown): void {
  if (!isObject(calls) && !Array.isArray(calls)) throw callsError(calls);
  if (!(Symbol.iterator in calls)) throw callsError(calls);
}

function callsError(calls: unknown): ExecutorError {
  return new ExecutorError([optionIssue("calls", "must be a list: write [call]", calls)]);
}

/** Refuses a call in place of the name of a tool. @throws ExecutorError */
export function checkName(name: unknown): void {
  if (typeof name === "string") return;
  throw new ExecutorError([optionIssue("name", "must be a text, and the arguments come next: call(name, args)", name)]);
}

/**
 * Tests the options of a call, a session or a guard context. A name that is not one of them is an issue, too: a misspelled
 * `signal` or `timeout` would have no effect.
 *
 * @param names - the options that are accepted
 * @param what - what they are options of, with its article: `a call`
 * @throws ExecutorError with every problem
 */
export function checkCallOptions(options: unknown, names: readonly CallOption[], what: string): void {
  const issues = callOptionIssues(options, names, what);
  if (issues.length > 0) throw new ExecutorError(issues);
}

type CallOption = keyof ExecuteOptions | SessionOption | "expiresIn";
type SessionOption = "id" | "earlier" | "store" | "sandboxes" | "model" | "ledger" | "journal";

/** The options of `guardContext` of an executor, and of a session. */
export const contextOptions: readonly CallOption[] = ["signal", "trajectory", "prompt", "state"];
/** The options of a call in a session. */
export const sessionCallOptions: readonly CallOption[] = ["signal", "timeout", "onProgress"];
/** The options of a call that belongs to no session. */
export const callOptions: readonly CallOption[] = [...contextOptions, "timeout", "onProgress"];

function callOptionIssues(options: unknown, names: readonly CallOption[], what: string): readonly Issue[] {
  if (!isObject(options)) return [optionIssue("options", "must be an object", options)];
  const issues: Issue[] = [];
  for (const name of Object.keys(options)) {
    const known = names.find((option) => option === name);
    const value = options[name];
    if (known === undefined) issues.push(unknownOption(name, what, names));
    else if (value !== undefined) issues.push(...callOptionTests[known](value, name));
  }
  return issues;
}

const callOptionTests: Readonly<Record<CallOption, (value: unknown, name: string) => readonly Issue[]>> = {
  signal: (value, name) => (isSignal(value) ? [] : [optionIssue(name, "must be an AbortSignal", value)]),
  timeout: timeoutIssues,
  trajectory: (value, name) => (Array.isArray(value) ? [] : [optionIssue(name, "must be a list of steps", value)]),
  earlier: (value, name) => (Array.isArray(value) ? [] : [optionIssue(name, "must be a list of snapshots", value)]),
  prompt: isText,
  state: () => [],
  onProgress: (value, name) => (typeof value === "function" ? [] : [optionIssue(name, "must be a function", value)]),
  store: hasMethod("begin", "a store, such as openStore() of @helve/store returns"),
  model: hasMethod("generate", "a model, such as namedModel() of @helve/agent"),
  sandboxes: hasMethod("sandbox", "sandboxes, such as a session of sandboxEnvironments() of @helve/sandbox"),
  ledger: hasMethod("begin", "a ledger, such as memoryRunLedger()"),
  journal: hasMethod("step", "a journal, such as those of @helve/durable"),
  id: isText,
  expiresIn: (value, name) =>
    typeof value === "number" && value > 0
      ? []
      : [optionIssue(name, "must be a positive number of milliseconds", value)],
};

/** Checks that a value has a method. */
function hasMethod(method: string, what: string) {
  return (value: unknown, name: string): readonly Issue[] =>
    isObject(value) && typeof value[method] === "function" ? [] : [optionIssue(name, `must be ${what}`, value)];
}

function isText(value: unknown, name: string): readonly Issue[] {
  return typeof value === "string" ? [] : [optionIssue(name, "must be a text", value)];
}

/** Whether a value has what an `AbortSignal` of any realm has. */
function isSignal(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value["aborted"] === "boolean" &&
    typeof value["addEventListener"] === "function" &&
    typeof value["removeEventListener"] === "function"
  );
}

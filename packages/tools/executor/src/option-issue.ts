import type { Issue } from "@helve/core";
import { quote } from "@helve/core/internal";

/** Creates an issue whose message contains the requirement of an option and the option's value. */
export function optionIssue(name: string, problem: string, value: unknown): Issue {
  return { code: "option", message: `"${name}" ${problem} (got ${valueText(value)})` };
}

/** Returns an issue if a time limit is not a number of milliseconds above 0. */
export function timeoutIssues(timeout: unknown, name = "timeout"): readonly Issue[] {
  if (timeout === undefined || (typeof timeout === "number" && timeout > 0)) return none;
  return [optionIssue(name, "must be a number of milliseconds above 0, or Infinity for none", timeout)];
}

const none: readonly never[] = Object.freeze([]);

/** Returns a value as a short text: `"soon"`, `a list`, `a function`. */
function valueText(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "function" ? "a function" : String(value);
}

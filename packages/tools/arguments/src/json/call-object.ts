// The arguments within an object that also names the tool, as the API of a model writes a call: `{"name": "f", "arguments": {…}}`.

import { isObject } from "@helve/core/internal";
import type { ExpectedParameters } from "./expected-parameters.ts";

/** Arguments that were found within an object or list that describes a call. */
export interface CallObject {
  readonly value: unknown;
  /** The JSON pointer of the arguments in the outer value. */
  readonly pointer: string;
  /** Whether the outer value may be the arguments as well: a parameter has the name of one of its keys. */
  readonly isAmbiguous: boolean;
}

/** Keys of the arguments, and keys of what else describes a call. */
const argumentKeys = ["arguments", "parameters", "args", "params", "input", "kwargs", "tool_input", "action_input"];
const callKeys = new Set([
  "name",
  "tool_name",
  "tool",
  "function_name",
  "action",
  "type",
  "id",
  "tool_call_id",
  "call_id",
  "index",
]);
const outerKeys = ["function", "function_call", "tool_call", "tool_calls"];
const innerKeys = [...outerKeys, ...argumentKeys];

/**
 * Finds the arguments within an object or a list of one object that describes a call; `undefined` if the value describes none, or
 * the schema does not tell the parameters.
 *
 * @param readJson - reads arguments that are a string of JSON; `undefined` if it is not JSON
 */
export function callObject(
  value: unknown,
  expected: ExpectedParameters,
  readJson: (text: string) => unknown,
): CallObject | undefined {
  if (expected.names.size === 0 && !expected.areNone) return undefined;
  return argumentsOf(value, "", expected, readJson);
}

function argumentsOf(
  value: unknown,
  pointer: string,
  expected: ExpectedParameters,
  readJson: (text: string) => unknown,
): CallObject | undefined {
  if (Array.isArray(value))
    return value.length === 1 ? argumentsOf(value[0], `${pointer}/0`, expected, readJson) : undefined;
  if (!isObject(value)) return undefined;
  const { names } = expected;
  const key = innerKeys.find((name) => Object.hasOwn(value, name) && !names.has(name) && isInner(value[name]));
  if (key === undefined) return undefined;
  const others = Object.keys(value).filter((name) => name !== key);
  if (!others.every((name) => callKeys.has(name) || (name === "function" && typeof value[name] === "string")))
    return undefined;
  const inner = typeof value[key] === "string" ? readJson(value[key]) : value[key];
  const place = `${pointer}/${key}`;
  if (outerKeys.includes(key)) return argumentsOf(inner, place, expected, readJson);
  if (!isObject(inner)) return undefined;
  return { value: inner, pointer: place, isAmbiguous: others.some((name) => names.has(name)) };
}

function isInner(value: unknown): boolean {
  return typeof value === "object" ? value !== null : typeof value === "string" && /^\s*\{/.test(value);
}

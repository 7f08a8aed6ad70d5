/** Reads arguments inside an object that also names the tool: `{"name": "f", "arguments": {…}}`. */
import { isObject, jsonPointer } from "@helve/core/internal";
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
  "toolUseId",
  "call_id",
  "index",
]);
const outerKeys = ["function", "function_call", "functionCall", "tool_call", "toolCall", "tool_calls", "toolUse"];
const innerKeys = [...outerKeys, ...argumentKeys];

/**
 * Finds the arguments within an object or a list of one object that describes a call; `undefined` if the value describes none, or
 * the schema does not tell the parameters.
 *
 * @param readJson - reads arguments that are a string of JSON; `undefined` if it is not JSON
 * @param hasNameAsKey - whether the tool's name is the key of the arguments
 */
export function callObject(
  value: unknown,
  expected: ExpectedParameters,
  { readJson, hasNameAsKey }: { readonly readJson: (text: string) => unknown; readonly hasNameAsKey: boolean },
): CallObject | undefined {
  if (expected.names.size === 0 && !expected.areNone) return undefined;
  return hasNameAsKey ? argumentsByName(value) : argumentsOf(value, "", expected, readJson);
}

/** The arguments in a list of one object with the tool's name as its key. */
function argumentsByName(value: unknown): CallObject | undefined {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  if (others.length > 0 || !isObject(only)) return undefined;
  const [member, ...otherMembers] = Object.entries(only);
  if (member === undefined || otherMembers.length > 0 || !isObject(member[1])) return undefined;
  const pointer = jsonPointer(Array.isArray(value) ? [0, member[0]] : [member[0]]);
  return { value: member[1], pointer, isAmbiguous: false };
}

/** Finds the arguments inside a call object. */
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

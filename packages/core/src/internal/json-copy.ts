// Copies values as JSON: frozen or mutable, strictly or as `JSON.stringify` converts them.
import type { JsonValue } from "../json.ts";
import { isFrozenJson, markFrozenJson } from "./frozen-json.ts";

/**
 * A deeply frozen copy of a JSON value, or the value itself if it is one already. Properties that are `undefined` are left out.
 *
 * @returns `undefined` if JSON can't represent the value: a date, a function, `NaN`, a cycle, more than 1000 levels
 */
export function frozenJson(value: unknown): JsonValue | undefined {
  return isFrozenJson(value) ? (value as JsonValue) : copy(value, true, 0);
}

/** Like `frozenJson`, but the copy is mutable. */
export function jsonCopy(value: unknown): JsonValue | undefined {
  return copy(value, false, 0);
}

/**
 * A deeply frozen copy of any value, as it is recorded: what JSON can't represent is converted by `JSON.stringify`, so a date
 * becomes a string.
 *
 * @throws TypeError for what `JSON.stringify` refuses or drops: a cycle, a bigint, `undefined`
 */
export function recordedJson<Value>(value: Value): Value {
  return (frozenJson(value) ?? deepFreeze(stringifiedJson(value))) as Value;
}

/**
 * A copy of a value as a round trip through `JSON.stringify` gives it.
 *
 * @throws TypeError for what `JSON.stringify` refuses or drops: a cycle, a bigint, `undefined`
 */
export function stringifiedJson(value: unknown): JsonValue {
  const copied = jsonCopy(value);
  if (copied !== undefined) return copied;
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value}`);
  return JSON.parse(text);
}

/** Freezes a value and everything in it, in place. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || isFrozenJson(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

/** The same depth limit as `canonicalJson`. */
const maxDepth = 1000;

function copy(value: unknown, isFrozen: boolean, depth: number): JsonValue | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : undefined; // JSON has no -0
    case "object":
      if (value === null) return null;
      if (depth === maxDepth) return undefined;
      return Array.isArray(value) ? copyArray(value, isFrozen, depth) : copyObject(value, isFrozen, depth);
    default:
      return undefined;
  }
}

function copyArray(value: readonly unknown[], isFrozen: boolean, depth: number): JsonValue | undefined {
  const items: JsonValue[] = [];
  for (const item of value) {
    const copied = copy(item, isFrozen, depth + 1);
    if (copied === undefined) return undefined;
    items.push(copied);
  }
  return isFrozen ? frozen(items, depth) : items;
}

function copyObject(value: object, isFrozen: boolean, depth: number): JsonValue | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return undefined;
  const result: Record<string, JsonValue> = {};
  const source = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(source)) {
    const member = source[key];
    if (member === undefined) continue;
    const copied = copy(member, isFrozen, depth + 1);
    if (copied === undefined) return undefined;
    if (key === "__proto__") define(result, key, copied);
    else result[key] = copied;
  }
  return isFrozen ? frozen(result, depth) : result;
}

/** Freezes a copy, and marks the outermost one. */
function frozen<Value extends object>(copied: Value, depth: number): Value {
  return depth === 0 ? markFrozenJson(copied) : Object.freeze(copied);
}

/** Defines an own property, also when its name is `__proto__`. */
function define(object: object, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

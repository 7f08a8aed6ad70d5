/** Copies values where they enter or leave a package: frozen, or mutable for callers that may change them. */
import type { JsonValue } from "../json.ts";
import { isFrozenJson, markFrozenJson } from "./frozen-json.ts";

/**
 * A deeply frozen copy of a JSON value, or the value itself if it is frozen already. Properties that are `undefined` are left out.
 *
 * @returns `undefined` if JSON can't represent the value: a date, a function, `NaN`, a cycle, more than 1000 levels
 */
export function freezeCopy(value: unknown): JsonValue | undefined;
/**
 * A deeply frozen copy of any value.
 *
 * @param others - what happens to values that JSON can't represent. `convert`: the copy is what `JSON.stringify` writes, so a date becomes
 *   a string. `keep`: they are kept by reference, and a circular structure stays circular; a value that is deeply frozen is returned unchanged.
 * @throws TypeError with `convert`, for what `JSON.stringify` refuses or drops: a cycle, a bigint, `undefined`
 */
export function freezeCopy<Value>(value: Value, others: "convert" | "keep"): Value;
export function freezeCopy(value: unknown, others?: "convert" | "keep"): unknown {
  if (isFrozenJson(value)) return value;
  if (others === "keep") return isFrozen(value) ? value : copy(value, { isFrozen: true, kept: new Map() }, 0);
  const copied = copy(value, frozen, 0);
  if (copied !== undefined || others === undefined) return copied;
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value}`);
  return freezeCopy(JSON.parse(text), "keep");
}

/** Like `freezeCopy`, but the copy is mutable. */
export function jsonCopy(value: unknown): JsonValue | undefined {
  return copy(value, mutable, 0) as JsonValue | undefined;
}

interface Copying {
  readonly isFrozen: boolean;
  /** The copies so far, by original, if what JSON can't represent is kept. */
  readonly kept?: Map<object, object> | undefined;
}

const frozen: Copying = { isFrozen: true };
const mutable: Copying = { isFrozen: false };

/** The same depth limit as `canonicalJson`. */
const maxDepth = 1000;

/** Copies a value recursively. */
function copy(value: unknown, copying: Copying, depth: number): unknown {
  const { isFrozen, kept } = copying;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : kept && value; // JSON has no -0
    case "object":
      if (value === null || (isFrozen && isFrozenJson(value))) return value;
      if (kept === undefined && depth === maxDepth) return undefined;
      if (Array.isArray(value)) return kept?.get(value) ?? copyArray(value, copying, depth);
      return isPlain(value) ? (kept?.get(value) ?? copyObject(value, copying, depth)) : kept && value;
    default:
      return kept && value;
  }
}

function copyArray(value: readonly unknown[], copying: Copying, depth: number): unknown {
  const items: unknown[] = [];
  copying.kept?.set(value, items);
  for (const item of value) {
    const copied = copy(item, copying, depth + 1);
    if (copied === undefined && copying.kept === undefined) return undefined;
    items.push(copied);
  }
  return finished(items, copying, depth);
}

function copyObject(value: object, copying: Copying, depth: number): unknown {
  const result: Record<string, unknown> = {};
  copying.kept?.set(value, result);
  const source = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(source)) {
    const member = source[key];
    if (member === undefined) continue;
    const copied = copy(member, copying, depth + 1);
    if (copied === undefined) return undefined;
    if (key === "__proto__") define(result, key, copied);
    else result[key] = copied;
  }
  return finished(result, copying, depth);
}

/** Freezes a copy, and marks the outermost one if it is JSON. */
function finished<Value extends object>(copied: Value, { isFrozen, kept }: Copying, depth: number): Value {
  if (!isFrozen) return copied;
  return depth === 0 && kept === undefined ? markFrozenJson(copied) : Object.freeze(copied);
}

/** Defines an own property, also when its name is `__proto__`. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Whether an object has no class: its prototype is `null` or the `Object.prototype` of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isFrozenJson(value)) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

/** Determines the JSON type of a value, and compares JSON values. */
import type { JsonSchemaType } from "@helve/core";
import { isObject } from "@helve/core/internal";

/** The JSON Schema type of a value, `"integer"` for whole numbers; `undefined` if JSON can't represent the value. */
export function jsonTypeOf(value: unknown): JsonSchemaType | undefined {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
      if (Number.isInteger(value)) return "integer";
      return Number.isFinite(value) ? "number" : undefined;
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "array" : "object";
    default:
      return undefined;
  }
}

/** Whether two values are equal as JSON; only own properties count. */
export function jsonEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEquals(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key], b[key]))
  );
}

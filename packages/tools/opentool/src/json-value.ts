/** Tests the JSON type of a value, and reads own properties. */
import { isObject } from "@helve/core/internal";

/** Whether a value is of a JSON type; a type that JSON Schema does not know has no values. */
export function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** Returns an object's own property; `undefined` if it is missing. Faster than `ownMember`, but only for objects. */
export function ownProperty(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = object[name];
  return value === undefined || Object.hasOwn(object, name) ? value : undefined;
}

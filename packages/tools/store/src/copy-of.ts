/** Copies values of a store, and refuses what JSON can't represent. */
import type { JsonValue } from "@helve/core";
import { isObject, jsonCopy, jsonPointer } from "@helve/core/internal";
import { StoreError } from "./store-error.ts";

/** Copies a value of a store. @throws StoreError `invalid_value` if JSON can't represent it, with the place */
export function copyOf(value: unknown, key: string): JsonValue {
  const copy = jsonCopy(value);
  if (copy !== undefined) return copy;
  const path = placeOfProblem(value);
  const where = path === "" ? "it" : `what is at ${path}`;
  const message = `The value of ${JSON.stringify(key)} can't be stored, since JSON can't represent ${where}: a date, a function, NaN, a hole in a list, a cycle or more than 1000 levels`;
  throw new StoreError("invalid_value", message, { issues: [{ code: "invalid_value", message, path }] });
}

/** The JSON Pointer of the innermost value that can't be copied. A cycle is cut where it is found. */
function placeOfProblem(value: unknown): string {
  const path: string[] = [];
  const seen = new Set<unknown>();
  for (let at = value; (isObject(at) || Array.isArray(at)) && !seen.has(at); ) {
    seen.add(at);
    const names = Array.isArray(at) ? Array.from(at.keys(), String) : Object.keys(at);
    const holder = at as Readonly<Record<string, unknown>>;
    const name = names.find(
      (name) => jsonCopy({ [name]: holder[name] }) === undefined || (Array.isArray(at) && holder[name] === undefined),
    );
    if (name === undefined) break;
    path.push(name);
    at = holder[name];
  }
  return jsonPointer(path);
}

import type { Issue, JsonValue } from "@helve/core";
import { jsonCopy, jsonPointer } from "@helve/core/internal";
import { isBytes } from "../bytes.ts";

/**
 * Converts a value that a tool returned to JSON. Adds an issue for each part that `JSON.stringify` would drop or change: a `Map`
 * would become `{}`, `NaN` would become `null`. As usual, properties that are `undefined` are left out, objects with a `toJSON`
 * method are converted by it, and other objects of a class by their own properties, if they have any.
 *
 * @param issues - the issues are added to this list
 * @param path - the location of the value in the result
 */
export function resultJson(value: unknown, issues: Issue[], path: Path = []): JsonValue {
  return jsonCopy(value) ?? convert(value, path, { issues, ancestors: new Set() }) ?? null;
}

type Path = readonly (string | number)[];

interface Conversion {
  readonly issues: Issue[];
  /** The objects that contain the current value. */
  readonly ancestors: Set<object>;
}

/** The depth limit of JSON everywhere in Helve. */
const maxDepth = 1000;

/** How many issues are collected; a list of a million maps has a million. */
const maxIssues = 10;

/** Converts a value; `undefined` if it is left out, or if it has an issue. */
function convert(value: unknown, path: Path, conversion: Conversion): JsonValue | undefined {
  const { issues, ancestors } = conversion;
  if (value === undefined || value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0; // JSON has no -0
  const problem = problemOf(value, ancestors);
  if (problem !== undefined || typeof value !== "object") {
    const where = path.length === 0 ? "it" : `"${pathText(path)}"`;
    if (issues.length < maxIssues) {
      issues.push({ code: "not_json", message: `${where} is ${problem}`, path: jsonPointer(path) });
    }
    return undefined;
  }
  ancestors.add(value);
  const converted = hasToJson(value)
    ? convertJson(value.toJSON(String(path.at(-1) ?? "")), path, conversion)
    : convertParts(value, path, conversion);
  ancestors.delete(value);
  return converted;
}

/** Converts what a `toJSON` method returned; as in `JSON.stringify`, it is not called again. */
function convertJson(json: unknown, path: Path, conversion: Conversion): JsonValue | undefined {
  return typeof json === "object" && json !== null && hasToJson(json)
    ? convertParts(json, path, conversion)
    : convert(json, path, conversion);
}

/** Converts the items of a list, or the members of an object. */
function convertParts(value: object, path: Path, conversion: Conversion): JsonValue {
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => convert(item, [...path, index], conversion) ?? null);
  }
  const entries = Object.entries(value).flatMap(([key, member]) => {
    const converted = convert(member, [...path, key], conversion);
    return converted === undefined ? [] : [[key, converted] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns why JSON can't represent a value, and what the tool can return instead; `undefined` if JSON can. */
function problemOf(value: unknown, ancestors: ReadonlySet<object>): string | undefined {
  switch (typeof value) {
    case "object":
      if (value === null) return undefined;
      if (ancestors.has(value)) return "an object that contains itself";
      if (ancestors.size >= maxDepth) return `nested more than ${maxDepth} levels deep`;
      return objectProblem(value);
    case "number":
      return `${value}; return null or a text`;
    case "bigint":
      return "a bigint; return a number or a text";
    case "function":
      return "a function; return the value that it computes";
    default:
      return `a ${typeof value}; return a text`;
  }
}

function objectProblem(value: object): string | undefined {
  if (isBytes(value)) return `${article(className(value))}; return a text, such as the base64 of the bytes`;
  if (value instanceof Date && Number.isNaN(value.getTime())) return "an invalid Date";
  if (Array.isArray(value) || hasToJson(value) || isPlain(value)) return undefined;
  const name = className(value);
  // Such as a row of a database: its properties are what `JSON.stringify` represents.
  if (name !== "Error" && !alternatives.has(name) && Object.keys(value).length > 0) return undefined;
  return `${article(name)}; ${alternatives.get(name) ?? "return a plain object, or give its class a `toJSON` method"}`;
}

/** What a tool can return instead of an object of a class. */
const alternatives: ReadonlyMap<string, string> = new Map([
  ["Map", "return `Object.fromEntries(map)` or `[...map]`"],
  ["Set", "return `[...set]`"],
  ["Response", "return `await response.text()` or `await response.json()`"],
  ["Blob", "return `await blob.text()`"],
  ["Promise", "await it"],
  ["Error", "throw it"],
  ["Headers", "return `Object.fromEntries(headers)`"],
  ["FormData", "return `Object.fromEntries(data)`"],
  ["URLSearchParams", "return `Object.fromEntries(parameters)` or a text"],
  ["Generator", "return a list: `[...values]`"],
]);

/** Returns the name of an object's class: `Map`, also for objects of another realm. */
function className(value: object): string {
  if (value instanceof Error) return "Error";
  const creator = (value as { readonly constructor?: unknown }).constructor;
  const name: unknown = typeof creator === "function" ? creator.name : "";
  // The constructor of a generator has no name, but its tag has.
  return typeof name === "string" && name !== "" ? name : Object.prototype.toString.call(value).slice(8, -1);
}

function article(name: string): string {
  return `${/^[AEIOU]/i.test(name) ? "an" : "a"} ${name}`;
}

/** Returns whether an object has no class: its prototype is `null` or the `Object.prototype` of any realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/** Returns a path as text: `rows[0].tags`. */
function pathText(path: Path): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}

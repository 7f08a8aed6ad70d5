import type { Issue, JsonValue } from "@helve/core";
import { jsonPointer, shortPath } from "@helve/core/internal";
import { isBytes } from "../bytes.ts";
import { maxOutputSize, maxOutputValues, OutputLimitError } from "../output-limit.ts";

/**
 * Converts a value that a tool returned to JSON, deeply frozen. Adds an issue for each part that `JSON.stringify` would drop or change: a `Map`
 * would become `{}`, `NaN` would become `null`. As usual, properties that are `undefined` are left out, objects with a `toJSON`
 * method are converted by it, and other objects of a class by their own properties, if they have any.
 *
 * @param issues - the issues are added to this list
 * @param path - the location of the value in the result
 * @throws OutputLimitError if the value is larger than the limits: a list of a hundred million empty places, or a small list that
 *   contains another one twice, which contains another one twice, and so on
 */
export function resultJson(value: unknown, issues: Issue[], path: readonly (string | number)[] = []): JsonValue {
  const place = path.reduce<Place | undefined>((parent, key) => ({ parent, key }), undefined);
  return convert(value, place, { issues, ancestors: new Set(), values: 0, size: 0 }) ?? null;
}

/** The location of a value: its name or index, and the location of what contains it; `undefined` for the whole value. */
type Place = { readonly parent: Place | undefined; readonly key: string | number } | undefined;

interface Conversion {
  readonly issues: Issue[];
  /** The objects that contain the current value. */
  readonly ancestors: Set<object>;
  /** How many values were read. */
  values: number;
  /** How many characters their texts and names have. */
  size: number;
}

/** The depth limit of JSON everywhere in Helve. */
const maxDepth = 1000;

/** How many issues are collected; a list of a million maps has a million. After that, nothing more is read. */
const maxIssues = 10;

/** Converts a value; `undefined` if it is left out, or if it has an issue. */
function convert(value: unknown, place: Place, conversion: Conversion): JsonValue | undefined {
  const { issues, ancestors } = conversion;
  if (issues.length >= maxIssues) return undefined;
  if (++conversion.values > maxOutputValues) throw new OutputLimitError("a million values");
  if (typeof value === "string") return countText(value, conversion);
  if (value === undefined || value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0; // JSON has no -0
  const problem = problemOf(value, ancestors);
  if (problem !== undefined || typeof value !== "object") {
    const path = pathOf(place);
    const where = path.length === 0 ? "it" : `"${shortPath(pathText(path))}"`;
    issues.push({ code: "not_json", message: `${where} is ${problem}`, path: jsonPointer(path) });
    return undefined;
  }
  ancestors.add(value);
  const converted = hasToJson(value)
    ? convertJson(value.toJSON(String(place?.key ?? "")), place, conversion)
    : convertParts(value, place, conversion);
  ancestors.delete(value);
  return converted;
}

/** Converts what a `toJSON` method returned; as in `JSON.stringify`, it is not called again. */
function convertJson(json: unknown, place: Place, conversion: Conversion): JsonValue | undefined {
  return typeof json === "object" && json !== null && hasToJson(json)
    ? convertParts(json, place, conversion)
    : convert(json, place, conversion);
}

/** Converts the items of a list, or the members of an object. */
function convertParts(value: object, parent: Place, conversion: Conversion): JsonValue {
  if (Array.isArray(value)) {
    if (value.length > maxOutputValues) throw new OutputLimitError("a million values");
    return Object.freeze(Array.from(value, (item, key) => convert(item, { parent, key }, conversion) ?? null));
  }
  const entries: (readonly [string, JsonValue])[] = [];
  for (const key of Object.keys(value)) {
    const member = convert((value as Readonly<Record<string, unknown>>)[key], { parent, key }, conversion);
    if (member !== undefined) entries.push([countText(key, conversion), member]);
  }
  return Object.freeze(Object.fromEntries(entries));
}

/** Returns a text after counting its characters. */
function countText(text: string, conversion: Conversion): string {
  conversion.size += text.length;
  if (conversion.size > maxOutputSize) throw new OutputLimitError();
  return text;
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

/** Says why an object cannot be a result as JSON, such as bytes or an invalid date; undefined if it can. */
function objectProblem(value: object): string | undefined {
  if (isBytes(value)) return `${article(className(value))}; return a text, such as the base64 of the bytes`;
  if (value instanceof Date && Number.isNaN(value.getTime())) return "an invalid Date";
  if (Array.isArray(value) || hasToJson(value) || isPlain(value)) return undefined;
  const name = className(value);
  // Such as a row of a database: its properties are what `JSON.stringify` represents.
  if (name !== "Error" && !alternatives.has(name) && Object.keys(value).length > 0) return undefined;
  return `${article(name)}; ${alternatives.get(name) ?? "return a plain object, or give its class a `toJSON` method"}`;
}

/** Alternatives to returning an object of a class, for error messages. */
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

/** Returns a location as the names and indexes from the whole value on. */
function pathOf(place: Place): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** Returns a path as text: `rows[0].tags`. */
function pathText(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}

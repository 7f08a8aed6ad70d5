import { jsonPointer } from "./internal/json-pointer.ts";
import type { Issue } from "./issue.ts";
import { IssuesError } from "./issues-error.ts";

/** A value has no canonical JSON: a part of it is nothing that JSON can say. */
export class NotJsonError extends IssuesError {
  override readonly code = "not_json";
}

const deepest = 1000;

/**
 * The one text of a JSON value (RFC 8785): no white space, keys sorted by UTF-16 units. Equal values give equal texts,
 * so that two argument objects can be compared, hashed or signed.
 *
 * A property that is `undefined` is left out, as `JSON.stringify` does.
 *
 * @throws NotJsonError naming every part that JSON can't say: a function, a date, `NaN`, a circle, nesting over 1000
 *
 * @example
 * canonicalJson({ b: 1, a: [true, null] }); // '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  const writer: Writer = { path: [], above: [], issues: [] };
  const text = write(value, writer);
  if (writer.issues.length > 0) throw new NotJsonError(writer.issues);
  return text;
}

interface Writer {
  /** The keys from the whole to the value at hand. */
  readonly path: PropertyKey[];
  /** The objects from the whole to the value at hand. */
  readonly above: object[];
  readonly issues: Issue[];
}

function write(value: unknown, writer: Writer): string {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? JSON.stringify(value) : refuse(`the number ${value}`, writer);
    case "object":
      if (value === null) return "null";
      if (writer.above.includes(value)) return refuse("a circular reference", writer);
      if (writer.above.length === deepest) return refuse(`nesting deeper than ${deepest} levels`, writer);
      return writeObject(value, writer);
    case "undefined":
      return refuse("undefined", writer);
    default:
      return refuse(`a ${typeof value}`, writer);
  }
}

function writeObject(value: object, writer: Writer): string {
  if (Array.isArray(value)) {
    writer.above.push(value);
    const items = Array.from(value, (item, index) => writeMember(index, item, writer));
    writer.above.pop();
    return `[${items.join(",")}]`;
  }
  if (!isPlain(value)) return refuse(`a ${Object.prototype.toString.call(value).slice(8, -1)}`, writer);
  writer.above.push(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${writeMember(key, member, writer)}`);
  writer.above.pop();
  return `{${members.join(",")}}`;
}

function writeMember(key: PropertyKey, value: unknown, writer: Writer): string {
  writer.path.push(key);
  const text = write(value, writer);
  writer.path.pop();
  return text;
}

/** An object of an object literal or of `Object.create(null)`, also one from another realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refuse(what: string, { path, issues }: Writer): string {
  const pointer = jsonPointer(path);
  issues.push({ code: "not_json", message: `${pointer || "the value"}: JSON can't say ${what}`, path: pointer });
  return "null";
}

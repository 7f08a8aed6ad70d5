import type { Issue } from "./issue.ts";
import { IssuesError } from "./issues-error.ts";
import { jsonPointer } from "./json-pointer.ts";
import { shortPath } from "./short-path.ts";

/**
 * Formats a value as canonical JSON (RFC 8785): no white space, keys sorted by UTF-16 units. Equal values have equal
 * texts, so argument objects can be compared, hashed or signed.
 *
 * Properties that are `undefined` are left out, as in `JSON.stringify`.
 *
 * @throws NotJsonError naming every part that JSON can't represent: a function, a date, `NaN`, a cycle, more than 1000 levels
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

const maxDepth = 1000;

/** Thrown for a value that JSON can't represent. */
export class NotJsonError extends IssuesError {
  override readonly code = "not_json";
}

interface Writer {
  /** The keys from the root to the current value. */
  readonly path: PropertyKey[];
  /** The objects that contain the current value, outermost first. */
  readonly above: object[];
  readonly issues: Issue[];
}

/** Writes a value as canonical JSON. */
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
      if (writer.above.length === maxDepth) return refuse(`nesting deeper than ${maxDepth} levels`, writer);
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

/** Whether an object is a plain object, possibly from another realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Records an issue for a value that JSON can't represent. */
function refuse(what: string, { path, issues }: Writer): string {
  const pointer = jsonPointer(path);
  const message = `${shortPath(pointer) || "the value"}: JSON can't represent ${what}`;
  issues.push({ code: "not_json", message, path: pointer });
  return "null";
}

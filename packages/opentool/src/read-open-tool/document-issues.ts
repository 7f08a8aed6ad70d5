import { closestName, isObject, jsonPointer, quote } from "@helve/core/internal";
import { type Field, fieldsOf, type ObjectKind } from "../document-fields.ts";
import { member, place } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { isBefore } from "../opentool-version.ts";
import { listed, noun, shown } from "../value-text.ts";
import { type Members, type Reader, report } from "./document-reader.ts";
import { checkDocument, checkFunction, checkSchema } from "./object-rules.ts";

/** Reads a document, of any shape, once and finds what is wrong with it, in the order of the document. */
export function readDocument(document: unknown): Reader {
  const version = member(document, "opentool");
  const reader: Reader = {
    path: [],
    schemas: member(document, "schemas"),
    version: typeof version === "string" ? version : "",
    errors: [],
    warnings: [],
    misspelt: [],
    postponed: [],
  };
  readObject(document, "document", reader, 0);
  readPostponed(reader);
  return reader;
}

/** How many schemas may stand within one another. Anything deeper could not be compiled. */
const deepest = 100;

/** What stands deeper is read as well, so that nothing is missed, but not on the stack of what it stands in. */
function readPostponed(reader: Reader): void {
  const seen = new Set<object>();
  for (let next = reader.postponed.pop(); next !== undefined; next = reader.postponed.pop()) {
    // A value that was not read from a text may go round in a circle.
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    reader.path.splice(0, reader.path.length, ...next.path);
    readObject(next.schema, "schema", reader, next.depth);
  }
}

/** The fields of a kind of object by name: a document may have many thousands of such objects. */
interface FieldTable {
  readonly byName: ReadonlyMap<string, Field>;
  readonly needed: readonly Field[];
}

const tables: Readonly<Record<ObjectKind, FieldTable>> = {
  document: tableOf("document"),
  info: tableOf("info"),
  server: tableOf("server"),
  function: tableOf("function"),
  parameter: tableOf("parameter"),
  return: tableOf("return"),
  schema: tableOf("schema"),
};

function tableOf(kind: ObjectKind): FieldTable {
  const fields = fieldsOf[kind];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { byName, needed: fields.filter(({ isRequired }) => isRequired) };
}

/** @param depth - how many schemas it stands in */
function readObject(value: unknown, kind: ObjectKind, reader: Reader, depth: number): void {
  const table = tables[kind];
  if (!isObject(value)) {
    report(reader, wrong(value, "object"));
    return;
  }
  for (const { name, type = "any" } of table.needed) {
    if (member(value, name) === undefined) report(reader, missing(name, type));
  }
  checkKind(value, kind, reader);
  for (const name of Object.keys(value)) {
    const own = value[name];
    if (own === undefined) continue;
    const field = table.byName.get(name);
    if (field === undefined) readUnknown(name, [...table.byName.keys()], reader);
    else {
      reader.path.push(name);
      readField(own, field, reader, depth);
      reader.path.pop();
    }
  }
}

function checkKind(value: Members, kind: ObjectKind, reader: Reader): void {
  if (kind === "schema") checkSchema(value, reader);
  else if (kind === "function") checkFunction(value, reader);
  else if (kind === "document") checkDocument(value, reader);
}

function readField(value: unknown, field: Field, reader: Reader, depth: number): void {
  const { type, kind, within, choices, since } = field;
  if (since !== undefined && isBefore(reader.version, since)) reader.warnings.push(early(since, reader));
  if (field.isNullable && value === null) return;
  if (choices !== undefined && !choices.some((choice) => choice === value)) report(reader, noChoice(value, choices));
  else if (type !== undefined && !isOfType(type, value)) report(reader, wrong(value, type));
  else if (kind !== undefined) {
    if (within === undefined) readWithin(value, kind, reader, depth);
    else readEach(value, reader, (item) => readWithin(item, kind, reader, depth));
  } else if (field.items !== undefined) {
    const { items } = field;
    readEach(value, reader, (item) => isOfType(items, item) || report(reader, wrong(item, items)));
  }
}

/** Reads the items of a list, or the members of an object. */
function readEach(value: unknown, reader: Reader, read: (item: unknown) => void): void {
  const keys = Array.isArray(value) ? value.keys() : Object.keys(Object(value));
  for (const key of keys) {
    reader.path.push(key);
    read(Object(value)[key]);
    reader.path.pop();
  }
}

function readWithin(value: unknown, kind: ObjectKind, reader: Reader, depth: number): void {
  const isSchema = kind === "schema";
  if (isSchema && isObject(value) && depth > 0 && depth % deepest === 0) {
    if (depth === deepest) report(reader, { code: "depth", says: `is nested deeper than ${deepest} schemas` });
    reader.postponed.push({ schema: value, path: [...reader.path], depth: depth + 1 });
  } else readObject(value, kind, reader, isSchema ? depth + 1 : depth);
}

function readUnknown(name: string, known: readonly string[], { path, misspelt }: Reader): void {
  const meant = closestName(name, known);
  if (meant !== undefined) misspelt.push({ path: [...path], name, meant });
}

function wrong(value: unknown, type: string) {
  return { code: "type", says: `must be ${noun(type)} (got ${shown(value)})`, expected: type };
}

function noChoice(value: unknown, choices: readonly string[]) {
  const expected = listed(choices);
  return { code: "enum", says: `must be one of ${expected} (got ${shown(value)})`, expected };
}

function missing(name: string, type: string) {
  return { code: "required", at: [name], says: `is required (${noun(type)})`, expected: type };
}

function early(since: string, { path, version }: Reader) {
  const message = `${place(path)} is of OpenTool ${since} and later: write it as the version (got ${quote(version)})`;
  return { code: "newer_field", message, path: jsonPointer(path), expected: since };
}

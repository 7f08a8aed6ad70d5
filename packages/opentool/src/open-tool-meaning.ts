import { type Issue, jsonPointer, nearest, quoted } from "@helve/core";
import { schemaTypes } from "./document.ts";
import { isOfType } from "./is-of-type.ts";
import { member, place } from "./place.ts";
import { referencedName } from "./schema-ref.ts";
import { isSupported } from "./versions.ts";
import { listed, noun, shown } from "./words.ts";

/**
 * What is wrong with a document beyond the types of its fields: names, references, and fields that depend on another.
 * Reads only what has the right shape, so that it can run on any value.
 */
export function meaningIssues(document: unknown): readonly Issue[] {
  const reader: Reader = { schemas: member(document, "schemas"), issues: [] };
  readVersion(member(document, "opentool"), reader);
  const functions = items(member(document, "functions"));
  readNames(functions, ["functions"], reader);
  for (const [index, fn] of functions.entries()) readFunction(fn, ["functions", index], reader);
  for (const [name, schema] of members(reader.schemas)) {
    readSchema(schema, ["schemas", name], reader);
    readCircle(name, reader);
  }
  return reader.issues;
}

interface Reader {
  readonly schemas: unknown;
  readonly issues: Issue[];
}

type Path = readonly PropertyKey[];

function readVersion(version: unknown, reader: Reader): void {
  if (typeof version !== "string" || isSupported(version)) return;
  report("version", ["opentool"], `must be a version 1 or 2, such as "1.0.0" (got ${quoted(version)})`, reader);
}

function readFunction(fn: unknown, path: Path, reader: Reader): void {
  const name = member(fn, "name");
  if (typeof name === "string" && !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    report("name", [...path, "name"], `must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got ${quoted(name)})`, reader);
  }
  const parameters = items(member(fn, "parameters"));
  readNames(parameters, [...path, "parameters"], reader);
  for (const [index, parameter] of parameters.entries()) {
    readSchema(member(parameter, "schema"), [...path, "parameters", index, "schema"], reader);
  }
  readSchema(member(member(fn, "return"), "schema"), [...path, "return", "schema"], reader);
  for (const [event, returned] of members(member(fn, "stream"))) {
    readSchema(member(returned, "schema"), [...path, "stream", event, "schema"], reader);
  }
}

/** Names in a list of functions or of parameters are there once. */
function readNames(list: readonly unknown[], path: Path, reader: Reader): void {
  const first = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const name = member(item, "name");
    if (typeof name !== "string") continue;
    const other = first.get(name);
    if (other === undefined) first.set(name, index);
    else report("duplicate", [...path, index, "name"], `repeats ${quoted(name)} of ${place([...path, other])}`, reader);
  }
}

/** Schemas within schemas. Anything deeper could not be compiled. */
const deepest = 100;

function readSchema(schema: unknown, path: Path, reader: Reader, depth = 0): void {
  if (!isOfType("object", schema)) return;
  if (depth === deepest) {
    report("depth", path, `is nested deeper than ${deepest} schemas`, reader);
    return;
  }
  const ref = member(schema, "$ref");
  const properties = member(schema, "properties");
  if (ref === undefined) readTyped(schema, path, reader);
  else readRef(ref, [...path, "$ref"], reader);
  for (const [name, property] of members(properties)) {
    readSchema(property, [...path, "properties", name], reader, depth + 1);
  }
  readSchema(member(schema, "items"), [...path, "items"], reader, depth + 1);
}

/** The fields that depend on the type. */
function readTyped(schema: unknown, path: Path, reader: Reader): void {
  const type = member(schema, "type");
  if (type === undefined) {
    report(
      "required",
      [...path, "type"],
      `is required (one of ${listed(schemaTypes)}; or "$ref" in its place)`,
      reader,
    );
  }
  const needed = type === "object" ? "properties" : type === "array" ? "items" : undefined;
  if (needed !== undefined && member(schema, needed) === undefined) {
    report("required", [...path, needed], `is required where the type is ${quoted(String(type))} (an object)`, reader);
  }
  readEnum(member(schema, "enum"), type, [...path, "enum"], reader);
  if (type !== "object") return;
  readRequired(member(schema, "required"), member(schema, "properties"), [...path, "required"], reader);
}

function readEnum(choices: unknown, type: unknown, path: Path, reader: Reader): void {
  if (!Array.isArray(choices)) return;
  if (choices.length === 0) report("enum", path, "must have at least one value (got an empty list)", reader);
  const known = schemaTypes.find((name) => name === type);
  if (known === undefined) return;
  for (const [index, choice] of choices.entries()) {
    if (isOfType(known, choice)) continue;
    report("enum", [...path, index], `must be ${noun(known)}, as the type says (got ${shown(choice)})`, reader);
  }
}

function readRequired(required: unknown, properties: unknown, path: Path, reader: Reader): void {
  if (!isOfType("object", properties)) return;
  for (const [index, name] of items(required).entries()) {
    if (typeof name !== "string" || member(properties, name) !== undefined) continue;
    report("unknown_property", [...path, index], `must be one of the properties (${got(name, properties)})`, reader);
  }
}

function readRef(ref: unknown, path: Path, reader: Reader): void {
  if (typeof ref !== "string") return;
  const name = referencedName(ref);
  if (name === undefined) {
    report("ref", path, `must be "#/schemas/" and a name (got ${quoted(ref)})`, reader);
  } else if (member(reader.schemas, name) === undefined) {
    report("ref", path, `must name one of the schemas (${got(name, reader.schemas)})`, reader);
  }
}

/** References may go round through properties and items, but one that leads only to references has no shape at all. */
function readCircle(name: string, reader: Reader): void {
  const passed = new Set<string>();
  for (let next: string | undefined = name; next !== undefined; ) {
    passed.add(next);
    const ref = member(member(reader.schemas, next), "$ref");
    next = typeof ref === "string" ? referencedName(ref) : undefined;
    if (next === name) {
      report("ref", ["schemas", name, "$ref"], "must lead to a schema, not back to itself", reader);
      return;
    }
    if (next !== undefined && passed.has(next)) return;
  }
}

function got(name: string, known: unknown): string {
  const names = members(known).map(([key]) => key);
  const meant = nearest(name, names);
  const question = meant === undefined ? "" : `, did you mean ${quoted(meant)}?`;
  return `got ${quoted(name)}${question}; ${names.length === 0 ? "there are none" : `known: ${listed(names)}`}`;
}

function report(code: string, path: Path, what: string, { issues }: Reader): void {
  issues.push({ code, message: `${place(path)} ${what}`, path: jsonPointer(path) });
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function members(value: unknown): readonly (readonly [string, unknown])[] {
  return isOfType("object", value) ? Object.entries(Object(value)) : [];
}

import { closestName, quote } from "@helve/core/internal";
import { schemaTypes } from "../document.ts";
import { member, place } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { isSupported } from "../opentool-version.ts";
import { referencedName } from "../schema-references.ts";
import { listed, noun, shown } from "../value-text.ts";
import { type Members, type Reader, report } from "./document-reader.ts";

/** What a document must be beyond the types of its fields (OpenTool 1.0.0 §OpenTool). */
export function checkDocument(document: Members, reader: Reader): void {
  const version = member(document, "opentool");
  if (typeof version === "string" && !isSupported(version)) {
    const says = `must be a version 1 or 2, such as "1.0.0" (got ${quote(version)})`;
    report(reader, { code: "version", at: ["opentool"], says });
  }
  checkNames(member(document, "functions"), "functions", reader);
  checkCircles(reader);
}

/** What a function must be beyond the types of its fields (OpenTool 1.0.0 §Function). */
export function checkFunction(fn: Members, reader: Reader): void {
  const name = member(fn, "name");
  if (typeof name === "string" && !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    const says = `must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got ${quote(name)})`;
    report(reader, { code: "name", at: ["name"], says });
  }
  checkNames(member(fn, "parameters"), "parameters", reader);
}

/** Names in a list of functions or of parameters are there once. */
function checkNames(list: unknown, field: string, reader: Reader): void {
  if (!Array.isArray(list)) return;
  const first = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const name = member(item, "name");
    if (typeof name !== "string") continue;
    const other = first.get(name);
    if (other === undefined) first.set(name, index);
    else {
      const says = `repeats ${quote(name)} of ${place([...reader.path, field, other])}`;
      report(reader, { code: "duplicate", at: [field, index, "name"], says });
    }
  }
}

/** What a schema must be beyond the types of its fields (OpenTool 1.0.0 §Schema). */
export function checkSchema(schema: Members, reader: Reader): void {
  const ref = member(schema, "$ref");
  if (ref !== undefined) {
    checkRef(ref, reader);
    return;
  }
  const type = member(schema, "type");
  if (type === undefined) {
    const says = `is required (one of ${listed(schemaTypes)}; or "$ref" in its place)`;
    report(reader, { code: "required", at: ["type"], says });
  }
  const needed = type === "object" ? "properties" : type === "array" ? "items" : undefined;
  if (needed !== undefined && member(schema, needed) === undefined) {
    const says = `is required where the type is ${quote(String(type))} (an object)`;
    report(reader, { code: "required", at: [needed], says });
  }
  checkEnum(member(schema, "enum"), type, reader);
  if (type === "object") checkRequired(member(schema, "required"), member(schema, "properties"), reader);
}

function checkEnum(choices: unknown, type: unknown, reader: Reader): void {
  if (!Array.isArray(choices)) return;
  if (choices.length === 0) {
    report(reader, { code: "enum", at: ["enum"], says: "must have at least one value (got an empty list)" });
  }
  const known = schemaTypes.find((name) => name === type);
  if (known === undefined) return;
  for (const [index, choice] of choices.entries()) {
    if (isOfType(known, choice)) continue;
    const says = `must be ${noun(known)}, as the type says (got ${shown(choice)})`;
    report(reader, { code: "enum", at: ["enum", index], says });
  }
}

function checkRequired(required: unknown, properties: unknown, reader: Reader): void {
  if (!Array.isArray(required) || !isOfType("object", properties)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || member(properties, name) !== undefined) continue;
    const says = `must be one of the properties (${got(name, properties)})`;
    report(reader, { code: "unknown_property", at: ["required", index], says });
  }
}

function checkRef(ref: unknown, reader: Reader): void {
  if (typeof ref !== "string") return;
  const name = referencedName(ref);
  if (name === undefined) {
    const says = `must be "#/schemas/" and a name (got ${quote(ref)})`;
    report(reader, { code: "ref", at: ["$ref"], says });
  } else if (member(reader.schemas, name) === undefined) {
    const says = `must name one of the schemas (${got(name, reader.schemas)})`;
    report(reader, { code: "ref", at: ["$ref"], says });
  }
}

/** References may go round through properties and items, but one that leads only to references has no shape at all. */
function checkCircles(reader: Reader): void {
  const names = isOfType("object", reader.schemas) ? Object.keys(Object(reader.schemas)) : [];
  for (const name of names) {
    const passed = new Set<string>();
    for (let at: string | undefined = name; at !== undefined && !passed.has(at); ) {
      passed.add(at);
      const ref = member(member(reader.schemas, at), "$ref");
      at = typeof ref === "string" ? referencedName(ref) : undefined;
      if (at !== name) continue;
      const says = "must lead to a schema, not back to itself";
      report(reader, { code: "ref", at: ["schemas", name, "$ref"], says });
    }
  }
}

function got(name: string, known: unknown): string {
  const names = Object.keys(Object(known));
  const meant = closestName(name, names);
  const question = meant === undefined ? "" : `, did you mean ${quote(meant)}?`;
  return `got ${quote(name)}${question}; ${names.length === 0 ? "there are none" : `known: ${listed(names)}`}`;
}

/** Checks the rules of a document that go beyond field types: unique names, references, enum values. */
import { closestName, ownMember, quote } from "@helve/core/internal";
import { schemaTypes } from "../document.ts";
import { httpField, httpOperationProblems } from "../http-operation.ts";
import { pathText } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { isSupportedVersion } from "../opentool-version.ts";
import { documentSchemaName } from "../schema-references.ts";
import { typeNoun, valueList, valueText } from "../value-text.ts";
import { addError, type DocumentReader, type JsonMembers } from "./document-reader.ts";
import { cyclicNames } from "./reference-cycles.ts";

/**
 * Checks the rules for a document that go beyond field types: version, unique function names, reference cycles
 * (OpenTool 1.0.0 §OpenTool).
 */
export function checkDocumentRules(document: JsonMembers, reader: DocumentReader): void {
  const version = ownMember(document, "opentool");
  if (typeof version === "string" && !isSupportedVersion(version)) {
    const problem = `must be a version 1 or 2, such as "1.0.0" (got ${quote(version)})`;
    addError(reader, { code: "version", at: ["opentool"], problem });
  }
  checkUniqueNames(ownMember(document, "functions"), "functions", reader);
  checkReferenceCycles(reader);
}

/**
 * Checks the rules for a function that go beyond field types: a legal name, unique parameter names (OpenTool 1.0.0
 * §Function).
 */
export function checkFunctionRules(fn: JsonMembers, reader: DocumentReader): void {
  const name = ownMember(fn, "name");
  if (typeof name === "string" && !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    const problem = `must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got ${quote(name)})`;
    addError(reader, { code: "name", at: ["name"], problem });
  }
  checkUniqueNames(ownMember(fn, "parameters"), "parameters", reader);
}

/** Checks the `x-http` of a function, which `httpRequest` follows. */
export function checkHttpOperation(fn: JsonMembers, reader: DocumentReader): void {
  const operation = ownMember(fn, httpField) ?? undefined;
  if (operation === undefined) return;
  for (const { at, problem } of httpOperationProblems(operation)) {
    addError(reader, { code: "http", at: [httpField, ...at], problem });
  }
}

/** Checks that the names of functions or parameters are unique. */
function checkUniqueNames(list: unknown, field: string, reader: DocumentReader): void {
  if (!Array.isArray(list)) return;
  const first = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const name = ownMember(item, "name");
    if (typeof name !== "string") continue;
    const other = first.get(name);
    if (other === undefined) first.set(name, index);
    else {
      const problem = `repeats ${quote(name)} of ${pathText([...reader.path, field, other])}`;
      addError(reader, { code: "duplicate", at: [field, index, "name"], problem });
    }
  }
}

/**
 * Checks the rules for a schema that go beyond field types: references, enum values, required properties (OpenTool
 * 1.0.0 §Schema).
 */
export function checkSchemaRules(schema: JsonMembers, reader: DocumentReader): void {
  const ref = ownMember(schema, "$ref") ?? undefined;
  if (ref !== undefined) {
    checkReference(ref, reader);
    return;
  }
  const type = ownMember(schema, "type") ?? undefined;
  if (type === undefined) {
    const problem = `is required (one of ${valueList(schemaTypes)}; or "$ref" in its place)`;
    addError(reader, { code: "required", at: ["type"], problem });
  }
  const needed = type === "object" ? "properties" : type === "array" ? "items" : undefined;
  if (needed !== undefined && (ownMember(schema, needed) ?? undefined) === undefined) {
    const problem = `is required where the type is ${quote(String(type))} (an object)`;
    addError(reader, { code: "required", at: [needed], problem });
  }
  checkEnum(ownMember(schema, "enum"), type, reader);
  if (type === "object") checkRequired(ownMember(schema, "required"), ownMember(schema, "properties"), reader);
}

/** Checks that an enum is not empty and that its values have the schema's type or are null. */
function checkEnum(choices: unknown, type: unknown, reader: DocumentReader): void {
  if (!Array.isArray(choices)) return;
  if (choices.length === 0) {
    addError(reader, { code: "enum", at: ["enum"], problem: "must have at least one value (got an empty list)" });
  }
  const knownType = schemaTypes.find((name) => name === type);
  if (knownType === undefined) return;
  for (const [index, choice] of choices.entries()) {
    // SDKs allow null in every enum.
    if (choice === null || isOfType(knownType, choice)) continue;
    const problem = `must be ${typeNoun(knownType)} to match the type (got ${valueText(choice)})`;
    addError(reader, { code: "enum", at: ["enum", index], problem });
  }
}

/** Checks that each required name is one of the properties. */
function checkRequired(required: unknown, properties: unknown, reader: DocumentReader): void {
  if (!Array.isArray(required) || !isOfType("object", properties)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || ownMember(properties, name) !== undefined) continue;
    const problem = `must be one of the properties (${unknownNameText(name, properties)})`;
    addError(reader, { code: "unknown_property", at: ["required", index], problem });
  }
}

/** Checks that a `$ref` has the form `#/schemas/Name` and names one of the document's schemas. */
function checkReference(ref: unknown, reader: DocumentReader): void {
  if (typeof ref !== "string") return;
  const name = documentSchemaName(ref);
  if (name === undefined) {
    const problem = `must be "#/schemas/" and a name (got ${quote(ref)})`;
    addError(reader, { code: "ref", at: ["$ref"], problem });
  } else if (ownMember(reader.schemas, name) === undefined) {
    const problem = `must name one of the schemas (${unknownNameText(name, reader.schemas)})`;
    addError(reader, { code: "ref", at: ["$ref"], problem });
  }
}

/**
 * Adds an error for each named schema whose references lead back to itself and to nothing else. A cycle through
 * properties or items is allowed.
 */
function checkReferenceCycles(reader: DocumentReader): void {
  if (!isOfType("object", reader.schemas)) return;
  for (const name of cyclicNames(reader.schemas)) {
    const hasOwnRef = typeof ownMember(ownMember(reader.schemas, name), "$ref") === "string";
    const problem = "must not refer back to itself";
    addError(reader, { code: "ref", at: ["schemas", name, ...(hasOwnRef ? ["$ref"] : [])], problem });
  }
}

/** Describes an unknown name for a message: the closest known name, and the list of known names. */
function unknownNameText(name: string, candidates: unknown): string {
  const names = Object.keys(Object(candidates));
  const intended = closestName(name, names);
  const question = intended === undefined ? "" : `, did you mean ${quote(intended)}?`;
  return `got ${quote(name)}${question}; ${names.length === 0 ? "there are none" : `known: ${valueList(names)}`}`;
}

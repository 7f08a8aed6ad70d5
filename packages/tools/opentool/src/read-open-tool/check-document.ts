/** Checks every field of an OpenTool document against the specification's tables. */
import type { Issue } from "@helve/core";
import { closestName, isObject, jsonPointer, ownMember, quote } from "@helve/core/internal";
import { documentFields, type Field, isNullField, type ObjectKind } from "../document-fields.ts";
import { pathText } from "../json-path.ts";
import { isOfType } from "../json-value.ts";
import { isOlderVersion } from "../opentool-version.ts";
import { additionalKeywords } from "../schema-keywords.ts";
import { typeNoun, valueList, valueText } from "../value-text.ts";
import { addError, type DocumentReader, type Finding, type JsonMembers } from "./document-reader.ts";
import { checkArgumentsSchema, checkSchemaKeywords } from "./json-schema-rules.ts";
import { checkDocumentRules, checkFunctionRules, checkHttpOperation, checkSchemaRules } from "./object-rules.ts";

/** Checks every field of a document of any shape. */
export function checkDocumentFields(document: unknown): readonly Finding[] {
  const version = ownMember(document, "opentool");
  const reader: DocumentReader = {
    path: [],
    schemas: ownMember(document, "schemas"),
    version: typeof version === "string" ? version : "",
    findings: [],
    deferred: [],
  };
  checkObject(document, "document", reader, 0);
  checkDeferredSchemas(reader);
  return reader.findings;
}

/** How deeply schemas may be nested. Deeper schemas could not be compiled. */
const maxNesting = 100;

/** Checks the schemas that are nested too deeply for the call stack, so that no issue is missed. */
function checkDeferredSchemas(reader: DocumentReader): void {
  const seen = new Set<object>();
  for (let next = reader.deferred.pop(); next !== undefined; next = reader.deferred.pop()) {
    // A value that was not read from a text may go round in a circle.
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    reader.path.splice(0, reader.path.length, ...next.path);
    checkObject(next.schema, "schema", reader, next.depth);
  }
}

/** The fields of a kind of object by name: a document may have many thousands of such objects. */
interface FieldTable {
  readonly byName: ReadonlyMap<string, Field>;
  readonly required: readonly Field[];
}

const fieldTables: Readonly<Record<ObjectKind, FieldTable>> = {
  document: createFieldTable("document"),
  info: createFieldTable("info"),
  server: createFieldTable("server"),
  function: createFieldTable("function"),
  parameter: createFieldTable("parameter"),
  return: createFieldTable("return"),
  schema: createFieldTable("schema"),
};

/** The names of the fields of a kind of object, which a typo may be close to. */
function knownNames(kind: ObjectKind): readonly string[] {
  return [...fieldTables[kind].byName.keys(), ...(kind === "schema" ? additionalKeywords.keys() : [])];
}

/** Creates the table of the fields of one kind of object. */
function createFieldTable(kind: ObjectKind): FieldTable {
  const fields = documentFields[kind];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { byName, required: fields.filter(({ isRequired }) => isRequired) };
}

/**
 * Checks one object of a document, and the objects inside it.
 *
 * @param depth - the number of enclosing schemas
 */
function checkObject(value: unknown, kind: ObjectKind, reader: DocumentReader, depth: number): void {
  const table = fieldTables[kind];
  if (!isObject(value)) {
    addError(reader, typeViolation(value, "object"));
    return;
  }
  for (const { name, type = "any" } of table.required) {
    if (ownMember(value, name) === undefined) addError(reader, missingField(name, type));
  }
  checkObjectRules(value, kind, reader);
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    const field = table.byName.get(name);
    if (isNullField(member, name, kind, field)) reader.findings.push({ issue: nullFieldIssue(name, reader) });
    else if (field === undefined) checkUnknownField(name, kind, reader);
    else {
      reader.path.push(name);
      checkField(member, field, reader, depth);
      reader.path.pop();
    }
  }
}

/** Checks the rules of a kind of object that go beyond the types of its fields. */
function checkObjectRules(value: JsonMembers, kind: ObjectKind, reader: DocumentReader): void {
  if (kind === "schema") {
    checkSchemaRules(value, reader);
    checkSchemaKeywords(value, reader);
  } else if (kind === "function") {
    checkFunctionRules(value, reader);
    checkArgumentsSchema(value, reader);
    checkHttpOperation(value, reader);
  } else if (kind === "document") checkDocumentRules(value, reader);
}

/** Checks the value of one known field. */
function checkField(value: unknown, field: Field, reader: DocumentReader, depth: number): void {
  const { type, kind, container, choices, since } = field;
  if (since !== undefined && isOlderVersion(reader.version, since))
    reader.findings.push({ issue: newerFieldIssue(since, reader) });
  if (field.isNullable && value === null) return;
  if (choices !== undefined && !choices.some((choice) => choice === value))
    addError(reader, choiceViolation(value, choices));
  else if (type !== undefined && !isOfType(type, value)) addError(reader, typeViolation(value, type));
  else if (kind !== undefined) {
    if (container === undefined) checkNested(value, kind, reader, depth);
    else checkEach(value, reader, (item) => checkNested(item, kind, reader, depth));
  } else if (field.items !== undefined) {
    const { items } = field;
    checkEach(value, reader, (item) => isOfType(items, item) || addError(reader, typeViolation(item, items)));
  }
}

/**
 * Calls a function for each item of a list or each member of an object, with its key at the end of the reader's path.
 */
function checkEach(value: unknown, reader: DocumentReader, read: (item: unknown) => void): void {
  const keys = Array.isArray(value) ? value.keys() : Object.keys(Object(value));
  for (const key of keys) {
    reader.path.push(key);
    read(Object(value)[key]);
    reader.path.pop();
  }
}

/** Checks an object inside an object; a schema that is nested too deeply is checked later. */
function checkNested(value: unknown, kind: ObjectKind, reader: DocumentReader, depth: number): void {
  const isSchema = kind === "schema";
  if (isSchema && isObject(value) && depth > 0 && depth % maxNesting === 0) {
    if (depth === maxNesting)
      addError(reader, { code: "depth", problem: `is nested deeper than ${maxNesting} schemas` });
    reader.deferred.push({ schema: value, path: [...reader.path], depth: depth + 1 });
  } else checkObject(value, kind, reader, isSchema ? depth + 1 : depth);
}

/** Records an unknown field if its name is close to a known one. */
function checkUnknownField(name: string, kind: ObjectKind, { path, findings }: DocumentReader): void {
  if (kind === "schema" && additionalKeywords.has(name)) return;
  const intended = closestName(name, knownNames(kind));
  if (intended !== undefined) findings.push({ typo: { path: [...path], name, intended } });
}

/** Creates the warning for an optional field that is `null`. */
function nullFieldIssue(name: string, { path }: DocumentReader): Issue {
  const fieldPath = [...path, name];
  const message = `${pathText(fieldPath)} is null: read as absent`;
  return { code: "null_field", message, path: jsonPointer(fieldPath), severity: "warning" };
}

/** Creates the violation of a value that has the wrong type. */
function typeViolation(value: unknown, type: string) {
  return { code: "type", problem: `must be ${typeNoun(type)} (got ${valueText(value)})`, expected: type };
}

/** Creates the violation of a value that is not one of the choices. */
function choiceViolation(value: unknown, choices: readonly string[]) {
  const expected = valueList(choices);
  return { code: "enum", problem: `must be one of ${expected} (got ${valueText(value)})`, expected };
}

/** Creates the violation of a required field that is missing. */
function missingField(name: string, type: string) {
  return { code: "required", at: [name], problem: `is required (${typeNoun(type)})`, expected: type };
}

/** Creates the warning for a field of a later OpenTool version than the document's. */
function newerFieldIssue(since: string, { path, version }: DocumentReader): Issue {
  const message = `${pathText(path)} needs OpenTool ${since} or later (the document's version is ${quote(version)})`;
  return { code: "newer_field", message, path: jsonPointer(path), expected: since, severity: "warning" };
}

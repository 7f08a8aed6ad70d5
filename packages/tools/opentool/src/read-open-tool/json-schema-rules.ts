/** Checks the JSON Schema inside a document: `x-json-schema`, and keywords beside OpenTool's own fields. */
import type { JsonSchema } from "@helve/core";
import { jsonPointer, ownMember } from "@helve/core/internal";
import { jsonSchemaField } from "../document.ts";
import { isNullField } from "../document-fields.ts";
import { pathText } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";
import { additionalKeywords } from "../schema-keywords.ts";
import { type SchemaProblem, schemaProblems } from "../schema-problems.ts";
import { valueList, valueText } from "../value-text.ts";
import { addError, type DocumentReader, type JsonMembers } from "./document-reader.ts";

/** Checks the keywords of JSON Schema that a Schema Object has besides OpenTool's own fields, and `x-json-schema`. */
export function checkSchemaKeywords(schema: JsonMembers, reader: DocumentReader): void {
  checkJsonSchemaField(schema, reader);
  const others = Object.entries(schema).filter(([keyword, value]) => {
    return additionalKeywords.has(keyword) && value !== undefined && !isNullField(value, keyword, "schema", undefined);
  });
  if (others.length > 0) addProblems(Object.fromEntries(others), [], reader);
}

/** Checks the `x-json-schema` of a Function: its root is an object, and describes the function's parameters. */
export function checkArgumentsSchema(fn: JsonMembers, reader: DocumentReader): void {
  const schema = ownMember(fn, jsonSchemaField) ?? undefined;
  if (schema === undefined) return;
  if (!isSchema(schema)) {
    const problem = `must be a JSON Schema, an object (got ${valueText(schema)})`;
    addError(reader, { code: "keyword", at: [jsonSchemaField], problem });
    return;
  }
  checkJsonSchemaField(fn, reader);
  const described = Object.keys(isSchema(schema.properties) ? schema.properties : {});
  const parameters = ownMember(fn, "parameters");
  const names = Array.isArray(parameters) ? parameters.map((parameter: unknown) => ownMember(parameter, "name")) : [];
  const missing = described.filter((name) => !names.includes(name));
  const unknown = isClosed(schema) ? names.filter((name) => typeof name === "string" && !described.includes(name)) : [];
  for (const [list, text] of [
    [missing, "describes parameters that the function does not have"],
    [unknown, "refuses parameters of the function"],
  ] as const) {
    if (list.length === 0) continue;
    const path = [...reader.path, jsonSchemaField];
    const message = `${pathText(path)} ${text}: ${valueList(list)} (it is enforced in place of "parameters")`;
    reader.findings.push({ issue: { code: "parameters", message, path: jsonPointer(path), severity: "warning" } });
  }
}

/** Whether a root schema obviously refuses all properties that it does not name. */
function isClosed(schema: JsonSchema): boolean {
  return schema.additionalProperties === false && schema["patternProperties"] === undefined;
}

/** Checks that `x-json-schema` is a JSON Schema with valid keywords and references. */
function checkJsonSchemaField(owner: JsonMembers, reader: DocumentReader): void {
  const schema = ownMember(owner, jsonSchemaField) ?? undefined;
  if (schema === undefined || typeof schema === "boolean") return;
  if (isSchema(schema)) addProblems(schema, [jsonSchemaField], reader);
  else {
    const problem = `must be a JSON Schema: an object, true or false (got ${valueText(schema)})`;
    addError(reader, { code: "keyword", at: [jsonSchemaField], problem });
  }
}

/** Adds an error for each problem of a JSON Schema, and a warning for each probable typo. */
function addProblems(schema: JsonSchema, at: readonly PropertyKey[], reader: DocumentReader): void {
  for (const problem of schemaProblems(schema, reader.schemas ?? {})) addProblem(problem, at, reader);
}

/** Reports a problem of a JSON Schema, with the keyword that was probably meant. */
function addProblem(
  { code, path, problem, intended }: SchemaProblem,
  at: readonly PropertyKey[],
  reader: DocumentReader,
) {
  if (intended !== undefined) {
    const owner = [...reader.path, ...at, ...path.slice(0, -1)];
    reader.findings.push({ typo: { path: owner, name: String(path.at(-1)), intended } });
  } else if (code === "$ref") {
    const known = Object.keys(Object(reader.schemas)).map((name) => `#/schemas/${name}`);
    const list = known.length === 0 ? `there are no schemas` : `known: ${valueList(known)}`;
    addError(reader, { code: "ref", at: [...at, ...path], problem: `${problem}; ${list}` });
  } else {
    addError(reader, { code: code === "depth" ? "depth" : "keyword", at: [...at, ...path], problem });
  }
}

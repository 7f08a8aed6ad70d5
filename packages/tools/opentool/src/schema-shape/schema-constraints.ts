/** Lists the keywords of JSON Schema that a document's schema has besides OpenTool's own, in an easily compared form. */
import { canonicalJson, type JsonSchema } from "@helve/core";
import { type AdditionalKeywords, jsonSchemaField, type OpenToolFunction, type RefSchema } from "../document.ts";
import { additionalKeywords, mapReferences } from "../schema-keywords.ts";
import { documentSchemaName } from "../schema-references.ts";

/** The value of a keyword, with its references to the document's schemas taken out. */
export interface ConstraintValue {
  readonly value: unknown;
  /** The canonical JSON of the value; each reference to a schema of the document is replaced by `#/schemas`. */
  readonly text: string;
  /** The references to the document's schemas, in their order. */
  readonly references: readonly RefSchema[];
}

/** Whether a field of a schema is a keyword of JSON Schema besides OpenTool's own, or holds a whole JSON Schema. */
export function isConstraint(name: string): boolean {
  return name === jsonSchemaField || additionalKeywords.has(name);
}

/**
 * Returns the keywords of a schema by name, `x-json-schema` included.
 *
 * @throws NotJsonError if a keyword holds a value that JSON can't represent
 */
export function schemaConstraints(
  schema: AdditionalKeywords | Pick<OpenToolFunction, typeof jsonSchemaField>,
): ReadonlyMap<string, ConstraintValue> {
  const constraints = new Map<string, ConstraintValue>();
  for (const [name, value] of Object.entries(schema)) {
    if (!isConstraint(name) || value === undefined || (name === "additionalProperties" && value === true)) continue;
    constraints.set(name, constraintValue(name, value));
  }
  return constraints;
}

/** Returns the value of a constraint in a form in which equal constraints of two schemas are equal. */
function constraintValue(name: string, value: unknown): ConstraintValue {
  const references: RefSchema[] = [];
  const takeOut = (ref: string): string => {
    if (documentSchemaName(ref) === undefined) return ref;
    references.push({ $ref: ref });
    return "#/schemas";
  };
  const holder = (name === jsonSchemaField ? { not: value } : { [name]: value }) as JsonSchema;
  return { value, text: canonicalJson(Object.values(mapReferences(holder, takeOut))), references };
}

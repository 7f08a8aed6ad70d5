/** Collects the definitions of a JSON Schema that is assembled from a document: its named schemas, and embedded schemas. */
import type { JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { isSchema } from "../json-schema.ts";
import { toDraft2020 } from "../schema-drafts.ts";
import { mapReferences } from "../schema-keywords.ts";
import { definitionReference, documentSchemaName } from "../schema-references.ts";

/** The definitions that the assembled schema needs. */
export interface Definitions {
  readonly schemas: NonNullable<OpenTool["schemas"]>;
  /** The document's schemas that are referred to, with their names as definitions. */
  readonly used: Map<string, string>;
  /** Schemas with references to parts of themselves, by their names as definitions. */
  readonly embedded: Map<string, JsonSchema>;
  /** The names of definitions that can't be used for something else. */
  readonly taken: Set<string>;
}

/**
 * Creates the state for assembling a schema.
 *
 * @param ownNames - the names of the definitions that the root schema has already
 */
export function createDefinitions(schemas: Definitions["schemas"], ownNames: readonly string[]): Definitions {
  return { schemas, used: new Map(), embedded: new Map(), taken: new Set(ownNames) };
}

/** Converts a schema that becomes the root, or has only references to the document's schemas. */
export function rootSchema(schema: JsonSchema, definitions: Definitions): JsonSchema {
  return mapReferences(toDraft2020(schema), (ref) => documentReference(ref, definitions) ?? ref);
}

/**
 * Converts a schema that becomes a part of the root. References to parts of the schema itself would be relative to the
 * root there, so a schema with such references becomes a definition.
 */
export function embeddedSchema(schema: JsonSchema | boolean, definitions: Definitions): JsonSchema | boolean {
  if (!isSchema(schema)) return schema;
  let ownName: string | undefined;
  const ownReference = (ref: string): string => {
    ownName ??= unusedName("embedded", definitions);
    return definitionReference(ownName) + ref.slice(1);
  };
  const isRelative = (ref: string): boolean => ref === "#" || ref.startsWith("#/");
  const converted = mapReferences(toDraft2020(schema), (ref) => {
    const reference = documentReference(ref, definitions);
    if (reference !== undefined || !isRelative(ref) || schema["$id"] !== undefined) return reference ?? ref;
    return ownReference(ref);
  });
  if (ownName === undefined) return converted;
  definitions.embedded.set(ownName, converted);
  return { $ref: definitionReference(ownName) };
}

/** Converts a reference to one of the document's schemas; `undefined` for any other reference. */
function documentReference(ref: string, definitions: Definitions): string | undefined {
  const name = documentSchemaName(ref);
  if (name === undefined) return undefined;
  const existing = definitions.used.get(name);
  if (existing !== undefined) return definitionReference(existing);
  const definitionName = definitions.taken.has(name) ? unusedName(name, definitions) : name;
  definitions.taken.add(definitionName);
  definitions.used.set(name, definitionName);
  return definitionReference(definitionName);
}

/** Returns a name that neither a definition nor a schema of the document has. */
function unusedName(wanted: string, { schemas, taken }: Definitions): string {
  let name = wanted;
  for (let n = 2; taken.has(name) || Object.hasOwn(schemas, name); n++) name = `${wanted}_${n}`;
  taken.add(name);
  return name;
}

/** Collects the named schemas of a document that is created from tools of another format. */
import { canonicalJson, type Issue, type JsonSchema } from "@helve/core";
import { jsonPointer, referencePath, resolveReference } from "@helve/core/internal";
import { jsonSchemaField, type OpenTool, type Schema } from "../document.ts";
import { allSubschemas, isSchema } from "../json-schema.ts";
import { documentSchemaName } from "../schema-references.ts";
import { documentSchema } from "../to-open-tool-function/document-schema.ts";
import { createSchemaWriter } from "../to-open-tool-function/schema-writer.ts";

/** The named schemas of a document. */
export interface DocumentSchemas {
  /** The definitions by their names. */
  readonly definitions: Map<string, Definition>;
  /** The names of definitions that were found before. */
  readonly names: WeakMap<object, string>;
}

/** A schema of the input that becomes a named schema of the document. */
interface Definition {
  readonly schema: JsonSchema | boolean;
  /** The schema that contains it and that its references are relative to. */
  readonly root: JsonSchema;
  /** The path of the definition in the function source. */
  readonly path: readonly PropertyKey[];
  readonly owner: SchemaOwner;
  /** The result of {@link meaningText} for it. */
  meaning?: string;
}

/** The part of a tool that contains a root schema. */
export interface SchemaOwner {
  /** The name of a schema that is the whole root. */
  readonly rootName: string;
  /** The path of the root schema in the function source. */
  readonly path: readonly PropertyKey[];
  /** Moves a loss from the function source to the input. */
  relocate(loss: Issue): Issue;
}

/** Creates an empty collection. */
export function createDocumentSchemas(): DocumentSchemas {
  return { definitions: new Map(), names: new WeakMap() };
}

/**
 * Returns a function that replaces the references in a root schema by references to the document's schemas, and adds the
 * schemas that they name.
 *
 * @returns `undefined` if references can't be replaced: they name anchors or other documents
 */
export function documentReferences(
  root: JsonSchema,
  owner: SchemaOwner,
  schemas: DocumentSchemas,
): ((ref: string) => string) | undefined {
  if (!allSubschemas(root).every(({ schema, path }) => isSelfContained(schema, path.length === 0))) return undefined;
  return (ref) => addDefinition(ref, root, owner, schemas);
}

function isSelfContained(schema: JsonSchema, isRoot: boolean): boolean {
  const { $ref, $id, $anchor, $dynamicRef, $dynamicAnchor } = schema;
  if ([$anchor, $dynamicRef, $dynamicAnchor, isRoot ? undefined : $id].some((value) => value !== undefined))
    return false;
  return $ref === undefined || $ref === "#" || $ref.startsWith("#/");
}

/** Adds the schema that a reference names, unless it is there already, and returns the reference in the document. */
function addDefinition(ref: string, root: JsonSchema, owner: SchemaOwner, schemas: DocumentSchemas): string {
  const target = resolveReference(ref, root) as JsonSchema | boolean;
  const known = isSchema(target) ? schemas.names.get(target) : undefined;
  if (known !== undefined) return schemaReference(known);
  const path = referencePath(ref);
  const [keyword, last] = [path.at(-2), path.at(-1)];
  const isDefinition = path.length === 2 && (keyword === "$defs" || keyword === "definitions");
  const wanted = path.length === 0 ? owner.rootName : isDefinition ? String(last) : path.slice(1).join("_");
  const definition: Definition = { schema: target, root, path: [...owner.path, ...path], owner };
  const name = freeName(wanted, definition, schemas);
  schemas.definitions.set(name, schemas.definitions.get(name) ?? definition);
  if (isSchema(target)) schemas.names.set(target, name);
  return schemaReference(name);
}

/** Returns the name of an equal definition or, with a number if necessary, a name that is not in use. */
function freeName(wanted: string, definition: Definition, { definitions }: DocumentSchemas): string {
  const base = documentSchemaName(schemaReference(wanted)) === undefined ? "schema" : wanted;
  const text = definitions.has(base) ? meaningText(definition) : "";
  let name = base;
  for (let n = 2; ; n++) {
    const existing = definitions.get(name);
    if (existing === undefined || meaningText(existing) === text) return name;
    name = `${base}_${n}`;
  }
}

/** Returns a text that is equal for definitions with the same schema, including the schemas that it refers to. */
function meaningText(definition: Definition): string {
  definition.meaning ??= writtenMeaning(definition);
  return definition.meaning;
}

/** Returns a key that is equal for definitions with the same meaning. */
function writtenMeaning({ schema, root }: Definition): string {
  const reached = new Map<string, unknown>([["", schema]]);
  // The loop also visits references that are added while it runs.
  for (const [, current] of reached) {
    for (const { schema: part } of isSchema(current) ? allSubschemas(current) : []) {
      if (part.$ref !== undefined && !reached.has(part.$ref)) reached.set(part.$ref, resolveReference(part.$ref, root));
    }
  }
  return canonicalJson([...reached].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function schemaReference(name: string): string {
  return `#/schemas${jsonPointer([name])}`;
}

/**
 * Converts the collected schemas, and those that they refer to.
 *
 * @returns the schemas by name, and what other readers lose of them
 */
export function writeDocumentSchemas(schemas: DocumentSchemas): {
  readonly schemas: NonNullable<OpenTool["schemas"]>;
  readonly losses: readonly Issue[];
} {
  const written = new Map<string, Schema>();
  const losses: Issue[] = [];
  // The loop also visits definitions that are added while it runs.
  for (const [name, { schema, root, path, owner }] of schemas.definitions) {
    const writer = createSchemaWriter({ schema: root, path: owner.path }, (ref) =>
      addDefinition(ref, root, owner, schemas),
    );
    written.set(name, documentSchema(schema, path, writer));
    losses.push(...[...writer.losses.values()].map((loss) => owner.relocate(loss)));
  }
  for (const name of written.keys()) {
    if (isCircular(name, written)) written.set(name, { type: "object", properties: {}, [jsonSchemaField]: false });
  }
  return { schemas: Object.fromEntries(written), losses };
}

/** Whether a schema is a reference that leads back to itself and to nothing else, so that no value fits. */
function isCircular(name: string, schemas: ReadonlyMap<string, Schema>): boolean {
  const visited = new Set<string>();
  for (let current: string | undefined = name; current !== undefined && !visited.has(current); ) {
    visited.add(current);
    const schema: Schema | undefined = schemas.get(current);
    current = schema !== undefined && "$ref" in schema ? documentSchemaName(schema.$ref) : undefined;
    if (current === name) return true;
  }
  return false;
}

/**
 * Returns the definitions that a schema refers to, directly or through other definitions.
 *
 * @param $defs - the definitions that references of the form `#/$defs/Name` name
 */
export function reachableDefinitions(
  schema: JsonSchema,
  $defs: Readonly<Record<string, JsonSchema | boolean>>,
): Readonly<Record<string, JsonSchema | boolean>> {
  const reached = new Map<string, JsonSchema | boolean>();
  const pending: (JsonSchema | boolean)[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { schema: part } of isSchema(next) ? allSubschemas(next) : []) {
      const [keyword, name] = typeof part.$ref === "string" ? referencePath(part.$ref) : [];
      const definition =
        keyword === "$defs" && name !== undefined && Object.hasOwn($defs, name) ? $defs[name] : undefined;
      if (name === undefined || definition === undefined || reached.has(name)) continue;
      reached.set(name, definition);
      pending.push(definition);
    }
  }
  return Object.fromEntries(reached);
}

/** Follows the references of a document's schema and returns its content in an easily compared form. */
import { canonicalJson } from "@helve/core";
import { ownMember, withoutUndefined } from "@helve/core/internal";
import { jsonSchemaField, type OpenTool, type OpenToolFunction, type Schema, type TypedSchema } from "./document.ts";
import { documentFields, type ObjectKind } from "./document-fields.ts";
import { documentSchemaName } from "./schema-references.ts";
import { type ConstraintValue, isConstraint, schemaConstraints } from "./schema-shape/schema-constraints.ts";

/** The schemas of a document, by name. */
export type NamedSchemas = NonNullable<OpenTool["schemas"]>;

/** The meaning of a schema after following references, without irrelevant details such as the order of an enum. */
export interface SchemaShape {
  /** The type; the reference itself if it can't be resolved. */
  readonly type: string;
  /** The name of the schema that the references lead to; absent if there are no references. */
  readonly named?: string;
  /** Whether the schema is a reference that can't be resolved. */
  readonly isUnresolved: boolean;
  /** The distinct descriptions found while following references, one per line. */
  readonly description: string | undefined;
  /** The description of the referenced schema itself. */
  readonly ownDescription: string | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  readonly items: Schema | undefined;
  /** The values to choose from, by their canonical JSON. */
  readonly choices: ReadonlyMap<string, unknown> | undefined;
  /** The keywords of JSON Schema besides OpenTool's own, by name; those beside references included. */
  readonly constraints: ReadonlyMap<string, ConstraintValue>;
  /** A text of the keywords beside references, which the named schema doesn't have; empty if not found. */
  readonly refinement: string;
  readonly unknown: ReadonlyMap<string, unknown>;
}

/**
 * Follows a schema's references and returns its shape. OpenTool's own fields beside a reference are ignored, except
 * for the description.
 *
 * @throws NotJsonError if an enum holds a value that JSON can't represent
 */
export function schemaShape(schema: Schema, schemas: NamedSchemas): SchemaShape {
  const texts: string[] = [];
  const visited = new Set<string>();
  let target = schema;
  let named: string | undefined;
  const beside = new Map<string, ConstraintValue>();
  while ("$ref" in target) {
    if (target.description !== undefined) texts.push(target.description);
    for (const [name, value] of schemaConstraints(target)) if (!beside.has(name)) beside.set(name, value);
    const name = documentSchemaName(target.$ref);
    const next: Schema | undefined = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (name === undefined || next === undefined || visited.has(name)) return unresolvedShape(target.$ref, texts);
    visited.add(name);
    named = name;
    target = next;
  }
  const ownDescription = target.description;
  if (ownDescription !== undefined) texts.push(ownDescription);
  return {
    type: target.type,
    named,
    isUnresolved: false,
    description: joinDescriptions(texts),
    ownDescription,
    properties: new Map(target.type === "object" ? Object.entries(target.properties ?? {}) : []),
    required: new Set(target.type === "object" ? target.required : []),
    items: target.type === "array" ? target.items : undefined,
    choices: enumChoices(target),
    constraints: new Map([...schemaConstraints(target), ...beside]),
    refinement: [...beside].map(([name, { text }]) => `${name} ${text}`).join(),
    unknown: unknownFields(target, "schema"),
  };
}

/** Creates the shape of a reference that can't be resolved. */
function unresolvedShape(ref: string, texts: readonly string[]): SchemaShape {
  return {
    type: ref,
    isUnresolved: true,
    description: joinDescriptions(texts),
    ownDescription: undefined,
    properties: new Map(),
    required: new Set(),
    items: undefined,
    choices: undefined,
    constraints: new Map(),
    refinement: "",
    unknown: new Map(),
  };
}

function joinDescriptions(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : [...new Set(texts)].join("\n");
}

/** Returns the enum values by their canonical JSON; `undefined` if the schema has no enum. */
function enumChoices(schema: TypedSchema): ReadonlyMap<string, unknown> | undefined {
  const values = ownMember(schema, "enum");
  return Array.isArray(values) ? new Map(values.map((value: unknown) => [canonicalJson(value), value])) : undefined;
}

/** Returns the fields of an object that OpenTool doesn't define, by name. */
export function unknownFields(object: object, kind: ObjectKind): ReadonlyMap<string, unknown> {
  const definedNames = new Set(documentFields[kind].map(({ name }) => name));
  const isKnown = (name: string): boolean => definedNames.has(name) || (kind === "schema" && isConstraint(name));
  return new Map(Object.entries(object).filter(([name, value]) => !isKnown(name) && value !== undefined));
}

/** Returns a schema that stands for the `x-json-schema` of a function; any object if it has none. */
export function wholeArguments(fn: OpenToolFunction): Schema {
  const schema = fn[jsonSchemaField];
  return withoutUndefined({ type: "object", properties: {}, [jsonSchemaField]: schema });
}

import { canonicalJson } from "@helve/core";
import type { OpenTool, Schema, TypedSchema } from "./document.ts";
import { fieldsOf, type ObjectKind } from "./document-fields.ts";
import { member } from "./json-path.ts";
import { referencedName } from "./schema-references.ts";

/** The schemas of a document, by name. */
export type Schemas = NonNullable<OpenTool["schemas"]>;

/** What a schema says, whether it is spelled out or named; without what means nothing, such as the order of an enum. */
export interface Shape {
  /** The type; the reference itself when it leads nowhere. */
  readonly type: string;
  /** The name of the schema that spells it out, when it is in the document's `schemas`. */
  readonly named?: string;
  /** Whether it is a reference that leads nowhere. */
  readonly isLost: boolean;
  /** The descriptions on the way, each text once, a line each. */
  readonly description: string | undefined;
  /** The description where it is spelled out. */
  readonly ownDescription: string | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  readonly items: Schema | undefined;
  /** The values to choose from, by their canonical JSON. */
  readonly choices: ReadonlyMap<string, unknown> | undefined;
  readonly unknown: ReadonlyMap<string, unknown>;
}

/**
 * Reads a schema, and follows it where it is a reference. What stands beside a reference is not looked at, but for its
 * description.
 *
 * @throws NotJsonError when an enum holds what JSON can't say
 */
export function shapeOf(schema: Schema, schemas: Schemas): Shape {
  const texts: string[] = [];
  const passed = new Set<string>();
  let at = schema;
  let named: string | undefined;
  while ("$ref" in at) {
    if (at.description !== undefined) texts.push(at.description);
    const name = referencedName(at.$ref);
    const target: Schema | undefined = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (name === undefined || target === undefined || passed.has(name)) return lost(at.$ref, texts);
    passed.add(name);
    named = name;
    at = target;
  }
  const ownDescription = at.description;
  if (ownDescription !== undefined) texts.push(ownDescription);
  return {
    type: at.type,
    ...(named !== undefined && { named }),
    isLost: false,
    description: joined(texts),
    ownDescription,
    properties: new Map(at.type === "object" ? Object.entries(at.properties ?? {}) : []),
    required: new Set(at.type === "object" ? at.required : []),
    items: at.type === "array" ? at.items : undefined,
    choices: choicesOf(at),
    unknown: unknownFields(at, "schema"),
  };
}

function lost(ref: string, texts: readonly string[]): Shape {
  return {
    type: ref,
    isLost: true,
    description: joined(texts),
    ownDescription: undefined,
    properties: new Map(),
    required: new Set(),
    items: undefined,
    choices: undefined,
    unknown: new Map(),
  };
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : [...new Set(texts)].join("\n");
}

function choicesOf(schema: TypedSchema): ReadonlyMap<string, unknown> | undefined {
  const values = member(schema, "enum");
  return Array.isArray(values) ? new Map(values.map((value: unknown) => [canonicalJson(value), value])) : undefined;
}

/** The fields of an object that OpenTool does not know, by name. */
export function unknownFields(object: object, kind: ObjectKind): ReadonlyMap<string, unknown> {
  const known = new Set(fieldsOf[kind].map(({ name }) => name));
  return new Map(Object.entries(object).filter(([name, value]) => !known.has(name) && value !== undefined));
}

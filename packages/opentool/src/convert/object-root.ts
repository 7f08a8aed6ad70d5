// Converts the schema of a tool's arguments to one whose root is a plain object: most providers refuse unions there.

import type { JsonSchema } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { keywordText } from "./keyword-text.ts";
import { mergedAllOf, resolvedSchema } from "./merge-all-of.ts";
import { addSchemaLoss, keywordValue, type SchemaWriter } from "./schema-losses.ts";

/** A schema whose root is a plain object, and what it does not say. */
export interface ObjectRoot {
  readonly schema: JsonSchema;
  /** Sentences for the tool's description. */
  readonly notes: readonly string[];
}

/**
 * Converts a schema to one of type `object` whose root has none of some keywords. It accepts at least the same objects.
 *
 * `allOf` is merged. Of a union, the properties of all members are merged; which of them belong together is a loss, and is
 * said in the notes. Other keywords are removed, which is a loss.
 *
 * @param refused - the keywords that the provider refuses at the root, besides `$ref`
 */
export function toObjectRoot(schema: JsonSchema, refused: ReadonlySet<string>, writer: SchemaWriter): ObjectRoot {
  const notes: string[] = [];
  const { $defs } = schema;
  let root = resolvedSchema(schema, writer.root) ?? schema;
  if (refused.has("allOf") && root.allOf !== undefined) {
    root = mergedAllOf(root, writer.root) ?? looselyMerged(root, writer, notes);
  }
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const members = root[keyword];
    if (!refused.has(keyword) || !Array.isArray(members)) continue;
    const { [keyword]: _, ...rest } = root;
    const objects = objectMembers(members, writer.root);
    root = withUnionProperties(rest, objects);
    const what = `${JSON.stringify(keyword)} at the root (the properties of its members are merged)`;
    addSchemaLoss(keyword, what, [keyword], writer);
    notes.push(unionNote(keyword, objects));
  }
  const removed = Object.entries(root).filter(([keyword]) => refused.has(keyword));
  for (const [keyword, value] of removed) {
    addSchemaLoss(keyword, `${keywordValue(keyword, value)} at the root`, [keyword], writer);
    const [text] = keywordText({ [keyword]: value });
    if (text !== undefined) notes.push(`The arguments: ${text}.`);
  }
  const kept = Object.fromEntries(Object.entries(root).filter(([keyword]) => !refused.has(keyword)));
  const { type: __, properties = {}, $defs: ___, ...others } = kept as JsonSchema;
  return {
    schema: { type: "object", properties, ...others, ...($defs !== undefined && { $defs }) },
    notes,
  };
}

/** Adds the notes to a tool's description. */
export function withNotes(description: string, notes: readonly string[]): string {
  return [description, ...notes].filter((text) => text !== "").join("\n");
}

/** Merges the properties of the members of an `allOf` that can't be merged without a loss. */
function looselyMerged(schema: JsonSchema, writer: SchemaWriter, notes: string[]): JsonSchema {
  const { allOf = [], ...own } = schema;
  const members = objectMembers(allOf, writer.root);
  addSchemaLoss("allOf", '"allOf" at the root (the properties of its members are merged)', ["allOf"], writer);
  const remaining = members.map(({ properties: _, required: __, type: ___, ...others }) => keywordText(others));
  for (const text of remaining.flat()) notes.push(`The arguments: ${text}.`);
  const merged = withUnionProperties(own, members);
  return { ...merged, required: [...new Set([own, ...members].flatMap(({ required = [] }) => required))] };
}

/** The members of a union or `allOf` as objects without `$ref`; a member of another type is left out. */
function objectMembers(members: readonly unknown[], root: JsonSchema, depth = 0): readonly JsonSchema[] {
  return members.flatMap((member) => {
    const found = resolvedSchema(member, root);
    const schema = found && (mergedAllOf(found, root) ?? found);
    if (schema === undefined || depth > maxDepth) return [];
    if (schema.type !== undefined && ![schema.type].flat().includes("object")) return [];
    const inner = schema.oneOf ?? schema.anyOf;
    if (!Array.isArray(inner)) return [schema];
    const { oneOf: _, anyOf: __, ...rest } = schema;
    return objectMembers(inner, root, depth + 1).map((part) => ({
      ...rest,
      ...part,
      properties: { ...rest.properties, ...part.properties },
      required: [...new Set([...(rest.required ?? []), ...(part.required ?? [])])],
    }));
  });
}

const maxDepth = 20;

/** Adds the properties of a union's members; those that all members require are required. */
function withUnionProperties(schema: JsonSchema, members: readonly JsonSchema[]): JsonSchema {
  const names = new Set(members.flatMap(({ properties = {} }) => Object.keys(properties)));
  const properties = Array.from(names, (name): readonly [string, JsonSchema | boolean] => {
    const schemas = members.map((member) => ownProperty(member, name)).filter((member) => member !== undefined);
    const own = ownProperty(schema, name);
    // `true` says nothing about a property: its members do.
    const isOwn = own !== undefined && own !== true && schemas.length < members.length;
    return [name, isOwn ? own : unionOf(schemas)];
  });
  const [firstRequired = [], ...otherRequired] = members.map(({ required = [] }) => required);
  const common = firstRequired.filter((name) => otherRequired.every((list) => list.includes(name)));
  const required = [...new Set([...(schema.required ?? []), ...common])];
  const isClosed = members.length > 0 && members.every(isClosedObject);
  return {
    ...schema,
    properties: Object.fromEntries([...Object.entries(schema.properties ?? {}), ...properties]),
    ...(required.length > 0 && { required }),
    ...(schema.additionalProperties === undefined && isClosed && { additionalProperties: false }),
  };
}

function isClosedObject({ additionalProperties, unevaluatedProperties }: JsonSchema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function ownProperty({ properties = {} }: JsonSchema, name: string): JsonSchema | boolean | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** A schema for the values of any of several schemas: fixed values become one `enum`, others one `anyOf`. */
function unionOf(schemas: readonly (JsonSchema | boolean)[]): JsonSchema | boolean {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = true] = distinct;
  if (distinct.length <= 1) return only;
  const choices = distinct.map(fixedValues);
  if (!choices.every((list) => list !== undefined)) return { anyOf: distinct };
  const types = [...new Set(distinct.map((schema) => (isSchema(schema) ? schema.type : undefined)))];
  const [type] = types;
  return {
    ...(types.length === 1 && type !== undefined && { type }),
    enum: [...new Set(choices.flat())],
  };
}

/** The values of a schema that has only `const` or `enum` beside its type. */
function fixedValues(schema: JsonSchema | boolean): readonly unknown[] | undefined {
  if (!isSchema(schema)) return undefined;
  const { const: value, enum: choices, type: _, ...others } = schema;
  if (Object.keys(others).length > 0) return undefined;
  return Object.hasOwn(schema, "const") ? [value] : choices;
}

/** Says which arguments belong together: `Exactly one of these sets of arguments: (kind: "circle", radius) or (…).` */
function unionNote(keyword: "oneOf" | "anyOf", members: readonly JsonSchema[]): string {
  const sets = members.map(({ properties = {}, required = [] }) => {
    const names = [...new Set([...required, ...Object.keys(properties)])];
    const parts = names.map((name) => {
      const values = fixedValuesText(ownProperty({ properties }, name));
      return `${name}${required.includes(name) ? "" : "?"}${values === undefined ? "" : `: ${values}`}`;
    });
    return `(${parts.join(", ")})`;
  });
  const count = keyword === "oneOf" ? "Exactly one" : "At least one";
  return `${count} of these sets of arguments: ${sets.join(" or ")}.`;
}

function fixedValuesText(schema: JsonSchema | boolean | undefined): string | undefined {
  if (!isSchema(schema)) return undefined;
  const values = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(" | ") : undefined;
}

/** Converts the schema of a tool's arguments to one whose root is a plain object: most providers refuse unions there. */
import { canonicalJson, type JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { keywordText } from "./keyword-text.ts";
import { mergedAllOf, resolvedSchema } from "./merge-all-of.ts";
import { areExclusive } from "./schema-kinds.ts";
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
    const objects = unionObjects(members, { root: writer.root, known: new Map() });
    root = withUnionProperties(rest, objects);
    if (rest["unevaluatedProperties"] !== undefined && !objects.every(namesItsProperties)) {
      const { unevaluatedProperties: _, ...open }: JsonSchema = root;
      root = open;
      addSchemaLoss("unevaluatedProperties", '"unevaluatedProperties" at the root', ["unevaluatedProperties"], writer);
    }
    const what = `${JSON.stringify(keyword)} at the root (the properties of its members are merged)`;
    addSchemaLoss(keyword, what, [keyword], writer);
    notes.push(unionNote(keyword, objects, writer.root));
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
    schema: { type: "object", properties, ...others, ...withoutUndefined({ $defs }) },
    notes,
  };
}

/** Merges the properties of the members of an `allOf` that can't be merged without a loss. */
function looselyMerged(schema: JsonSchema, writer: SchemaWriter, notes: string[]): JsonSchema {
  const { allOf = [], ...own } = schema;
  const search: Search = { root: writer.root, known: new Map() };
  addSchemaLoss("allOf", '"allOf" at the root (the properties of its members are merged)', ["allOf"], writer);
  const members = allOf.map((member) => {
    const objects = unionObjects([member], search);
    const [only, ...others] = objects;
    if (only !== undefined && others.length === 0) {
      const { properties: _, required: __, type: ___, ...remaining } = only;
      for (const text of keywordText(remaining)) notes.push(`The arguments: ${text}.`);
    } else if (objects.length > 0) {
      const { oneOf } = resolvedSchema(member, writer.root) ?? {};
      notes.push(unionNote(oneOf === undefined ? "anyOf" : "oneOf", objects, writer.root));
    }
    return mergedUnion(objects);
  });
  const merged = withUnionProperties(own, members, "all");
  return { ...merged, required: [...new Set([own, ...members].flatMap(({ required = [] }) => required))] };
}

/** The state of the search for the members of unions. */
interface Search {
  readonly root: JsonSchema;
  /** The objects of each reference; the objects of a reference that is being read are unknown. */
  readonly known: Map<string, readonly JsonSchema[]>;
}

/** Stands for a member that can't be read: it may have any properties. */
const anyObject: JsonSchema = { additionalProperties: true };

/** The members of a union as objects without `$ref`, each once; a member of another type is left out. */
function unionObjects(members: readonly unknown[], search: Search, depth = 0): readonly JsonSchema[] {
  const objects = members.flatMap((member) => objectsOf(member, search, depth));
  const distinct = [...new Map(objects.map((object) => [canonicalJson(object), object])).values()];
  return distinct.length > maxObjects ? [mergedUnion(distinct)] : distinct;
}

/** The objects of one member: several if it is a union itself. */
function objectsOf(member: unknown, search: Search, depth: number): readonly JsonSchema[] {
  if (member === false) return [];
  const ref = isSchema(member) && Object.keys(member).length === 1 ? member.$ref : undefined;
  const known = ref === undefined ? undefined : search.known.get(ref);
  if (known !== undefined) return known;
  if (ref !== undefined) search.known.set(ref, [anyObject]);
  const found = resolvedSchema(member, search.root);
  const schema = found && (mergedAllOf(found, search.root) ?? found);
  const objects = schema === undefined || depth > maxDepth ? [anyObject] : partsOf(schema, search, depth);
  if (ref !== undefined) search.known.set(ref, objects);
  return objects;
}

/** Combines an object with its unions and the members of its `allOf`. */
function partsOf(schema: JsonSchema, search: Search, depth: number): readonly JsonSchema[] {
  if (schema.type !== undefined && ![schema.type].flat().includes("object")) return [];
  const { oneOf, anyOf, allOf, ...own } = schema;
  const [union, other] = [oneOf, anyOf].filter((list) => Array.isArray(list));
  const others = [
    ...(other === undefined ? [] : [mergedUnion(unionObjects(other, search, depth + 1))]),
    ...(allOf ?? []).map((member) => mergedUnion(unionObjects([member], search, depth + 1))),
  ];
  const whole = others.reduce(combined, own);
  if (union === undefined) return [whole];
  return unionObjects(union, search, depth + 1).map((part) => combined(whole, part));
}

/** Combines two object schemas to one that accepts at least their common values. */
function combined(whole: JsonSchema, part: JsonSchema): JsonSchema {
  const properties = Object.entries(part.properties ?? {}).filter(
    // `true` says nothing about a property.
    ([name, schema]) => schema !== true || ownProperty(whole, name) === undefined,
  );
  return {
    ...whole,
    ...part,
    properties: Object.fromEntries([...Object.entries(whole.properties ?? {}), ...properties]),
    required: [...new Set([...(whole.required ?? []), ...(part.required ?? [])])],
  };
}

/** Combines a union of objects to one object schema that accepts at least their values. */
function mergedUnion(objects: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = objects;
  if (only !== undefined && others.length === 0) return only;
  return objects.every(namesItsProperties)
    ? withUnionProperties({}, objects)
    : { ...withUnionProperties({}, objects), ...anyObject };
}

const maxDepth = 20;

/** More members of a union are shown as one. */
const maxObjects = 100;

/**
 * Adds the properties of a union's members; those that all members require are required.
 *
 * @param needed - whether all members apply, as in `allOf`, not only one of them
 */
function withUnionProperties(
  schema: JsonSchema,
  members: readonly JsonSchema[],
  needed: "one" | "all" = "one",
): JsonSchema {
  const names = new Set(members.flatMap(({ properties = {} }) => Object.keys(properties)));
  const properties = Array.from(names, (name): readonly [string, JsonSchema | boolean] => {
    const listed = members.map((member) => ownProperty(member, name)).filter((member) => member !== undefined);
    const schemas =
      needed === "one" ? [...listed, ...otherSchemas(members, name)] : listed.filter((one) => one !== true);
    const own = ownProperty(schema, name);
    // `true` says nothing about a property: its members do.
    const isOwn = own !== undefined && own !== true && schemas.length < members.length;
    const union = unionOf(schemas);
    return [name, isOwn || union === true ? (own ?? union) : union];
  });
  const [firstRequired = [], ...otherRequired] = members.map(({ required = [] }) => required);
  const common = firstRequired.filter((name) => otherRequired.every((list) => list.includes(name)));
  const required = [...new Set([...(schema.required ?? []), ...common])];
  const isClosed = members.length > 0 && members.every(isClosedObject);
  return {
    ...schema,
    properties: Object.fromEntries([...Object.entries(schema.properties ?? {}), ...properties]),
    ...withoutUndefined({
      required: required.length > 0 ? required : undefined,
      additionalProperties: schema.additionalProperties === undefined && isClosed ? false : undefined,
    }),
  };
}

/** The schemas of a property in union members that do not name it, but allow other properties. */
function otherSchemas(members: readonly JsonSchema[], name: string): readonly (JsonSchema | boolean)[] {
  return members
    .filter((member) => ownProperty(member, name) === undefined && !namesItsProperties(member))
    .map(
      ({ additionalProperties = true, patternProperties }) => patternProperties !== undefined || additionalProperties,
    );
}

function isClosedObject(schema: JsonSchema): boolean {
  const { additionalProperties, unevaluatedProperties } = schema;
  return (
    namesItsProperties(schema) &&
    (additionalProperties === false || (unevaluatedProperties === false && !hasConditions(schema)))
  );
}

/** Whether other keywords may name properties. */
function hasConditions(schema: JsonSchema): boolean {
  return ["if", "dependentSchemas", "$ref", "$dynamicRef"].some((keyword) => schema[keyword] !== undefined);
}

/** Whether an object may only have the properties that it names. */
function namesItsProperties({ additionalProperties = false, patternProperties }: JsonSchema): boolean {
  return additionalProperties === false && Object.keys(Object(patternProperties)).length === 0;
}

function ownProperty({ properties = {} }: JsonSchema, name: string): JsonSchema | boolean | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** A schema for the values of any of several schemas: fixed values become one `enum`, others one `anyOf`. */
function unionOf(schemas: readonly (JsonSchema | boolean)[]): JsonSchema | boolean {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = true] = distinct;
  if (distinct.length <= 1 || distinct.includes(true)) return distinct.includes(true) || only;
  const choices = distinct.map(fixedValues);
  if (!choices.every((list) => list !== undefined)) return { anyOf: distinct };
  const types = [...new Set(distinct.map((schema) => (isSchema(schema) ? schema.type : undefined)))];
  const [type] = types;
  return withoutUndefined({
    type: types.length === 1 && type !== undefined ? type : undefined,
    enum: [...new Set(choices.flat())],
  });
}

/** The values of a schema that has only `const` or `enum` beside its type. */
function fixedValues(schema: JsonSchema | boolean): readonly unknown[] | undefined {
  if (!isSchema(schema)) return undefined;
  const { const: value, enum: choices, type: _, ...others } = schema;
  if (Object.keys(others).length > 0) return undefined;
  return Object.hasOwn(schema, "const") ? [value] : choices;
}

/** Describes which arguments belong together: `Exactly one of these sets of arguments: (kind: "circle", radius) or (…).` */
function unionNote(keyword: "oneOf" | "anyOf", members: readonly JsonSchema[], root: JsonSchema): string {
  const sets = members.map(({ properties = {}, required = [] }) => {
    const names = [...new Set([...required, ...Object.keys(properties)])];
    const parts = names.map((name) => {
      const values = fixedValuesText(ownProperty({ properties }, name));
      return `${name}${required.includes(name) ? "" : "?"}${values === undefined ? "" : `: ${values}`}`;
    });
    return `(${parts.join(", ")})`;
  });
  const objects = members.map((member): JsonSchema => ({ ...member, type: "object" }));
  const count = keyword === "oneOf" || areExclusive(objects, root) ? "Exactly one" : "At least one";
  return `${count} of these sets of arguments: ${sets.join(" or ")}.`;
}

function fixedValuesText(schema: JsonSchema | boolean | undefined): string | undefined {
  if (!isSchema(schema)) return undefined;
  const values = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(" | ") : undefined;
}

// Converts JSON Schema to the part of it that OpenAI's strict mode (structured outputs) accepts.

import { canonicalJson, type JsonSchema, type JsonSchemaType } from "@helve/core";
import { quote, resolveReference } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { mergedAllOf, resolvedSchema } from "./merge-all-of.ts";
import { schemaLimitLosses } from "./openai-limits.ts";
import { isSupportedPattern } from "./openai-schema.ts";
import { acceptsNull, areExclusive, fixedValues, namedTypes } from "./schema-kinds.ts";
import { addSchemaLoss, moveToDescription, type SchemaLoss, type SchemaWriter } from "./schema-losses.ts";

/** A schema for strict mode, or why there is none. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  /** What the schema does not say. */
  readonly losses: readonly SchemaLoss[];
  /** What strict mode can't represent: with any of them, the tool must not be strict. */
  readonly reasons: readonly SchemaLoss[];
}

/**
 * Converts the schema of a tool's arguments for strict mode: objects are closed, every property is required, an optional one
 * is nullable, and keywords that strict mode refuses are moved to descriptions.
 *
 * @param root - a portable schema
 */
export function toStrictSchema(root: JsonSchema): StrictSchema {
  const writer: StrictWriter = { root, losses: [], reasons: [] };
  const { $defs, ...body } = root;
  const schema = closeSchema(resolvedSchema(body, root) ?? body, [], writer);
  if (schema.type !== "object") addReason("type", "a union at the root", [], writer);
  const definitions = Object.entries($defs ?? {}).map(
    ([name, definition]) => [name, closeSchema(definition, ["$defs", name], writer)] as const,
  );
  const strict = { ...schema, ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) }) };
  return { schema: strict, losses: writer.losses, reasons: [...writer.reasons, ...schemaLimitLosses(strict)] };
}

interface StrictWriter extends SchemaWriter {
  readonly reasons: SchemaLoss[];
}

type Path = readonly PropertyKey[];

/** Records why the tool can't be strict. */
function addReason(code: string, what: string, path: Path, writer: StrictWriter): void {
  writer.reasons.push({ code, what, path });
}

/** Converts one schema and the schemas inside it. */
function closeSchema(schema: JsonSchema | boolean, path: Path, writer: StrictWriter): JsonSchema {
  if (!isSchema(schema)) {
    addReason("type", schema ? "a value of any type" : "a schema that matches no value", path, writer);
    return {};
  }
  if (schema.$ref !== undefined) return closeReference(schema, path, writer);
  if (schema.allOf !== undefined) {
    const merged = mergedAllOf(schema, writer.root);
    if (merged !== undefined) return closeSchema(merged, path, writer);
    addReason("allOf", '"allOf"', [...path, "allOf"], writer);
    return {};
  }
  for (const keyword of refusedKeywords) {
    if (schema[keyword] !== undefined) addReason(keyword, JSON.stringify(keyword), [...path, keyword], writer);
  }
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) return closeUnion(schema, path, writer);
  return closeTyped(schema, path, writer);
}

/** Keywords that strict mode refuses, and that say too much for a description. */
const refusedKeywords = [
  ...["not", "if", "then", "else", "dependentSchemas", "unevaluatedItems", "$dynamicRef", "$recursiveRef"],
];

/** Converts a reference: strict mode accepts no keywords beside it. */
function closeReference(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const { $ref = "", ...others } = moveToDescription(
    schema,
    path,
    (keyword) => keyword === "$ref" || keyword === "description" || !annotations.has(keyword),
    writer,
  );
  const { description, ...constraints } = others;
  if (resolveReference($ref, writer.root) === undefined) addReason("$ref", `"$ref": ${quote($ref)}`, path, writer);
  for (const keyword of Object.keys(constraints)) {
    addReason(keyword, `${JSON.stringify(keyword)} beside a reference`, [...path, keyword], writer);
  }
  return description === undefined ? { $ref } : { description, anyOf: [{ $ref }] };
}

/** Keywords that say nothing about which values are valid. */
const annotations: ReadonlySet<string> = new Set([
  ...["title", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment", "discriminator"],
]);

/** Converts a union: `oneOf` becomes `anyOf`, and a type beside it is moved into the members. */
function closeUnion(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const { anyOf, oneOf, type, ...others } = schema;
  const keyword = oneOf === undefined ? "anyOf" : "oneOf";
  const members = oneOf ?? anyOf ?? [];
  const { description, ...constraints } = moveToDescription(
    others,
    path,
    (name) => name === "description" || !annotations.has(name),
    writer,
  );
  for (const name of [...Object.keys(constraints), ...(anyOf && oneOf ? ["anyOf"] : [])]) {
    addReason(name, `${JSON.stringify(name)} beside ${JSON.stringify(keyword)}`, [...path, name], writer);
  }
  if (keyword === "oneOf" && !areExclusive(members, writer.root)) {
    addSchemaLoss("oneOf", 'that only one member of "oneOf" may match', [...path, "oneOf"], writer);
  }
  const closed = members.map((member, index) => {
    const isUntyped = type !== undefined && isSchema(member) && member.type === undefined && member.$ref === undefined;
    return closeSchema(isUntyped ? { type, ...member } : member, [...path, keyword, index], writer);
  });
  return { ...(description !== undefined && { description }), anyOf: closed };
}

/** Converts a schema with one or several types. */
function closeTyped(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const types = namedTypes(schema) ?? impliedType(schema, path, writer);
  const [type, ...more] = types.filter((name) => name !== "null");
  const isNullable = types.includes("null");
  if (type === undefined) {
    if (isNullable) return { ...described(schema), type: "null" };
    addReason("type", "a value of any type", path, writer);
    return {};
  }
  if (more.length === 0) {
    const closed = closeOfType(type, schema, path, writer);
    return isNullable ? toNullable(closed) : closed;
  }
  const { description, title: _, default: __, ...parts } = schema;
  const members = types.map((name) => closeOfType(name, parts, path, writer));
  return { ...(description !== undefined && { description }), anyOf: members };
}

/** The type whose keywords a schema without a type has. Values of other types, which it accepts, are a loss. */
function impliedType(schema: JsonSchema, path: Path, writer: StrictWriter): readonly JsonSchemaType[] {
  const found = impliedTypes.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined));
  if (found === undefined) return [];
  addSchemaLoss("type", `values of other types than ${found[0]}`, path, writer);
  return [found[0]];
}

const impliedTypes: readonly (readonly [JsonSchemaType, readonly string[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "patternProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** Converts a schema as one of a single type. */
function closeOfType(type: JsonSchemaType, schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  switch (type) {
    case "object":
      return closeObject(schema, path, writer);
    case "array":
      return closeList(schema, path, writer);
    case "null":
      return { type };
    default:
      return closeScalar(type, schema, path, writer);
  }
}

/** Converts an object: it is closed, every property is required, and an optional one is nullable. */
function closeObject(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const { properties = {}, required = [], additionalProperties, patternProperties, unevaluatedProperties } = schema;
  const isClosed = additionalProperties === false || (additionalProperties ?? unevaluatedProperties) === false;
  const names = Object.keys(properties);
  const isMap = !isClosed && ((additionalProperties ?? unevaluatedProperties) !== undefined || names.length === 0);
  if (isMap || Object.keys(Object(patternProperties)).length > 0) {
    addReason("additionalProperties", "properties that the schema does not name", path, writer);
  } else if (!isClosed) {
    addSchemaLoss("additionalProperties", "that there may be other properties", path, writer);
  }
  for (const name of required) {
    if (names.includes(name)) continue;
    addReason("required", `the required property ${JSON.stringify(name)} without a schema`, path, writer);
  }
  if (fixedValues(schema) !== undefined) addReason("enum", "fixed objects", [...path, "enum"], writer);
  const members = Object.entries(properties).flatMap(([name, property]) => {
    if (property === false && !required.includes(name)) return [];
    const closed = closeSchema(property, [...path, "properties", name], writer);
    const isOptional = !required.includes(name) && !acceptsNull(property, writer.root);
    return [[name, isOptional ? toNullable(closed) : closed] as const];
  });
  // OpenAI has refused unions whose members begin with the same property: the property that tells them apart is first.
  const tagsFirst = [
    ...members.filter(([, member]) => isTag(member)),
    ...members.filter(([, member]) => !isTag(member)),
  ];
  return {
    ...supportedPart(schema, path, objectKeywords, writer),
    type: "object",
    properties: Object.fromEntries(tagsFirst),
    required: tagsFirst.map(([name]) => name),
    additionalProperties: false,
  };
}

function isTag(schema: JsonSchema): boolean {
  return Object.hasOwn(schema, "const") || schema.enum?.length === 1;
}

const objectKeywords: ReadonlySet<string> = new Set([
  ...["properties", "required", "additionalProperties", "patternProperties", "unevaluatedProperties", "const", "enum"],
]);

/** Converts a list: all items have one schema. */
function closeList(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const { prefixItems, items, minItems, maxItems } = schema;
  const places: readonly (JsonSchema | boolean)[] = Array.isArray(prefixItems) ? prefixItems : [];
  const [first = items ?? true, ...others] = places;
  const rest = places.length > 0 && items === false ? [] : [items ?? true];
  if ([...others, ...rest].some((other) => canonicalJson(other) !== canonicalJson(first))) {
    addReason("prefixItems", "a list with a schema for each place", [...path, "prefixItems"], writer);
  }
  if (fixedValues(schema) !== undefined) addReason("enum", "fixed lists", [...path, "enum"], writer);
  const itemPath = places.length > 0 ? [...path, "prefixItems", 0] : [...path, "items"];
  const limits = [...(typeof maxItems === "number" ? [maxItems] : []), ...(rest.length === 0 ? [places.length] : [])];
  return {
    ...supportedPart(schema, path, listKeywords, writer),
    type: "array",
    items: closeSchema(first, itemPath, writer),
    ...(minItems !== undefined && { minItems }),
    ...(limits.length > 0 && { maxItems: Math.min(...limits) }),
  };
}

const listKeywords: ReadonlySet<string> = new Set([
  ...["items", "prefixItems", "minItems", "maxItems", "const", "enum"],
]);

/** Converts a string, a number or a boolean. */
function closeScalar(type: JsonSchemaType, schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const values = fixedValues(schema)?.filter((value) => isScalarOf(type, value));
  const keywords = type === "string" ? ["pattern", "format"] : type === "boolean" ? [] : numberKeywords;
  const part = supportedPart(schema, path, new Set(["const", "enum"]), writer, keywords);
  if (values === undefined) return { ...part, type };
  return Object.hasOwn(schema, "const") ? { ...part, type, const: values[0] } : { ...part, type, enum: values };
}

const numberKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

function isScalarOf(type: JsonSchemaType, value: unknown): boolean {
  return type === "integer" || type === "number" ? typeof value === "number" : typeof value === type;
}

/**
 * The description of a schema with those of its other keywords that strict mode accepts for its type. The others are moved
 * to the description; keywords of other types have no effect, and are left out.
 *
 * @param converted - the keywords that the caller converts
 */
function supportedPart(
  schema: JsonSchema,
  path: Path,
  converted: ReadonlySet<string>,
  writer: StrictWriter,
  keywords: readonly string[] = [],
): JsonSchema {
  const skipped = (keyword: string): boolean =>
    keyword === "type" || keyword === "$defs" || converted.has(keyword) || refusedKeywords.includes(keyword);
  const isForeign = (keyword: string): boolean =>
    typeKeywords.has(keyword) && !ownKeywords(converted, keywords).has(keyword);
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !skipped(keyword) && !isForeign(keyword)),
  );
  return moveToDescription(
    rest,
    path,
    (keyword, value) =>
      keyword === "description" || keyword === "title" || (keywords.includes(keyword) && isAccepted(keyword, value)),
    writer,
  );
}

/** The keywords that have an effect on a type, among them those that strict mode refuses. */
function ownKeywords(converted: ReadonlySet<string>, keywords: readonly string[]): ReadonlySet<string> {
  if (converted === objectKeywords) return keywordsByType.object;
  if (converted === listKeywords) return keywordsByType.array;
  if (keywords === numberKeywords) return new Set(numberKeywords);
  return keywords.length === 0 ? new Set() : keywordsByType.string;
}

const keywordsByType = {
  object: new Set(["minProperties", "maxProperties", "propertyNames", "dependentRequired", ...objectKeywords]),
  array: new Set(["uniqueItems", "contains", "minContains", "maxContains", ...listKeywords]),
  string: new Set(["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"]),
};

const typeKeywords: ReadonlySet<string> = new Set(
  [...Object.values(keywordsByType).flatMap((keywords) => [...keywords]), ...numberKeywords].filter(
    (keyword) => keyword !== "const" && keyword !== "enum",
  ),
);

/** Whether strict mode accepts the value of a keyword: not all formats, and no regular expression that looks around. */
function isAccepted(keyword: string, value: unknown): boolean {
  if (keyword === "format") return strictFormats.has(value);
  return keyword !== "pattern" || isSupportedPattern(value);
}

const strictFormats: ReadonlySet<unknown> = new Set([
  ...["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
]);

/** Extends a schema so that it also accepts `null`. */
function toNullable(schema: JsonSchema): JsonSchema {
  const { type, description, ...others } = schema;
  const isScalar = typeof type === "string" && type !== "object" && type !== "array" && !Object.hasOwn(others, "const");
  if (isScalar) return { ...schema, type: [type, "null"], ...(schema.enum && { enum: [...schema.enum, null] }) };
  const members = schema.anyOf ?? [{ ...(type !== undefined && { type }), ...others }];
  return { ...described(schema), anyOf: [...members, { type: "null" }] };
}

function described({ description }: JsonSchema): JsonSchema {
  return description === undefined ? {} : { description };
}

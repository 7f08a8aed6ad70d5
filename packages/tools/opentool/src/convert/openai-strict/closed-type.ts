/** Converts schemas of one type for OpenAI's strict mode: objects, lists and scalars. */
import { canonicalJson, type JsonSchema, type JsonSchemaType } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { isSupportedPattern } from "../openai-schema.ts";
import { acceptsNull, fixedValues } from "../schema-kinds.ts";
import { addSchemaLoss, moveToDescription } from "../schema-losses.ts";
import { addReason, type Path, refusedKeywords, type StrictWriter, toNullable } from "./strict-writer.ts";

/**
 * Converts a schema as one of a single type.
 *
 * @param writer - closes the schemas inside it
 */
export function closeOfType(type: JsonSchemaType, schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
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
    const closed = writer.close(property, [...path, "properties", name]);
    const isOptional = !required.includes(name) && !acceptsNull(property, writer.root);
    return [[name, isOptional ? toNullable(closed) : closed] as const];
  });
  // OpenAI has refused unions whose members begin with the same property: the property that tells them apart is first.
  const tagsFirst = [
    ...members.filter(([, member]) => isTag(member)),
    ...members.filter(([, member]) => !isTag(member)),
  ];
  return {
    type: "object",
    ...supportedPart(schema, path, { converted: objectKeywords }, writer),
    properties: Object.fromEntries(tagsFirst),
    required: tagsFirst.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Whether a schema allows only one value, so that it can tell the branches of a union apart. */
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
    type: "array",
    ...supportedPart(schema, path, { converted: listKeywords }, writer),
    items: writer.close(first, itemPath),
    ...withoutUndefined({ minItems, maxItems: limits.length > 0 ? Math.min(...limits) : undefined }),
  };
}

const listKeywords: ReadonlySet<string> = new Set([
  ...["items", "prefixItems", "minItems", "maxItems", "const", "enum"],
]);

/** Converts a string, a number or a boolean. */
function closeScalar(type: JsonSchemaType, schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const values = fixedValues(schema)?.filter((value) => isScalarOf(type, value));
  const keywords = type === "string" ? ["pattern", "format"] : type === "boolean" ? [] : numberKeywords;
  const part = supportedPart(schema, path, { converted: new Set(["const", "enum"]), keywords }, writer);
  if (values === undefined) return { type, ...part };
  return Object.hasOwn(schema, "const") ? { type, ...part, const: values[0] } : { type, ...part, enum: values };
}

const numberKeywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

function isScalarOf(type: JsonSchemaType, value: unknown): boolean {
  return type === "integer" || type === "number" ? typeof value === "number" : typeof value === type;
}

/** The keywords that strict mode accepts for a type, besides those that the caller converts. */
interface SupportedKeywords {
  readonly converted: ReadonlySet<string>;
  readonly keywords?: readonly string[];
}

/**
 * The description of a schema with its other keywords that strict mode accepts for its type. The others are moved
 * to the description; keywords of other types have no effect, and are left out.
 */
function supportedPart(
  schema: JsonSchema,
  path: Path,
  { converted, keywords = [] }: SupportedKeywords,
  writer: StrictWriter,
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

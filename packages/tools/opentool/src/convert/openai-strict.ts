/** Converts JSON Schema to the part of it that OpenAI's strict mode (structured outputs) accepts. */
import type { JsonSchema, JsonSchemaType } from "@helve/core";
import { quote, resolveReference, withoutUndefined } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { isAnnotation } from "../schema-keywords.ts";
import { mergedAllOf, resolvedSchema, withoutAllOf } from "./merge-all-of.ts";
import { closeOfType } from "./openai-strict/closed-type.ts";
import { schemaLimitLosses } from "./openai-strict/limits.ts";
import {
  addReason,
  described,
  type Path,
  refusedKeywords,
  type StrictWriter,
  toNullable,
} from "./openai-strict/strict-writer.ts";
import { areExclusive, namedTypes } from "./schema-kinds.ts";
import { addSchemaLoss, moveToDescription, type SchemaLoss } from "./schema-losses.ts";

/** A schema for OpenAI's strict mode, or the reasons why the schema can't be converted. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  /** The parts of the original that the schema does not express. */
  readonly losses: readonly SchemaLoss[];
  /** The parts that strict mode can't represent: with any of them, the tool must not be strict. */
  readonly reasons: readonly SchemaLoss[];
}

/**
 * Converts the schema of a tool's arguments for strict mode: objects are closed, every property is required, an optional one
 * is nullable, and keywords that strict mode refuses are moved to descriptions.
 *
 * @param root - a portable schema
 */
export function toStrictSchema(root: JsonSchema): StrictSchema {
  const writer: StrictWriter = {
    root,
    losses: [],
    reasons: [],
    close: (schema, path) => closeSchema(schema, path, writer),
  };
  const { $defs, ...body } = root;
  const base = resolvedSchema(body, root) ?? body;
  const merged = mergedAllOf(base, root) ?? base;
  const isObject = [merged.type, merged.anyOf, merged.oneOf, merged.allOf].every((keyword) => keyword === undefined);
  // Arguments are always objects.
  const schema = closeSchema(isObject ? { type: "object", ...merged } : merged, [], writer);
  if (schema.type !== "object") addReason("type", "a union at the root", [], writer);
  const definitions = Object.entries($defs ?? {}).map(
    ([name, definition]) => [name, closeSchema(definition, ["$defs", name], writer)] as const,
  );
  const strict = {
    ...schema,
    ...withoutUndefined({ $defs: definitions.length > 0 ? Object.fromEntries(definitions) : undefined }),
  };
  return { schema: strict, losses: writer.losses, reasons: [...writer.reasons, ...schemaLimitLosses(strict)] };
}

/** Converts one schema and the schemas inside it. */
function closeSchema(schema: JsonSchema | boolean, path: Path, writer: StrictWriter): JsonSchema {
  if (!isSchema(schema)) {
    addReason("type", schema ? "a value of any type" : "a schema that matches no value", path, writer);
    return {};
  }
  if (schema.$ref !== undefined) return closeReference(schema, path, writer);
  if (schema.allOf !== undefined) {
    const merged = withoutAllOf(schema, writer.root);
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

/** Converts a reference: strict mode accepts no keywords beside it. */
function closeReference(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const { $ref = "", ...others } = moveToDescription(
    schema,
    path,
    (keyword) => keyword === "description" || !isAnnotation(keyword),
    writer,
  );
  const { description, ...constraints } = others;
  if (resolveReference($ref, writer.root) === undefined) addReason("$ref", `"$ref": ${quote($ref)}`, path, writer);
  for (const keyword of Object.keys(constraints)) {
    addReason(keyword, `${JSON.stringify(keyword)} beside a reference`, [...path, keyword], writer);
  }
  return description === undefined ? { $ref } : { description, anyOf: [{ $ref }] };
}

/** Converts a union: `oneOf` becomes `anyOf`, and a type beside it is moved into the members. */
function closeUnion(schema: JsonSchema, path: Path, writer: StrictWriter): JsonSchema {
  const { anyOf, oneOf, type, ...others } = schema;
  const keyword = oneOf === undefined ? "anyOf" : "oneOf";
  const members = oneOf ?? anyOf ?? [];
  const { description, ...constraints } = moveToDescription(
    others,
    path,
    (name) => name === "description" || !isAnnotation(name),
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
  return withoutUndefined({ description, anyOf: closed });
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
  return withoutUndefined({ description, anyOf: members });
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
